package io.cropmill.parquet;

import io.cropmill.parquet.ChunkStream.ColumnBytes;
import io.cropmill.storage.Closing;
import io.cropmill.storage.ParseGuard;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.crypto.ParquetCryptoRuntimeException;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * An opened Parquet file: its columns and row groups from the footer.
 *
 * <p>For one thread. What was read from the footer stays when the file is released, so that a recording of thousands of
 * files holds few of them open.
 */
public final class ParquetFile implements Closeable {
    /** The shortest file: two magics, a length, a footer. */
    public static final long SHORTEST = Footer.SHORTEST;

    private final String file;
    private final BytesOpener opener;
    private final List<BlockMetaData> blocks;
    private final List<ParquetColumn> columns;
    private final List<RowGroup> rowGroups;
    private @Nullable SeekableByteChannel open;

    /** Opens the file's bytes. */
    public interface BytesOpener {
        /** A channel at any position, the caller's to close. */
        SeekableByteChannel open() throws IOException;
    }

    private ParquetFile(String file, BytesOpener opener, SeekableByteChannel open, ParquetMetadata footer) {
        this.file = file;
        this.opener = opener;
        this.open = open;
        this.blocks = footer.getBlocks();
        MessageType schema = footer.getFileMetaData().getSchema();
        List<ParquetColumn> found = new ArrayList<>();
        for (int field = 0; field < schema.getFieldCount(); field++) {
            found.add(ParquetColumn.of(schema, field));
        }
        this.columns = List.copyOf(found);
        List<RowGroup> groups = new ArrayList<>();
        long row = 0;
        for (int index = 0; index < blocks.size(); index++) {
            BlockMetaData block = blocks.get(index);
            groups.add(new RowGroup(index, row, block.getRowCount(), Math.max(0, block.getTotalByteSize())));
            row = Math.addExact(row, block.getRowCount());
        }
        this.rowGroups = List.copyOf(groups);
    }

    /**
     * Opens a file and reads its footer.
     *
     * @param file name of the file in errors
     * @param opener asked now, and again when the file is read after a {@link #release}
     * @throws ParquetException if the file is not Parquet, is damaged or encrypted
     */
    public static ParquetFile open(String file, BytesOpener opener) throws IOException {
        SeekableByteChannel channel = opener.open();
        try {
            ParquetMetadata footer = Footer.read(file, channel);
            return ParseGuard.parse(
                    () -> new ParquetFile(file, opener, channel, footer),
                    (found, cause) -> new ParquetException(
                            "[" + file + "] Expected columns of known types, but found others: " + found, cause));
        } catch (IOException | RuntimeException e) {
            Closing.after(e, channel);
            throw e;
        }
    }

    /** True if a file begins as Parquet does, encrypted or not. */
    public static boolean isParquet(String firstBytes) {
        return firstBytes.startsWith(Footer.MAGIC) || firstBytes.startsWith(Footer.ENCRYPTED_MAGIC);
    }

    /** The top-level columns, in the order of the schema. */
    public List<ParquetColumn> columns() {
        return columns;
    }

    /** The top-level column of a name. */
    public Optional<ParquetColumn> column(String name) {
        return columns.stream().filter(column -> column.name().equals(name)).findFirst();
    }

    public List<RowGroup> rowGroups() {
        return rowGroups;
    }

    /** Number of rows. */
    public long rows() {
        return rowGroups.stream().mapToLong(RowGroup::rows).sum();
    }

    /** Name of the file in errors. */
    public String name() {
        return file;
    }

    /** Bytes of a column in all row groups, compressed. */
    public long bytes(ParquetColumn column) throws ParquetException {
        long bytes = 0;
        for (BlockMetaData block : blocks) {
            bytes += chunk(column.descriptor(), block).getTotalSize();
        }
        return bytes;
    }

    /** Numbers from the smallest to the largest. */
    public record NumberRange(long smallest, long largest) {}

