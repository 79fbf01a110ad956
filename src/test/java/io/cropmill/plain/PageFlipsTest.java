package io.cropmill.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.Sweeps;
import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropException;
import io.cropmill.crop.CropReader;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.Recording;
import io.cropmill.crop.parquet.ParquetOrigin;
import io.cropmill.npy.NpyException;
import io.cropmill.parquet.ParquetException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Single bits flipped in pages without checksums. What the proof's reader refuses, the rebuild's refuses first, so that it
 * is a bad recording by name and not the end of the run; and what both read is the same. -Pcrash flips every bit.
 */
@Slow
@Tag("sweep")
class PageFlipsTest {
    private static final int STEP = Sweeps.partOrAll(37, 1);
    private static final int ROWS = 11;
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message crops {
              required int32 point_count;
              required group p (LIST) { repeated group list { required float element; } }
              optional group q (LIST) { repeated group list { required group element (LIST) {
                repeated group list { required int32 element; } } } }
              optional int64 stamp;
              required boolean good;
            }
            """);
    private static final FieldChoice CHOICE =
            new FieldChoice("point_count", List.of(PointFieldName.parse("p"), PointFieldName.parse("q:2")), List.of());

    @TempDir
    Path folder;

    private enum Outcome {
        EQUAL,
        REFUSED
    }

    @ParameterizedTest
    @CsvSource({"PARQUET_1_0, true", "PARQUET_1_0, false", "PARQUET_2_0, true", "PARQUET_2_0, false"})
    void theRebuildRefusesWhatTheProofDoes(WriterVersion version, boolean dictionary) throws IOException {
        byte[] file = written(version, dictionary);
        int footer = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
        Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
        List<String> odd = new ArrayList<>();
        for (int bit = 4 * Byte.SIZE; bit < (file.length - 8 - footer) * Byte.SIZE; bit += STEP) {
            byte[] changed = file.clone();
            changed[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            Files.write(folder.resolve("a.parquet"), changed);
            BothSides sides =
                    BothSides.of(folder, List.of("a.parquet"), ParquetOrigin.RecordingRows.ALL, List.of(), CHOICE);
            Read fast = fast(sides);
            if (fast.error() != null) {
                assertThat(fast.error()).startsWith("[a.parquet");
                outcomes.merge(Outcome.REFUSED, 1, Integer::sum);
                continue;
            }
            Read plain = plain(sides);
            if (fast.rows().equals(plain.rows())) {
                outcomes.merge(Outcome.EQUAL, 1, Integer::sum);
            } else {
                odd.add("byte " + bit / Byte.SIZE + ", bit " + bit % Byte.SIZE + ": "
                        + (plain.error() == null ? "other values" : plain.error()));
            }
        }
        System.out.println(version + (dictionary ? " with" : " without") + " dictionaries: " + outcomes);
        assertThat(odd).isEmpty();
        assertThat(outcomes.keySet()).contains(Outcome.EQUAL, Outcome.REFUSED);
    }

    /** The values of all rows, or why they cannot be read. */
    private record Read(List<String> rows, @Nullable String error) {}

    private static Read fast(BothSides sides) throws IOException {
        List<String> rows = new ArrayList<>();
        try (Recording recording = sides.recording();
                CropReader reader = recording.read(0, recording.rows(), 1 << 20)) {
            for (Optional<CropBatch> next = reader.next(); next.isPresent(); next = reader.next()) {
                try (CropBatch batch = next.get()) {
                    for (int crop = 0; crop < batch.crops(); crop++) {
                        rows.add(row(batch, crop));
                    }
                }
            }
            return new Read(rows, null);
        } catch (ParquetException | CropException | NpyException e) {
            return new Read(List.of(), String.valueOf(e.getMessage()));
        }
    }

    private static String row(CropBatch batch, int crop) {
        StringBuilder row = new StringBuilder();
        for (int field = 0; field < batch.schema().pointFields().size(); field++) {
            int size = (int) batch.schema().pointFields().get(field).type().itemSize();
            byte[] values = new byte[batch.pointCount(crop) * size];
            ByteBuffer all = batch.pointValues(field);
            all.get(all.position() + batch.pointStart(crop) * size, values);
            row.append(Arrays.toString(values));
        }
        for (int field = 0; field < batch.schema().cropFields().size(); field++) {
            byte[] value =
                    new byte[(int) batch.schema().cropFields().get(field).type().itemSize()];
            ByteBuffer all = batch.cropValues(field);
            all.get(all.position() + crop * value.length, value);
            row.append(Arrays.toString(value));
        }
        return row.toString();
    }

    private static Read plain(BothSides sides) throws IOException {
        List<String> rows = new ArrayList<>();
        try (PlainParquet plain = sides.plain()) {
            List<PlainField> types = plain.pointFields();
            for (long row = 0; row < plain.rows(); row++) {
                PlainCrop crop = plain.next();
                StringBuilder text = new StringBuilder();
                for (int field = 0; field < types.size(); field++) {
                    byte[] points = crop.points().get(field);
                    text.append(Arrays.toString(Arrays.copyOf(
                            points, crop.count() * types.get(field).bytes())));
                }
                crop.crop().forEach(value -> text.append(Arrays.toString(value)));
                rows.add(text.toString());
            }
            return new Read(rows, null);
        } catch (PlainException e) {
            return new Read(List.of(), String.valueOf(e.getMessage()));
        }
    }

    private byte[] written(WriterVersion version, boolean dictionary) throws IOException {
        Path file = folder.resolve("whole.parquet");
        Files.deleteIfExists(file);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withType(SCHEMA)
                .withWriterVersion(version)
                .withDictionaryEncoding(dictionary)
                .withPageWriteChecksumEnabled(false)
                .withPageSize(64)
                .withPageRowCountLimit(6)
                .build()) {
            for (int row = 0; row < ROWS; row++) {
                Group group = new SimpleGroup(SCHEMA).append("point_count", row % 4);
                Group p = group.addGroup("p");
                Group q = group.addGroup("q");
                for (int i = 0; i < row % 4; i++) {
                    p.addGroup("list").append("element", row % 3 + i / 4f);
                    Group pair = q.addGroup("list").addGroup("element");
                    pair.addGroup("list").append("element", row % 5);
                    pair.addGroup("list").append("element", i);
                }
                writer.write(group.append("stamp", 1_700_000_000_000L + row / 2).append("good", row % 3 == 0));
            }
        }
        return Files.readAllBytes(file);
    }
}
