package io.cropmill.crop.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Shared;
import io.cropmill.Slow;
import io.cropmill.Sweeps;
import io.cropmill.crop.CountsFrom;
import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropException;
import io.cropmill.crop.CropReader;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.ReadBack;
import io.cropmill.crop.Recording;
import io.cropmill.npy.NpyReader;
import io.cropmill.parquet.ParquetColumn;
import io.cropmill.parquet.ParquetException;
import io.cropmill.parquet.ParquetFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of random types, shapes, encodings and codecs, as PyArrow writes them: each column is read with the values that
 * PyArrow reads, bit for bit, or refused by its name, and which of the two is told by its type. -Pcrash takes more files.
 */
@Slow
@Tag("sweep")
class RandomParquetOfPyArrowTest {
    private static final Path WRITER = Path.of("src/test/python/write_random_parquet.py");
    private static final int FILES = Sweeps.partOrAll(60, 400);
    private static final List<PointFieldName> POINTS = List.of(PointFieldName.parse("xy:2"));

    @TempDir
    Path folder;

    @Test
    void readsWhatPyArrowReadsOrRefusesTheColumnByName() throws IOException, InterruptedException {
        run(Shared.pyarrow(), WRITER.toString(), folder.toString(), Integer.toString(FILES), "1");
        int equal = 0;
        int refused = 0;
        for (int file = 0; file < FILES; file++) {
            Path path = folder.resolve(file + ".parquet");
            List<String> names = columns(path);
            for (String name : names) {
                Path expected = folder.resolve(file + "/" + name + ".npy");
                List<String> others = names.stream()
                        .filter(other -> !other.equals(name) && !other.equals("xy"))
                        .toList();
                if (Files.exists(expected)) {
                    assertThat(read(path, name, others)).as(file + " " + name).isEqualTo(values(expected));
                    equal++;
                } else {
                    assertThat(refusal(path, name, others))
                            .as(file + " " + name)
                            .contains("'" + name + "'");
                    refused++;
                }
            }
        }
        System.out.println(FILES + " random Parquet files of PyArrow: " + equal + " columns equal, " + refused
                + " refused by name");
        assertThat(equal).isGreaterThan(refused);
        assertThat(refused).isPositive();
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private static List<String> columns(Path path) throws IOException {
        try (ParquetFile file = ParquetFile.open(path.toString(), () -> FileChannel.open(path))) {
            return file.columns().stream().map(ParquetColumn::name).toList();
        }
    }

    /** Type and bytes of one column, as a recording has them. */
    private static List<Object> read(Path path, String name, List<String> skipped) throws IOException {
        FieldChoice choice = new FieldChoice("point_count", POINTS, List.of(), skipped, CountsFrom.FILE);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Recording recording = ReadBack.parquet(choice, ParquetOrigin.RecordingRows.ALL, path);
                BufferAllocator allocator = new RootAllocator();
                CropReader reader = recording.read(0, recording.rows(), allocator, 200)) {
            boolean isPoints = name.equals("xy");
            List<CropSchema.CropField> fields = isPoints
                    ? recording.schema().pointFields()
                    : recording.schema().cropFields();
            long itemBytes = fields.get(0).type().itemSize();
            for (Optional<CropBatch> next = reader.next(); next.isPresent(); next = reader.next()) {
                try (CropBatch batch = next.get()) {
                    byte[] part = new byte[Math.toIntExact((isPoints ? batch.points() : batch.crops()) * itemBytes)];
                    (isPoints ? batch.pointBytes(0) : batch.cropBytes(0)).getBytes(0, part);
                    bytes.writeBytes(part);
                }
            }
            String entry = fields.get(0).type().entry().descr();
            List<Object> found = new ArrayList<>(List.of(entry));
            if (!isPoints) {
                found.add(fields.get(0).type().entries());
            }
            found.add(bytes.toString(StandardCharsets.ISO_8859_1));
            return found;
        }
    }

    private static List<Object> values(Path npy) throws IOException {
        try (FileChannel channel = FileChannel.open(npy)) {
            NpyReader reader = new NpyReader(npy.toString(), channel);
            List<Object> values =
                    new ArrayList<>(List.of(reader.header().dtype().descr()));
            if (!npy.endsWith("xy.npy")) {
                values.add(reader.header().rowElements());
            }
            values.add(new String(reader.packedData(1 << 24), StandardCharsets.ISO_8859_1));
            return values;
        }
    }

    private static String refusal(Path path, String name, List<String> skipped) throws IOException {
        try {
            List<Object> found = read(path, name, skipped);
            throw new AssertionError(path.getFileName() + " " + name + " was read: " + found);
        } catch (CropException | ParquetException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void theFilesAreOfManyKinds() throws IOException, InterruptedException {
        run(Shared.pyarrow(), WRITER.toString(), folder.toString(), "40", "1");
        try (Stream<Path> files = Files.list(folder)) {
            List<String> settings = new ArrayList<>();
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".json")).toList()) {
                settings.add(Files.readString(file));
            }
            assertThat(String.join("", settings))
                    .contains(
                            "\"2.0\"",
                            "\"1.0\"",
                            "snappy",
                            "gzip",
                            "zstd",
                            "lz4",
                            "decimal128",
                            "timestamp",
                            "halffloat");
        }
    }
}
