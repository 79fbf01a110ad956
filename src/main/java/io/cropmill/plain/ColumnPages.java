package io.cropmill.plain;

import io.cropmill.text.Figures;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * Hands the pages of one column chunk to parquet-java one by one, so that no row group has to fit into memory, and counts
 * the rows that begin in each: it trusts neither an index of pages nor what a page says. For one thread.
 *
 * <pre>
 * version 1: header | compressed: length, repetition levels | length, definition levels | values
 * version 2: header | repetition levels | definition levels | perhaps compressed: values
 * </pre>
 */
final class ColumnPages implements PageReader {
    private final PlainBytes bytes;
    private final ColumnDescriptor column;
    private final ColumnMetaData chunk;
    private final long groupRows;
    private final long end;
    private final PageCodecs codecs;
    private final @Nullable DictionaryPage dictionary;
    private final ChunkBytes in;
    private long valuesSeen;
    private long rowsBegun;
    private Mark lastBegin = new Mark(0, 0, 0);

    /** A page of values: how many, the rows that begin in it, and whether its first value begins one. */
    private record Counted(
            int values,
            long rows,
            boolean beginsRow,
            @Nullable DataPage page) {}

    /** A place before a page. */
    private record Mark(long at, long values, long rows) {}

    /** The pages of a column chunk in a row group of so many rows. */
    ColumnPages(PlainBytes bytes, ColumnDescriptor column, ColumnMetaData chunk, long groupRows, PageCodecs codecs)
            throws IOException {
        this.bytes = bytes;
        this.column = column;
        this.chunk = chunk;
        this.groupRows = groupRows;
        this.codecs = codecs;
        long start = chunk.isSetDictionary_page_offset() && chunk.getDictionary_page_offset() > 0
                ? Math.min(chunk.getDictionary_page_offset(), chunk.getData_page_offset())
                : chunk.getData_page_offset();
        if (start < 0
                || chunk.getTotal_compressed_size() < 0
                || chunk.getTotal_compressed_size() > bytes.length() - start) {
            throw refused(
                    "bytes within the file's " + Figures.count(bytes.length()),
                    Figures.counted(chunk.getTotal_compressed_size(), "byte") + " at " + Figures.count(start));
        }
        if (chunk.getNum_values() < groupRows
                || column.getMaxRepetitionLevel() == 0 && chunk.getNum_values() != groupRows) {
            throw refused("values for " + Figures.counted(groupRows, "row"), Figures.count(chunk.getNum_values()));
        }
        this.end = start + chunk.getTotal_compressed_size();
        this.in = new ChunkBytes(bytes, start, end);
        this.dictionary = firstPage(start);
    }

    private @Nullable DictionaryPage firstPage(long start) throws IOException {
        if (chunk.getNum_values() == 0) {
            return null;
        }
        PageHeader header = header();
        if (header.getType() != PageType.DICTIONARY_PAGE) {
            in.go(start);
            return null;
        }
        DictionaryPageHeader said = header.getDictionary_page_header();
        if (said == null || said.getNum_values() < 0) {
            throw damaged("a dictionary without a size");
        }
        byte[] content = codecs.decompress(codec(), body(header), header.getUncompressed_page_size());
        return new DictionaryPage(BytesInput.from(content), said.getNum_values(), encoding(said.getEncoding()));
    }

    /** Rows that begin in the pages so far. */
    long rowsBegun() {
        return rowsBegun;
    }

    /** Goes on, or a little back, to the last page that begins with a row that is not behind {@code row}; returns that row. */
    long seek(long row) throws IOException {
        while (rowsBegun <= row) {
            if (next(false) == null) {
                throw damaged("no more pages");
            }
        }
        in.go(lastBegin.at());
        valuesSeen = lastBegin.values();
        rowsBegun = lastBegin.rows();
        return rowsBegun;
    }

    @Override
    public @Nullable DictionaryPage readDictionaryPage() {
        return dictionary;
    }

    /** Values of this page and all behind it. */
    @Override
    public long getTotalValueCount() {
        return chunk.getNum_values() - valuesSeen;
    }

