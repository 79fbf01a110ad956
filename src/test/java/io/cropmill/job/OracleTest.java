package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Shared;
import io.cropmill.Slow;
import io.cropmill.config.SettingsLoader;
import io.cropmill.job.Jobs.RebuildRequest;
import io.cropmill.report.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rebuilds real recordings and compares every file, byte for byte, with what the NumPy oracle makes of them. */
@Slow
class OracleTest {
    @TempDir
    Path folder;

    @BeforeAll
    static void startSpark() {
        LocalSpark.start();
    }

    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "cap=4096 | --cap 4096",
                "cap=1000 | --cap 1000",
                "cap=1000 seed=12345678901234567890 | --cap 1000 --seed 12345678901234567890",
                "points.layout=plain | --plain",
                "cap=1000 points.layout=plain rasters.default.dtype=float16 | --cap 1000 --plain --dtype float16",
                "rasters.default.channels=[count,occupancy,density,max(height),min(height),mean(height),top(intensity),"
                        + "max(xy.0),min(xy.1),mean(xy.1),top(xy.0)] | --channels count occupancy density max(height)"
                        + " min(height) mean(height) top(intensity) max(xy.0) min(xy.1) mean(xy.1) top(xy.0)",
                "rasters.shifted.shift=0.7 seed=7 | --raster shifted --shift 0.7 --seed 7",
                "rasters.shifted.shift=0.7 seed=7 | --seed 7",
                "rasters.default.height=31 rasters.default.width=64 rasters.default.x=[-3.3,5.7] "
                        + "rasters.default.y=[-8,2.5] | --size 31 64 --x -3.3 5.7 --y -8 2.5",
            })
    void equalsTheOracle(String settings, String oracle) throws IOException, InterruptedException {
        Path source = Shared.path("data/recordings");
        Path reference = Shared.path("reference/reference.py");
        String python = Shared.python();
        new SparkJobs(Progress.silent())
                .rebuild(new RebuildRequest(
                        source.toUri(),
                        folder.toUri(),
                        SettingsLoader.load(
                                Optional.empty(), List.of(settings.strip().split(" "))),
                        Set.of()));
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".npy")).toList()) {
                String name = source.relativize(file).toString().replaceAll("\\.npy$", "");
                List<String> command =
                        new ArrayList<>(List.of(python, reference.toString(), "verify", file.toString()));
                command.addAll(List.of(folder.resolve("v000001").toString(), "--name", name));
                command.addAll(List.of(oracle.strip().split(" ")));
                assertThat(output(command)).startsWith(name + ": 3 files identical");
            }
        }
    }

    private static String output(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