    /** Between which numbers a column of whole ones lies, as the footer says; nothing where it does not say. */
    public Optional<NumberRange> range(ParquetColumn column) throws ParquetException {
        long smallest = Long.MAX_VALUE;
        long largest = Long.MIN_VALUE;
        for (BlockMetaData block : blocks) {
            Statistics<?> said = chunk(column.descriptor(), block).getStatistics();
            if (block.getRowCount() == 0) {
                continue;
            }
            if (said == null
                    || !said.hasNonNullValue()
                    || !(said.genericGetMin() instanceof Number least)
                    || !(said.genericGetMax() instanceof Number most)) {
                return Optional.empty();
            }
            smallest = Math.min(smallest, least.longValue());
            largest = Math.max(largest, most.longValue());
        }
        return smallest <= largest ? Optional.of(new NumberRange(smallest, largest)) : Optional.empty();
    }

    /**
     * Values of each row's list if all lists of a column have equally many, which the footer does not say: it has the sum of
     * each row group, where a list that is empty or null counts as one value. Nothing where lists differ for sure.
     */
    public OptionalLong valuesARow(ParquetColumn column) throws ParquetException {
        long each = -1;
        for (BlockMetaData block : blocks) {
            long values = chunk(column.descriptor(), block).getValueCount();
            long rows = block.getRowCount();
            if (rows == 0) {
                continue;
            }
            if (values % rows != 0 || each >= 0 && values / rows != each) {
                return OptionalLong.empty();
            }
            each = values / rows;
        }
        return each < 0 ? OptionalLong.empty() : OptionalLong.of(each);
    }

    /** Reads a column of a row group, through memory that outlives the reader. */
    public ColumnReader read(ParquetColumn column, RowGroup group, PageMemory memory) throws IOException {
        ColumnChunkMetaData chunk = chunk(column.descriptor(), blocks.get(group.index()));
        requireCodec(column, chunk.getCodec());
        SeekableByteChannel channel = channel();
        long start = chunk.getStartingPos();
        long end = start + chunk.getTotalSize();
        if (start < Footer.MAGIC.length() || chunk.getTotalSize() < 0 || end > channel.size()) {
            throw new ParquetException(String.format(
                    Locale.ROOT,
                    "[%s] Expected column '%s' of the row group at row %,d within the file's %,d bytes, but found bytes"
                            + " %,d to %,d",
                    file,
                    column.name(),
                    group.firstRow(),
                    channel.size(),
                    start,
                    end));
        }
        return new ColumnReader(column, new ColumnBytes(file, channel, start, end), chunk, group, memory);
    }

    /** Refuses a column that is encrypted, or compressed in a way that cannot be read, in any row group. */
    public void requireCodecs(ParquetColumn column) throws ParquetException {
        for (BlockMetaData block : blocks) {
            try {
                requireCodec(column, chunk(column.descriptor(), block).getCodec());
            } catch (ParquetCryptoRuntimeException e) {
                throw Footer.encrypted(file, "column '" + column.name() + "' is");
            }
        }
    }

    private void requireCodec(ParquetColumn column, CompressionCodecName codec) throws ParquetException {
        switch (codec) {
            case UNCOMPRESSED, SNAPPY, GZIP, ZSTD, LZ4_RAW, LZ4 -> {}
            case LZO, BROTLI ->
                throw new ParquetException("[" + file + "] Expected snappy, zstd, gzip, lz4_raw or none in column '"
                        + column.name() + "', but found " + codec + "; write it again with one of these");
        }
    }

    private ColumnChunkMetaData chunk(ColumnDescriptor column, BlockMetaData block) throws ParquetException {
        ColumnPath path = ColumnPath.get(column.getPath());
        for (ColumnChunkMetaData chunk : block.getColumns()) {
            if (chunk.getPath().equals(path)) {
                return chunk;
            }
        }
        throw new ParquetException("[" + file + "] Expected column '" + column.getPath()[0]
                + "' in every row group, but found one without it");
    }

    private SeekableByteChannel channel() throws IOException {
        if (open == null) {
            open = opener.open();
        }
        return open;
    }

    /** Closes the file until it is read again; its readers must be closed before. */
    public void release() throws IOException {
        if (open != null) {
            open.close();
            open = null;
        }
    }

    @Override
    public void close() throws IOException {
        release();
    }

    /**
     * A run of rows that a file stores together; may be empty.
     *
     * @param index index in the file
     * @param firstRow row of the file that is its first
     * @param bytes bytes of its columns before compression
     */
    public record RowGroup(int index, long firstRow, long rows, long bytes) {}
}
