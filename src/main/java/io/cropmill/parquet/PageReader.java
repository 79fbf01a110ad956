package io.cropmill.parquet;

import io.cropmill.parquet.ChunkStream.ColumnBytes;
import io.cropmill.storage.NoMemoryException;
import io.cropmill.storage.ParseGuard;
import io.cropmill.text.Figures;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.Objects;
import java.util.zip.CRC32;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.hadoop.metadata.IndexReference;
import org.jspecify.annotations.Nullable;

/**
 * Reads the pages of one column chunk in order.
 *
 * <pre>
 * version 1: header | compressed: length, repetition levels | length, definition levels | values
 * version 2: header | repetition levels | definition levels | perhaps compressed: values
 * </pre>
 */
final class PageReader implements AutoCloseable {
    /** Statistics of a page may hold its longest values. */
    private static final long MOST_HEADER_BYTES = 16L << 20;

    private final String file;
    private final ColumnDescriptor column;
    private final long valueCount;
    private final long mostPageBytes;
    private final ChunkStream stream;
    private final PageCodec codec;
    private final ColumnBytes bytes;
    private final @Nullable ColumnBytes indexBytes;
    private final PageMemory memory;
    private @Nullable PageHeader header;
    private @Nullable PageIndex index;
    private long seen;
    private boolean hasSought;
    private boolean hasDictionary;

    PageReader(ColumnBytes bytes, ColumnChunkMetaData chunk, ColumnDescriptor column, PageMemory memory)
            throws NoMemoryException {
        this.file = bytes.file();
        this.column = column;
        this.valueCount = chunk.getValueCount();
        this.bytes = bytes;
        this.memory = memory;
        IndexReference reference = chunk.getOffsetIndexReference();
        this.indexBytes = reference == null
                ? null
                : bytes.from(reference.getOffset(), reference.getOffset() + reference.getLength());
        this.mostPageBytes = chunk.getTotalUncompressedSize();
        this.codec = new PageCodec(file, chunk.getCodec(), memory);
        this.stream = bytes.stream(memory);
    }

    /** Goes on to the next data page, which is then read or passed; false at the end. Dictionaries go to their keeper. */
    boolean hasNext(DictionaryKeeper keeper) throws IOException {
        while (header == null && stream.place() < bytes.end()) {
            PageHeader next = readHeader();
            if (next.getType() == PageType.DATA_PAGE || next.getType() == PageType.DATA_PAGE_V2) {
                header = next;
                requireEntries(entries());
            } else {
                readOther(next, keeper);
            }
        }
        if (header == null && !hasSought && seen != valueCount) {
            throw new ParquetException(String.format(
                    Locale.ROOT,
                    "[%s] Expected %s in the pages of column '%s' up to byte %,d, as its footer says, but found"
                            + " %,d; it is damaged: copy or write it again",
                    file,
                    Figures.counted(valueCount, "value"),
                    column.getPath()[0],
                    bytes.end(),
                    seen));
        }
        return header != null;
    }

    private void readOther(PageHeader other, DictionaryKeeper keeper) throws IOException {
        long place = stream.place();
        ByteBuffer body = body(other);
        if (other.getType() == PageType.DICTIONARY_PAGE) {
            DictionaryPageHeader dictionary = other.getDictionary_page_header();
            try {
                if (hasDictionary || seen > 0) {
                    throw new IOException("another page stands before it");
                }
                hasDictionary = true;
                keeper.keep(
                        dictionary.getEncoding(),
                        dictionary.getNum_values(),
                        decompressed(body, other.getUncompressed_page_size()));
            } catch (NoMemoryException e) {
                throw e;
            } catch (IOException | RuntimeException e) {
                throw refused("the dictionary of column '" + column.getPath()[0] + "'", place, e);
            }
        }
    }

    /** Takes the dictionary of a column chunk; the bytes are valid during the call. */
    interface DictionaryKeeper {
        void keep(Encoding encoding, int entries, ByteBuffer bytes) throws IOException;
    }

    /** The chunk's index of pages, if the file has one. */
    @Nullable
    PageIndex index() throws IOException {
        if (index == null && indexBytes != null) {
            if (indexBytes.start() < bytes.end() && indexBytes.end() > bytes.start()
                    || indexBytes.start() < Footer.MAGIC.length()
                    || indexBytes.end() < indexBytes.start()
                    || indexBytes.end() > bytes.channel().size()) {
                throw new ParquetException(String.format(
                        Locale.ROOT,
                        "[%s] Expected an index of the pages of column '%s' in the file, but found bytes %,d to %,d; it is"
                                + " damaged: copy or write it again",
                        file,
                        column.getPath()[0],
                        indexBytes.start(),
                        indexBytes.end()));
            }
            try (ChunkStream from = indexBytes.stream(memory)) {
                index = PageIndex.read(from, indexBytes, bytes);
            }
        }
        return index;
    }

