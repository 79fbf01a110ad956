package io.cropmill.crop.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.crop.CropException;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PointFieldName;
import io.cropmill.npy.NpyHeaderWriter;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.ScalarType.ScalarKind;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parquet recordings that cannot be what they declare, and the numbers that give rows their order. */
class ParquetDamageTest {
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType(
            "message rows { required int64 n; required group xy (LIST) { repeated group list { required float element; } } }");

    @TempDir
    Path folder;

    private interface FooterChange {
        void make(FileMetaData footer);
    }

    /** Writes three rows, and a footer that is changed. */
    private void write(FooterChange change) throws IOException {
        Path path = folder.resolve("a.parquet");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(path))
                .withConf(new PlainParquetConfiguration())
                .withType(SCHEMA)
                .build()) {
            for (long n : new long[] {3, 1, 2}) {
                Group group = new SimpleGroup(SCHEMA).append("n", n);
                group.addGroup("xy").addGroup("list").append("element", n + 0.5f);
                writer.write(group);
            }
        }
        byte[] whole = Files.readAllBytes(path);
        int length = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getInt(whole.length - 8);
        int start = whole.length - 8 - length;
        FileMetaData footer = Util.readFileMetaData(new java.io.ByteArrayInputStream(whole, start, length));
        change.make(footer);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(whole, 0, start);
        Util.writeFileMetaData(footer, out);
        int written = out.size() - start;
        out.write(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(written)
                .array());
        out.write("PAR1".getBytes(StandardCharsets.US_ASCII));
        Files.write(path, out.toByteArray());
    }

    private ParquetRecording opened(Storage storage, String orderField) throws IOException {
        List<FileEntry> files = storage.walk("");
        ParquetOrigin origin = new ParquetOrigin(
                files,
                new ParquetOrigin.RecordingRows("", "", orderField, ""),
                List.of(),
                files.get(0).bytes());
        return ParquetRecording.open(
                storage, origin, new FieldChoice("point_count", List.of(PointFieldName.parse("xy:1")), List.of()));
    }

    private Storage storage() throws IOException {
        return Storages.of(folder.toUri(), new Configuration());
    }

    @Test
    void refusesACodecByNameWithoutALeak() throws IOException {
        write(footer -> {
            for (RowGroup group : footer.getRow_groups()) {
                for (ColumnChunk column : group.getColumns()) {
                    column.getMeta_data().setCodec(CompressionCodec.BROTLI);
                }
            }
        });
        try (Storage storage = storage()) {
            for (String orderField : List.of("", "n")) {
                String column = orderField.isEmpty() ? "xy" : "n";
                assertThatThrownBy(() -> opened(storage, orderField))
                        .hasMessage("[a.parquet] Expected snappy, zstd, gzip, lz4_raw or none in column '" + column
                                + "', but found BROTLI; write it again with one of these")
                        .hasNoSuppressedExceptions();
            }
        }
    }

    @Test
    void takesNoMemoryForRowsThatAreOnlyDeclared() throws IOException {
        write(footer -> {
            footer.setNum_rows(2_000_000_000L);
            RowGroup group = footer.getRow_groups().get(0);
            group.setNum_rows(2_000_000_000L);
            group.getColumns().forEach(column -> column.getMeta_data().setNum_values(2_000_000_000L));
        });
        try (Storage storage = storage()) {
            assertThatThrownBy(() -> opened(storage, "n"))
                    .hasMessage(
                            "[a.parquet] Expected 2,000,000,000 values in the pages of column 'n' up to byte 51, as its"
                                    + " footer says, but found 3; it is damaged: copy or write it again");
        }
    }

    @Test
    void zerosAreEqualAndWhatIsNoNumberComesLast() {
        assertThat(RowOrder.key(ScalarType.FLOAT64, Double.doubleToRawLongBits(-0.0)))
                .isEqualTo(RowOrder.key(ScalarType.FLOAT64, Double.doubleToRawLongBits(0.0)))
                .isGreaterThan(RowOrder.key(ScalarType.FLOAT64, Double.doubleToRawLongBits(-Double.MIN_VALUE)))
                .isLessThan(RowOrder.key(ScalarType.FLOAT64, Double.doubleToRawLongBits(Double.MIN_VALUE)));
        assertThat(RowOrder.key(ScalarType.FLOAT64, 0xfff8000000000001L))
                .isGreaterThan(RowOrder.key(ScalarType.FLOAT64, Double.doubleToRawLongBits(Double.POSITIVE_INFINITY)));
        ScalarType stamp = new ScalarType(ScalarKind.DATETIME, ByteOrder.LITTLE_ENDIAN, Long.BYTES, "ns");
        assertThat(RowOrder.key(stamp, Long.MIN_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(RowOrder.key(stamp, Long.MIN_VALUE + 1)).isNegative();
    }

    @Test
    void refusesABombInAZip() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("a.npy"));
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i <= ZippedArray.MOST_BYTES / zeros.length; i++) {
                zip.write(zeros);
            }
        }
        assertThatThrownBy(() -> ZippedArray.unzip("a.parquet, row 0", ByteBuffer.wrap(bytes.toByteArray())))
                .isInstanceOf(CropException.class)
                .hasMessage("[a.parquet, row 0] Expected an array of at most 134,217,728 bytes, but found more");
    }

    @Test
    void unzipsAnArrayThatIsSmaller() throws IOException {
        byte[] array = new byte[200_000];
        Arrays.fill(array, (byte) 7);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("a.npy"));
            zip.write(array);
        }
        assertThat(ZippedArray.unzip("a", ByteBuffer.wrap(bytes.toByteArray()))).isEqualTo(ByteBuffer.wrap(array));
    }

    private static byte[] npy(long points, byte[] data) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(NpyHeaderWriter.bytes(ScalarType.FLOAT32, List.of(points)));
        out.write(data);
        return out.toByteArray();
    }

    private static byte[] zip(byte[] array) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("arr_0.npy"));
            zip.write(array);
        }
        return bytes.toByteArray();
    }

    /** Counts the points of cells: the first is whole, for it tells their type. */
    private List<Long> counted(byte[] second) throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType("message rows { required binary xy; }");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(
                        new LocalOutputFile(folder.resolve("a.parquet")))
                .withConf(new PlainParquetConfiguration())
                .withType(schema)
                .build()) {
            for (byte[] cell : List.of(zip(npy(3, new byte[12])), second, zip(npy(0, new byte[0])))) {
                writer.write(new SimpleGroup(schema).append("xy", Binary.fromConstantByteArray(cell)));
            }
        }
        List<Long> counts = new ArrayList<>();
        try (Storage storage = storage();
                ParquetRecording recording = opened(storage, "")) {
            recording.counts(0, 3, counts::add);
        }
        return counts;
    }

    @Test
    void countsThePointsOfAZippedArrayFromItsHeaderAlone() throws IOException {
        byte[] noise = new byte[40_000];
        new Random(1).nextBytes(noise);
        byte[] zip = zip(npy(10_000, noise));
        // A body that cannot be inflated shows that it is not.
        Arrays.fill(zip, 2000, zip.length - 200, (byte) 0xff);
        assertThatThrownBy(() -> ZippedArray.unzip("a.parquet, row 1", ByteBuffer.wrap(zip)))
                .isInstanceOf(CropException.class);
        assertThat(counted(zip)).containsExactly(3L, 10_000L, 0L);
    }

    @Test
    void refusesAZippedArrayThatDeclaresMoreThanAnyHolds() throws IOException {
        byte[] zip = zip(npy(1_000_000_000, new byte[12]));
        assertThatThrownBy(() -> counted(zip))
                .hasMessage("[a.parquet, column 'xy', row 1] Expected 4,000,000,000 bytes of data, but found 12;"
                        + " it was cut short; copy or write it again");
    }
}
