package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Shared;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Has Parquet written by PyArrow. */
final class ParquetFiles {
    private static final Path WRITER = Path.of("src/test/python/write_parquet.py");

    private ParquetFiles() {}

    /** Writes a padded recording in a shape that {@code write_parquet.py} knows. */
    static Path write(Path padded, Path parquet, String shape, String options) throws IOException {
        return run(padded.toString(), parquet, shape, options);
    }

    /** Writes with the settings of the writer. */
    private static Path run(String from, Path parquet, String... more) throws IOException {
        Files.createDirectories(parquet.getParent());
        List<String> command = new ArrayList<>(List.of(Shared.pyarrow(), WRITER.toString(), from, parquet.toString()));
        command.addAll(List.of(more));
        python(command);
        return parquet;
    }

    /** Runs a few lines of Python with PyArrow and returns what they print. */
    static String script(String lines, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(Shared.pyarrow(), "-c", lines));
        command.addAll(List.of(arguments));
        return python(command);
    }

    private static String python(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            assertThat(process.waitFor()).as(output).isZero();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return output;
    }

    /**
     * Writes a row a name.
     *
     * @param names of recordings, in Python, at most two
     */
    static void writeRecordings(Path parquet, String column, String names) throws IOException {
        Files.createDirectories(parquet.getParent());
        script(
                "import sys, pyarrow as pa, pyarrow.parquet as pq; r = pa.array([" + names + "], pa.string());"
                        + " pq.write_table(pa.table({sys.argv[2]: r, 'p': pa.array([[1.0], [2.0]][:len(r)],"
                        + " pa.list_(pa.float32()))}), sys.argv[1])",
                parquet.toString(),
                column);
    }
}