    /** Byte of the file behind what was read or passed last. */
    long place() {
        return stream.place();
    }

    /** Goes to a page of the index; the dictionary must have been read. */
    void seek(long place) {
        stream.seek(place);
        header = null;
        hasSought = true;
    }

    private PageHeader readHeader() throws IOException {
        long place = stream.place();
        try {
            byte[] struct = ThriftBytes.read(stream, MOST_HEADER_BYTES);
            PageHeader next = Util.readPageHeader(new ByteArrayInputStream(struct));
            if (next.getCompressed_page_size() < 0 || next.getUncompressed_page_size() < 0) {
                throw new IOException("its sizes are negative");
            }
            if (next.getUncompressed_page_size() > mostPageBytes) {
                throw new IOException(String.format(
                        Locale.ROOT,
                        "its page has %,d bytes uncompressed, more than the %,d of its column chunk",
                        next.getUncompressed_page_size(),
                        mostPageBytes));
            }
            if (next.getUncompressed_page_size() > PageCodec.MOST_BYTES && codec.isCompressed()) {
                throw new IOException(String.format(
                        Locale.ROOT,
                        "its page has %,d bytes uncompressed, more than the %,d that are inflated at once; write it again"
                                + " with smaller pages",
                        next.getUncompressed_page_size(),
                        PageCodec.MOST_BYTES));
            }
            if (!isWhole(next)) {
                throw new IOException("it says " + next.getType() + ", but not what is in that");
            }
            return next;
        } catch (ParquetException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw refused("a page header", place, e);
        }
    }

    private static boolean isWhole(PageHeader header) {
        return switch (header.getType()) {
            case DATA_PAGE -> header.isSetData_page_header();
            case DATA_PAGE_V2 -> header.isSetData_page_header_v2();
            case DICTIONARY_PAGE -> header.isSetDictionary_page_header();
            case INDEX_PAGE -> true;
        };
    }

    private void requireEntries(int entries) throws ParquetException {
        if (entries < 0 || entries > (hasSought ? valueCount : valueCount - seen)) {
            throw new ParquetException(String.format(
                    Locale.ROOT,
                    "[%s] Expected a page of 0 to %,d values of column '%s' before byte %,d, but found %,d",
                    file,
                    valueCount - seen,
                    column.getPath()[0],
                    stream.place(),
                    entries));
        }
    }

    private PageHeader next() {
        return Objects.requireNonNull(header, "no page is next");
    }

    private int entries() {
        return next().getType() == PageType.DATA_PAGE
                ? next().getData_page_header().getNum_values()
                : next().getData_page_header_v2().getNum_values();
    }

    /** Rows that begin in the page that is next; -1 where its header does not say. */
    int rows() {
        if (column.getMaxRepetitionLevel() == 0) {
            return entries();
        }
        return next().getType() == PageType.DATA_PAGE_V2
                ? next().getData_page_header_v2().getNum_rows()
                : -1;
    }

    /** Goes past the page that is next, without decompressing it. */
    void pass() throws IOException {
        stream.pass(next().getCompressed_page_size());
        seen += entries();
        header = null;
    }

