package io.cropmill.faults;

import io.cropmill.crop.PaddedFile;
import io.cropmill.crop.PointFieldName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Two small recordings in every kind of source; numbers stand with their highest byte first wherever a kind can. */
final class Sources {
    static final List<String> RECORDINGS = List.of("b", "city/a");
    static final List<PointFieldName> POINT_FIELDS =
            Stream.of("xy:2", "height", "intensity").map(PointFieldName::parse).toList();

    private static final int CAPACITY = 12;
    private static final int[] COUNTS = {5, 0, 12, 9, 7, 3, 10, 12, 1};
    private static final int EARLIER_CAP = 10;

    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message crops {
              required group xy (LIST) { repeated group list { required float element; } }
              required group height (LIST) { repeated group list { required float element; } }
              required group intensity (LIST) { repeated group list { required float element; } }
              required int32 n;
              required int64 label;
              required fixed_len_byte_array(5) stamp (DECIMAL(9, 2));
            }
            """);

    private final Random random;

    private Sources(String recording) {
        this.random = new Random(recording.hashCode());
    }

    /** The kinds of sources, and what is odd about each. */
    enum Kind {
        /** Records; height and a crop field are big-endian. */
        PADDED,
        /** A big-endian array of float32 with counts in a file. */
        COUNTED,
        /** A big-endian array of float64 that is padded with zeros. */
        INFERRED,
        /** Padded lists with dictionaries, and a decimal. */
        PARQUET,
        /** A pair that was cut to 10 points before; height and a crop field are big-endian. */
        PAIR,
        /** As that, with plain points that a manifest names. */
        VERSION
    }

    /** Writes the recordings of a kind to a folder of its name. */
    static void write(Kind kind, Path folder) throws IOException {
        for (String recording : RECORDINGS) {
            Path file = folder.resolve(kind.name()).resolve(recording);
            Files.createDirectories(file.getParent());
            Sources source = new Sources(recording);
            switch (kind) {
                case PADDED -> source.padded(file);
                case COUNTED -> source.array(file, ">f4", Float.BYTES, true);
                case INFERRED -> source.array(file, ">f8", Double.BYTES, false);
                case PARQUET -> source.parquet(file);
                case PAIR -> source.pair(file, false);
                case VERSION -> source.pair(file, true);
            }
        }
    }

    /** A number of a point: steps of an eighth, a few of which lie outside of every raster. */
    private float coordinate() {
        return (random.nextInt(105) - 52) / 8f;
    }

    private float height() {
        return (random.nextInt(64) - 16) / 16f;
    }

    /** Some are beyond float16. */
    private float intensity() {
        return random.nextInt(4) == 0 ? 70_000 + random.nextInt(9) : random.nextInt(4000) / 7f;
    }

    private void padded(Path file) throws IOException {
        ByteBuffer rows =
                ByteBuffer.allocate(COUNTS.length * (CAPACITY * 16 + 2 + 4 + 8)).order(ByteOrder.LITTLE_ENDIAN);
        for (int count : COUNTS) {
            float[] xy = new float[2 * CAPACITY];
            for (int value = 0; value < 2 * count; value++) {
                xy[value] = coordinate();
            }
            for (float value : xy) {
                rows.putFloat(value);
            }
            for (int point = 0; point < CAPACITY; point++) {
                rows.putInt(Integer.reverseBytes(Float.floatToIntBits(point < count ? height() : 0)));
            }
            for (int point = 0; point < CAPACITY; point++) {
                rows.putFloat(point < count ? intensity() : 0);
            }
            rows.putShort(Short.reverseBytes((short) count)).putInt(random.nextInt());
            rows.putLong(Long.reverseBytes(Double.doubleToLongBits(random.nextDouble())));
        }
        Files.write(
                Path.of(file + ".npy"),
                PaddedFile.npy(
                        "{'descr': [('xy', '<f4', (12, 2)), ('height', '>f4', (12,)), ('intensity', '<f4', (12,)),"
                                + " ('n', '>i2'), ('label', '<i4'), ('stamp', '>f8')], 'fortran_order': False,"
                                + " 'shape': (" + COUNTS.length + ",), }",
                        rows.array()));
    }

    private void array(Path file, String type, int size, boolean isCounted) throws IOException {
        ByteBuffer rows = ByteBuffer.allocate(COUNTS.length * CAPACITY * 4 * size);
        ByteBuffer counts = ByteBuffer.allocate(COUNTS.length * Short.BYTES);
        for (int count : COUNTS) {
            counts.putShort((short) count);
            for (int point = 0; point < CAPACITY; point++) {
                float[] values = {coordinate(), coordinate(), height() + 0.03125f, intensity()};
                for (float value : values) {
                    float stored = point < count ? value : 0;
                    if (size == Float.BYTES) {
                        rows.putFloat(stored);
                    } else {
                        rows.putDouble(stored * 1.1);
                    }
                }
            }
        }
        Files.write(
                Path.of(file + ".npy"),
                PaddedFile.npy(
                        "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + COUNTS.length + ", 12, 4), }",
                        rows.array()));
        if (isCounted) {
            Files.write(
                    Path.of(file + ".counts.npy"),
                    PaddedFile.npy(
                            "{'descr': '>i2', 'fortran_order': False, 'shape': (" + COUNTS.length + ",), }",
                            counts.array()));
        }
    }

    private void parquet(Path file) throws IOException {
        Path path = Path.of(file + ".parquet");
        Files.deleteIfExists(path);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(path))
                .withConf(new PlainParquetConfiguration())
                .withType(SCHEMA)
                .build()) {
            for (int count : COUNTS) {
                SimpleGroup row = new SimpleGroup(SCHEMA);
                Group xy = row.addGroup("xy");
                Group heights = row.addGroup("height");
                Group intensities = row.addGroup("intensity");
                for (int point = 0; point < CAPACITY; point++) {
                    boolean isReal = point < count;
                    xy.addGroup("list").append("element", isReal ? coordinate() : 0);
                    xy.addGroup("list").append("element", isReal ? coordinate() : 0);
                    heights.addGroup("list").append("element", isReal ? height() : 0);
                    intensities.addGroup("list").append("element", isReal ? intensity() : 0);
                }
                byte[] stamp = ByteBuffer.allocate(Long.BYTES)
                        .putLong(random.nextInt(1_000_000_000) - 500_000_000)
                        .array();
                row.append("n", count)
                        .append("label", random.nextLong())
                        .append("stamp", Binary.fromConstantByteArray(stamp, 3, 5));
                writer.write(row);
            }
        }
    }

    private void pair(Path file, boolean isPlain) throws IOException {
        ByteBuffer rows = ByteBuffer.allocate(COUNTS.length * 28).order(ByteOrder.LITTLE_ENDIAN);
        int points = 0;
        for (int count : COUNTS) {
            int held = Math.min(count, EARLIER_CAP);
            rows.putLong(points).putInt(held).putInt(count).putInt(random.nextInt());
            rows.putLong(Long.reverseBytes(Double.doubleToLongBits(random.nextDouble())));
            points += held;
        }
        ByteBuffer records =
                ByteBuffer.allocate(points * 16).order(isPlain ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        for (int point = 0; point < points; point++) {
            records.putFloat(coordinate()).putFloat(coordinate());
            records.putInt(
                    isPlain ? Float.floatToIntBits(height()) : Integer.reverseBytes(Float.floatToIntBits(height())));
            records.putFloat(intensity());
        }
        Files.write(
                Path.of(file + ".npy"),
                PaddedFile.npy(
                        "{'descr': [('point_start', '<i8'), ('point_count', '<i4'), ('source_point_count', '<i4'),"
                                + " ('label', '<i4'), ('stamp', '>f8')], 'fortran_order': False, 'shape': ("
                                + COUNTS.length + ",), }",
                        rows.array()));
        String type = isPlain ? "'>f4'" : "[('xy', '<f4', (2,)), ('height', '>f4'), ('intensity', '<f4')]";
        String shape = isPlain ? "(" + points + ", 4)" : "(" + points + ",)";
        Files.write(
                Path.of(file + ".points.npy"),
                PaddedFile.npy(
                        "{'descr': " + type + ", 'fortran_order': False, 'shape': " + shape + ", }", records.array()));
    }
}
