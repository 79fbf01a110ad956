package io.cropmill.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cropmill.Shared;
import io.cropmill.Slow;
import io.cropmill.Sweeps;
import io.cropmill.crop.PaddedFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real PySpark reads files and is compared with NumPy. */
@Slow
@Tag("sweep")
class PySparkTest {
    private static final Path SCRIPTS = Path.of("src/test/python").toAbsolutePath();

    @TempDir
    Path folder;

    @Test
    void readsRealFilesAsNumpyDoesOrRefusesThem() throws Exception {
        String python = python();
        run(
                python,
                "check_dataframes.py",
                application(),
                Shared.path("data/npy").toString(),
                Shared.path("data/npy-broken").toString());
    }

    @Test
    void readsGeneratedTypesAsNumpyDoes() throws Exception {
        String python = python();
        int arrays = Sweeps.partOrAll(60, 120);
        run(python, "write_arrays.py", folder.toString(), Integer.toString(arrays));
        assertThat(run(python, "check_dataframes.py", application(), folder.toString()))
                .contains("same: " + arrays + ", both refuse: 0, only NumPy: 0, only Spark: 0");
    }

    @Test
    void writesCropsInAnyPartitionsAndOrder() throws Exception {
        String python = python();
        Path source = folder.resolve("source");
        for (int recording = 0; recording < 5; recording++) {
            PaddedFile.write(
                    source.resolve("drive/" + recording + ".npy"), 64, recording, 3, 0, 64, 17, 5, 8, recording);
        }
        assertThat(run(python, "dataframe_crops.py", application(), source.toString(), folder.toString()))
                .endsWith("ok\n");
    }

    private static String python() throws Exception {
        String python = Shared.python();
        Process process = new ProcessBuilder(python, "-c", "import pyspark")
                .redirectErrorStream(true)
                .start();
        process.getInputStream().readAllBytes();
        boolean present = process.waitFor() == 0;
        String reason = "Skipped: " + python + " has no pyspark; see src/test/python/requirements.txt";
        if (!present) {
            System.out.println(reason);
        }
        assumeTrue(present, reason);
        return python;
    }

    /** Classes of this build, and of what the application jar holds beside them. */
    private static String application() {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> own = new ArrayList<>();
        for (String entry : Arrays.asList(path.split(File.pathSeparator))) {
            String name = Path.of(entry).getFileName().toString();
            boolean classes = Files.isDirectory(Path.of(entry)) && !name.startsWith("test");
            if (classes || name.startsWith("picocli-") || name.matches("config-[0-9.]+\\.jar")) {
                own.add(Path.of(entry).toAbsolutePath().toString());
            }
        }
        return String.join(File.pathSeparator, own);
    }

    private String run(String python, String script, String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(python, SCRIPTS.resolve(script).toString()));
        command.addAll(List.of(arguments));
        Path log = Files.createTempFile(folder, "python", ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().remove("SPARK_HOME");
        Process process = builder.start();
        try {
            boolean ended = process.waitFor(15, TimeUnit.MINUTES);
            String output = read(log);
            assertThat(ended).as(output).isTrue();
            assertThat(process.exitValue()).as(output).isZero();
            return output;
        } finally {
            process.destroyForcibly();
        }
    }

    private static String read(Path log) throws IOException {
        return Files.readString(log);
    }
}
