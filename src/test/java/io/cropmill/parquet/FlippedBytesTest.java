package io.cropmill.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.Sweeps;
import io.cropmill.parquet.ColumnType.Cells;
import io.cropmill.parquet.ColumnType.Numbers;
import io.cropmill.parquet.ColumnType.Unreadable;
import io.cropmill.parquet.ParquetFile.RowGroup;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Files of parquet-java's writer with bytes changed at seeded places. Wherever a byte is changed, reading ends, with values
 * or with an error that is an {@link IOException}, and no memory is left; a change of the values themselves is found.
 */
@Slow
@Tag("sweep")
class FlippedBytesTest {
    private static final int ROWS = 120;
    private static final int PLACES = Sweeps.partOrAll(300, 1500);
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message rows {
              required group points (LIST) { repeated group list { required float element; } }
              optional group lists (LIST) { repeated group list { required group element (LIST) {
                repeated group list { required int32 element; } } } }
              required int64 stamp;
              optional double score;
              required boolean good;
              required binary name (STRING);
            }""");

    @TempDir
    Path folder;

    private Path written(CompressionCodecName codec, WriterVersion version) throws IOException {
        Path path = folder.resolve("a.parquet");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(path))
                .withConf(new PlainParquetConfiguration())
                .withType(SCHEMA)
                .withCompressionCodec(codec)
                .withWriterVersion(version)
                .withPageRowCountLimit(20)
                .withRowGroupSize(20_000L)
                .build()) {
            for (int row = 0; row < ROWS; row++) {
                writer.write(row(row));
            }
        }
        return path;
    }

    private static Group row(int row) {
        Group group = new SimpleGroup(SCHEMA);
        Group points = group.addGroup("points");
        Group lists = group.addGroup("lists");
        for (int i = 0; i < row % 7; i++) {
            points.addGroup("list").append("element", row + i / 8f);
            Group inner = lists.addGroup("list").addGroup("element");
            inner.addGroup("list").append("element", row);
            inner.addGroup("list").append("element", i);
        }
        group.append("stamp", 1_700_000_000_000L + row).append("score", row / 4.0);
        group.append("good", row % 3 == 0).append("name", "row " + row % 5);
        return group;
    }

    /** Reads every column in three ways: whole, its lengths alone, and from the middle on. */
    private static long readAll(Path path) throws IOException {
        long values = 0;
        try (BufferAllocator allocator = new RootAllocator(256L << 20);
                ParquetFile file = ParquetFile.open("a.parquet", () -> FileChannel.open(path))) {
            for (ParquetColumn column : file.columns()) {
                if (column.type() instanceof Unreadable) {
                    continue;
                }
                for (RowGroup group : file.rowGroups()) {
                    values += read(file, column, group, 0, allocator);
                    values += read(file, column, group, group.rows() / 2, allocator);
                }
            }
        }
        return values;
    }

    private static long read(
            ParquetFile file, ParquetColumn column, RowGroup group, long from, BufferAllocator allocator)
            throws IOException {
        long values = 0;
        try (PageMemory memory = new PageMemory(allocator);
                ColumnReader reader = file.read(column, group, memory);
                GrowingBytes target = new GrowingBytes(allocator, 0)) {
            reader.skip(from);
            for (long row = from; row < group.rows(); row++) {
                if (column.nesting() > 0 && column.type() instanceof Numbers) {
                    values += reader.list(row % 2 == 0 ? Long.MAX_VALUE : 0, target);
                } else if (column.nesting() == 0 && column.type() instanceof Cells) {
                    values += reader.cell().remaining();
                } else if (column.nesting() == 0) {
                    reader.numbers(1, target);
                    values++;
                }
            }
        }
        return values;
    }

    @ParameterizedTest
    @CsvSource({
        "UNCOMPRESSED, PARQUET_1_0",
        "UNCOMPRESSED, PARQUET_2_0",
        "ZSTD, PARQUET_1_0",
        "ZSTD, PARQUET_2_0",
        "SNAPPY, PARQUET_1_0",
        "GZIP, PARQUET_2_0",
        "LZ4_RAW, PARQUET_1_0"
    })
    void endsWithValuesOrAnIoException(CompressionCodecName codec, WriterVersion version) throws IOException {
        Path path = written(codec, version);
        assertThat(readAll(path)).isPositive();
        byte[] whole = Files.readAllBytes(path);
        Random random = new Random(codec.ordinal() * 2L + version.ordinal());
        int refused = 0;
        for (int i = 0; i < PLACES; i++) {
            byte[] changed = whole.clone();
            int place = random.nextInt(whole.length);
            changed[place] ^= (byte) (1 + random.nextInt(255));
            Files.write(path, changed);
            try {
                readAll(path);
            } catch (IOException e) {
                assertThat(e).hasMessageStartingWith("[a.parquet] ");
                refused++;
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("byte " + place + " as " + changed[place], e);
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void findsEveryChangedValueByItsChecksum() throws IOException {
        Path path = written(CompressionCodecName.UNCOMPRESSED, WriterVersion.PARQUET_1_0);
        byte[] whole = Files.readAllBytes(path);
        byte[] stamp = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(1_700_000_000_000L + 5)
                .array();
        int place = 0;
        while (!Arrays.equals(whole, place, place + Long.BYTES, stamp, 0, Long.BYTES)) {
            place++;
        }
        for (int bit = 0; bit < Long.SIZE; bit++) {
            byte[] changed = whole.clone();
            changed[place + bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(path, changed);
            assertThatThrownBy(() -> readAll(path))
                    .isInstanceOf(ParquetException.class)
                    .hasMessageContaining("to have checksum");
        }
    }
}