    @Override
    public @Nullable DataPage readPage() {
        try {
            Counted page = next(true);
            if (page == null) {
                throw damaged("no more pages");
            }
            return page.page();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next page that is not empty; nothing at the end. */
    private @Nullable Counted next(boolean whole) throws IOException {
        while (valuesSeen < chunk.getNum_values()) {
            Mark before = new Mark(in.place(), valuesSeen, rowsBegun);
            PageHeader header = header();
            Counted page = switch (header.getType()) {
                case DATA_PAGE -> version1(header, whole);
                case DATA_PAGE_V2 -> version2(header, whole);
                case INDEX_PAGE -> {
                    body(header);
                    yield new Counted(0, 0, false, null);
                }
                case DICTIONARY_PAGE -> throw damaged("a second dictionary");
            };
            if (page.values() > 0) {
                valuesSeen += page.values();
                rowsBegun += page.rows();
                requireRows();
                lastBegin = page.beginsRow() ? before : lastBegin;
                return page;
            }
        }
        return null;
    }

    /** All rows begin before the last value. */
    private void requireRows() throws IOException {
        boolean isEnd = valuesSeen == chunk.getNum_values();
        if (rowsBegun > groupRows || isEnd && rowsBegun != groupRows) {
            throw refused(Figures.counted(groupRows, "row"), Figures.count(rowsBegun));
        }
    }

    private int values(int said) throws IOException {
        if (said < 0 || said > chunk.getNum_values() - valuesSeen) {
            throw damaged("a page of " + Figures.counted(said, "value") + " where "
                    + Figures.count(chunk.getNum_values() - valuesSeen) + " are left");
        }
        return said;
    }

    private Counted version1(PageHeader header, boolean whole) throws IOException {
        DataPageHeader said = header.getData_page_header();
        if (said == null) {
            throw damaged("a page without its header");
        }
        int values = values(said.getNum_values());
        boolean isFlat = column.getMaxRepetitionLevel() == 0;
        if (values == 0 || isFlat && !whole) {
            in.pass(header.getCompressed_page_size());
            return new Counted(values, values, true, null);
        }
        byte[] content = codecs.decompress(codec(), body(header), header.getUncompressed_page_size());
        DataPage page = !whole
                ? null
                : new DataPageV1(
                        BytesInput.from(content),
                        values,
                        content.length,
                        null,
                        encoding(said.getRepetition_level_encoding()),
                        encoding(said.getDefinition_level_encoding()),
                        encoding(said.getEncoding()));
        if (isFlat) {
            return new Counted(values, values, true, page);
        }
        if (encoding(said.getRepetition_level_encoding()) != Encoding.RLE) {
            throw damaged("repetition levels encoded as " + said.getRepetition_level_encoding());
        }
        long length = content.length < Integer.BYTES
                ? -1
                : ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).getInt();
        if (length < 0 || length > content.length - Integer.BYTES) {
            throw damaged("repetition levels longer than their page");
        }
        return counted(values, content, Integer.BYTES, (int) length, page);
    }

    private Counted version2(PageHeader header, boolean whole) throws IOException {
        DataPageHeaderV2 said = header.getData_page_header_v2();
        if (said == null) {
            throw damaged("a page without its header");
        }
        int values = values(said.getNum_values());
        if (values == 0) {
            in.pass(header.getCompressed_page_size());
            return new Counted(0, 0, false, null);
        }
        byte[] content = body(header);
        long repetition = said.getRepetition_levels_byte_length();
        long definition = said.getDefinition_levels_byte_length();
        long size = header.getUncompressed_page_size() - repetition - definition;
        if (repetition < 0 || definition < 0 || repetition + definition > content.length || size < 0) {
            throw damaged("levels longer than their page");
        }
        int from = (int) (repetition + definition);
        DataPage page = null;
        if (whole) {
            byte[] stored = Arrays.copyOfRange(content, from, content.length);
            boolean compressed = !said.isSetIs_compressed() || said.isIs_compressed();
            byte[] plain =
                    codecs.decompress(compressed ? codec() : CompressionCodecName.UNCOMPRESSED, stored, (int) size);
            page = DataPageV2.uncompressed(
                    said.getNum_rows(),
                    said.getNum_nulls(),
                    values,
                    BytesInput.from(content, 0, (int) repetition),
                    BytesInput.from(content, (int) repetition, (int) definition),
                    encoding(said.getEncoding()),
                    BytesInput.from(plain),
                    null);
        }
        Counted counted = column.getMaxRepetitionLevel() == 0
                ? new Counted(values, values, true, page)
                : counted(values, content, 0, (int) repetition, page);
        if (counted.rows() != said.getNum_rows()) {
            throw damaged(Figures.counted(counted.rows(), "row") + " in a page that says "
                    + Figures.count(said.getNum_rows()));
        }
        return counted;
    }

    private Counted counted(int values, byte[] content, int at, int length, @Nullable DataPage page)
            throws IOException {
        int width = Integer.SIZE - Integer.numberOfLeadingZeros(column.getMaxRepetitionLevel());
        try {
            RunLengthBitPackingHybridDecoder levels =
                    new RunLengthBitPackingHybridDecoder(width, new ByteArrayInputStream(content, at, length));
            boolean beginsRow = false;
            long rows = 0;
            for (int value = 0; value < values; value++) {
                if (levels.readInt() == 0) {
                    rows++;
                    beginsRow |= value == 0;
                }
            }
            if (!beginsRow && rowsBegun == 0) {
                throw damaged("a first value that belongs to no row");
            }
            return new Counted(values, rows, beginsRow, page);
        } catch (PlainException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw damaged("repetition levels that end early");
        }
    }

    private PageHeader header() throws IOException {
        try {
            PageHeader header = Util.readPageHeader(in);
            if (header.getCompressed_page_size() < 0
                    || header.getUncompressed_page_size() < 0
                    || header.getUncompressed_page_size() > chunk.getTotal_uncompressed_size()
                    || header.getCompressed_page_size() > end - in.place()) {
                throw damaged("a page larger than its column chunk");
            }
            return header;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (PlainException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw damaged("no page header at byte " + in.place());
        } catch (StackOverflowError e) {
            throw damaged("a page header that is nested too deeply");
        }
    }

    private byte[] body(PageHeader header) throws IOException {
        byte[] body = in.take(header.getCompressed_page_size());
        if (header.isSetCrc()) {
            CRC32 crc = new CRC32();
            crc.update(body);
            if ((int) crc.getValue() != header.getCrc()) {
                throw damaged("a page whose checksum is another");
            }
        }
        return body;
    }

    private CompressionCodecName codec() {
        return CompressionCodecName.valueOf(chunk.getCodec().name());
    }

    private Encoding encoding(org.apache.parquet.format.@Nullable Encoding said) throws PlainException {
        if (said == null) {
            throw damaged("a page without an encoding");
        }
        return Encoding.valueOf(said.name());
    }

    private PlainException refused(String expected, String found) {
        return PlainException.of(bytes.path(), expected + " in column '" + column.getPath()[0] + "'", found);
    }

    private PlainException damaged(String found) {
        return PlainException.of(bytes.path(), "whole pages of column '" + column.getPath()[0] + "'", found);
    }
}