    /** The page that is next; valid until the one after. */
    DataPage read() throws IOException {
        PageHeader page = next();
        long place = stream.place();
        ByteBuffer body = body(page);
        int entries = entries();
        seen += entries;
        header = null;
        if (entries == 0) {
            // Some writers leave out the levels, too.
            ByteBuffer nothing = ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN);
            return new DataPage(0, 0, 0, null, null, Encoding.PLAIN, () -> nothing);
        }
        try {
            return page.getType() == PageType.DATA_PAGE
                    ? version1(page, page.getData_page_header(), body)
                    : version2(page, page.getData_page_header_v2(), body, place);
        } catch (NoMemoryException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw refused("a page of column '" + column.getPath()[0] + "'", place, e);
        }
    }

    private ByteBuffer body(PageHeader page) throws IOException {
        long place = stream.place();
        ByteBuffer body = stream.take(page.getCompressed_page_size());
        if (page.isSetCrc()) {
            CRC32 crc = new CRC32();
            crc.update(body.duplicate());
            if ((int) crc.getValue() != page.getCrc()) {
                throw new ParquetException(String.format(
                        Locale.ROOT,
                        "[%s] Expected the page of column '%s' at byte %,d to have checksum %08x, but found %08x",
                        file,
                        column.getPath()[0],
                        place,
                        page.getCrc(),
                        crc.getValue()));
            }
        }
        return body;
    }

    private DataPage version1(PageHeader page, DataPageHeader data, ByteBuffer body) throws IOException {
        ByteBuffer bytes = decompressed(body, page.getUncompressed_page_size());
        int entries = data.getNum_values();
        requireRuns(column.getMaxRepetitionLevel(), data.getRepetition_level_encoding());
        requireRuns(column.getMaxDefinitionLevel(), data.getDefinition_level_encoding());
        HybridDecoder repetition =
                column.getMaxRepetitionLevel() == 0 ? null : repetition(bytes, length(bytes), entries);
        HybridDecoder definition =
                column.getMaxDefinitionLevel() == 0 ? null : definition(bytes, length(bytes), entries);
        return new DataPage(entries, -1, -1, repetition, definition, data.getEncoding(), () -> bytes);
    }

    /** That stands before runs. */
    static int length(ByteBuffer bytes) throws IOException {
        if (bytes.remaining() < Integer.BYTES) {
            throw new IOException("expected 4 bytes with a length, but found " + bytes.remaining());
        }
        return bytes.getInt();
    }

    private static void requireRuns(int highest, Encoding encoding) throws IOException {
        boolean isUnused = highest == 0 && encoding == Encoding.BIT_PACKED;
        if (encoding != Encoding.RLE && !isUnused) {
            throw new IOException("expected levels encoded as RLE, but found " + encoding);
        }
    }

    private @Nullable HybridDecoder repetition(ByteBuffer bytes, int length, int entries) throws IOException {
        return levels(column.getMaxRepetitionLevel(), bytes, length, entries, "repetition levels");
    }

    private @Nullable HybridDecoder definition(ByteBuffer bytes, int length, int entries) throws IOException {
        return levels(column.getMaxDefinitionLevel(), bytes, length, entries, "definition levels");
    }

    private static @Nullable HybridDecoder levels(int highest, ByteBuffer bytes, int length, int entries, String what)
            throws IOException {
        int most = highest == 0 ? 0 : bytes.remaining();
        if (length < 0 || length > most) {
            throw new IOException(
                    String.format(Locale.ROOT, "expected 0 to %,d bytes of %s, but found %,d", most, what, length));
        }
        ByteBuffer levels = bytes.slice(bytes.position(), length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.position(bytes.position() + length);
        int bitWidth = Integer.SIZE - Integer.numberOfLeadingZeros(highest);
        return highest == 0 ? null : new HybridDecoder(levels, bitWidth, entries, highest + 1, what);
    }

    private DataPage version2(PageHeader page, DataPageHeaderV2 data, ByteBuffer body, long place) throws IOException {
        int entries = data.getNum_values();
        HybridDecoder repetition = repetition(body, data.getRepetition_levels_byte_length(), entries);
        HybridDecoder definition = definition(body, data.getDefinition_levels_byte_length(), entries);
        ByteBuffer values = body.slice().order(ByteOrder.LITTLE_ENDIAN);
        int size = page.getUncompressed_page_size()
                - data.getRepetition_levels_byte_length()
                - data.getDefinition_levels_byte_length();
        boolean compressed = !data.isSetIs_compressed() || data.isIs_compressed();
        return new DataPage(
                entries,
                data.getNum_rows(),
                data.getNum_nulls(),
                repetition,
                definition,
                data.getEncoding(),
                () -> compressed ? decompressed(values, size, place) : sized(values, size, place));
    }

    /** Native and foreign code inflates; what it throws is the page's fault. */
    private ByteBuffer decompressed(ByteBuffer page, int size) throws IOException {
        return ParseGuard.parse(() -> codec.decompress(page, size), (found, cause) -> new IOException(found, cause));
    }

    private ByteBuffer decompressed(ByteBuffer values, int size, long place) throws IOException {
        try {
            if (size < 0) {
                throw new IOException("its levels are longer than the page");
            }
            return decompressed(values, size);
        } catch (NoMemoryException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw refused("a page of column '" + column.getPath()[0] + "'", place, e);
        }
    }

    private ByteBuffer sized(ByteBuffer values, int size, long place) throws ParquetException {
        if (values.remaining() != size) {
            throw refused(
                    "a page of column '" + column.getPath()[0] + "'",
                    place,
                    new IOException("expected " + size + " bytes, but found " + values.remaining()));
        }
        return values;
    }

    private ParquetException refused(String what, long place, Exception cause) {
        return new ParquetException(
                String.format(
                        Locale.ROOT,
                        "[%s] Expected %s at byte %,d, but it is damaged: %s",
                        file,
                        what,
                        place,
                        cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage()),
                cause);
    }

    @Override
    public void close() {
        codec.close();
        stream.close();
    }
}
