package io.cropmill.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.Sweeps;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.parquet.ParquetOrigin;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

/** Files with one bit flipped: all rows are read, or the file is refused by name; nothing else is thrown. */
@Slow
@Tag("sweep")
class PlainParquetDamageTest {
    private static final int ROWS = 12;

    /** Every bit, or every so-manieth: prime, so that all bits of a byte have their turn. */
    private static final int STEP = Sweeps.partOrAll(5, 1);

    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message crops {
              required group p (LIST) { repeated group list { required float element; } }
              required int32 label;
            }
            """);

    @TempDir
    Path folder;

    @Test
    void readsAllRowsOfAFooterWithAFlippedBitOrRefusesIt() throws IOException {
        byte[] file = written(CompressionCodecName.UNCOMPRESSED);
        int footer = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
        requireReadOrRefused(file, file.length - 8 - footer, file.length);
    }

    @Test
    void readsAllRowsOfPagesWithAFlippedBitOrRefusesThem() throws IOException {
        byte[] file = written(CompressionCodecName.GZIP);
        int footer = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
        requireReadOrRefused(file, 4, file.length - 8 - footer);
    }

    @Test
    void refusesEveryFileThatWasCutShort() throws IOException {
        byte[] file = written(CompressionCodecName.SNAPPY);
        for (int length = 0; length < file.length; length += 7) {
            assertThat(outcome(Arrays.copyOf(file, length)))
                    .as("%d bytes", length)
                    .startsWith("[a.parquet] Expected a");
        }
    }

    private void requireReadOrRefused(byte[] file, int from, int to) throws IOException {
        List<String> odd = new ArrayList<>();
        int read = 0;
        int refused = 0;
        for (int bit = from * Byte.SIZE; bit < to * Byte.SIZE; bit += STEP) {
            file[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            String outcome = outcome(file);
            file[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            if (outcome.equals(ROWS + " rows")) {
                read++;
            } else if (outcome.startsWith("[a.parquet")) {
                refused++;
            } else {
                odd.add("bit " + bit + ": " + outcome);
            }
        }
        System.out.println(
                (read + refused) + " files with a flipped bit: " + read + " read whole, " + refused + " refused");
        assertThat(odd).isEmpty();
        assertThat(refused).isPositive();
    }

    /** How many rows were read, or what was said instead. */
    private String outcome(byte[] bytes) throws IOException {
        Files.write(folder.resolve("a.parquet"), bytes);
        FieldChoice choice = new FieldChoice("point_count", List.of(PointFieldName.parse("p")), List.of());
        BothSides sides =
                BothSides.of(folder, List.of("a.parquet"), ParquetOrigin.RecordingRows.ALL, List.of(), choice);
        try (PlainParquet plain = sides.plain()) {
            for (long row = 0; row < plain.rows(); row++) {
                plain.next();
            }
            return plain.rows() + " rows";
        } catch (PlainException e) {
            return String.valueOf(e.getMessage());
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return e.toString();
        }
    }

    private byte[] written(CompressionCodecName codec) throws IOException {
        Path file = folder.resolve("whole.parquet");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withType(SCHEMA)
                .withCompressionCodec(codec)
                .withRowGroupRowCountLimit(5)
                .withPageSize(64)
                .withMinRowCountForPageSizeCheck(1)
                .build()) {
            for (int row = 0; row < ROWS; row++) {
                Group group = new SimpleGroup(SCHEMA);
                Group list = group.addGroup("p");
                for (int value = 0; value < 1 + row % 4; value++) {
                    list.addGroup("list").append("element", row * 0.5f + value);
                }
                group.append("label", row);
                writer.write(group);
            }
        }
        return Files.readAllBytes(file);
    }
}
