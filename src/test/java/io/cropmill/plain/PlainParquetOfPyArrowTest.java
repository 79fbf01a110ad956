package io.cropmill.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Shared;
import io.cropmill.Slow;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.parquet.ParquetOrigin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What PyArrow writes in random layouts, types and settings: the proof's reader and a rebuild's give the same bytes. */
@Slow
class PlainParquetOfPyArrowTest {
    private static final int FILES = 150;
    private static final int SEED = 20;

    @TempDir
    Path folder;

    @Test
    void bothSidesGiveTheSameBytes() throws IOException, InterruptedException {
        write();
        int compared = 0;
        List<String> different = new ArrayList<>();
        for (int file = 0; file < FILES; file++) {
            List<String> lines = Files.readAllLines(folder.resolve(file + ".txt"));
            List<PointFieldName> points = Arrays.stream(lines.get(1).split(" "))
                    .map(PointFieldName::parse)
                    .toList();
            FieldChoice choice = new FieldChoice(lines.get(0), points, List.of());
            for (String recording : lines.get(3).split(" ")) {
                ParquetOrigin.RecordingRows rows =
                        new ParquetOrigin.RecordingRows(lines.get(2), recording, lines.get(4), "");
                try {
                    BothSides.of(folder, List.of(file + ".parquet"), rows, List.of(), choice)
                            .requireEqual();
                } catch (AssertionError | IOException | RuntimeException e) {
                    different.add(file + " " + lines + ": " + e);
                }
                compared++;
            }
        }
        System.out.println(compared + " recordings of " + FILES + " files compared");
        assertThat(different).isEmpty();
        assertThat(compared).isGreaterThan(FILES);
    }

    private void write() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Shared.pyarrow(),
                        "src/test/python/random_parquet.py",
                        folder.toString(),
                        String.valueOf(FILES),
                        String.valueOf(SEED))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
