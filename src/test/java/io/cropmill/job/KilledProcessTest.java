package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.Sweeps;
import io.cropmill.crop.PaddedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed, or told to end, at some moment of a night; under speculation, with tasks that sleep. */
@Slow
@Tag("sweep")
class KilledProcessTest {
    private static final int CAPACITY = 40;
    private static final Map<String, String> SPECULATION = Map.of(
            "spark.master", "local-cluster[2,1,1024]",
            "spark.speculation", "true",
            "spark.speculation.multiplier", "1",
            "spark.speculation.quantile", "0.01",
            "spark.speculation.interval", "20ms",
            "spark.speculation.minTaskRuntime", "20ms");
    private static final int RECORDINGS = 6;

    /** Once, at work for certain; or with -Pcrash, as often as it takes to believe it. */
    private static final int TIMES = Sweeps.partOrAll(1, 20);

    @TempDir
    Path folder;

    private Path source;
    private Map<String, String> undisturbed;

    @BeforeEach
    void firstNight() throws IOException {
        source = folder.resolve("source");
        int[] counts =
                IntStream.range(0, 12).map(row -> row * 17 % (CAPACITY + 1)).toArray();
        for (int i = 0; i < RECORDINGS; i++) {
            PaddedFile.write(source.resolve("r" + i + ".npy"), CAPACITY, i, counts);
        }
        Path target = folder.resolve("undisturbed");
        Rebuilds.run(source.toUri(), target.toUri(), settings());
        undisturbed = Rebuilds.data(target.resolve("v000001"));
        assertThat(undisturbed).hasSize(4 * RECORDINGS);
    }

    @Test
    void aDriverMayBeKilledAtAnyMoment() throws IOException, InterruptedException {
        killed(new Random(1), 3000, driver -> {
            List<ProcessHandle> executors = driver.process().descendants().toList();
            driver.process().destroyForcibly().waitFor();
            executors.forEach(ProcessHandle::destroyForcibly);
            return true;
        });
    }

    @Test
    void anExecutorMayBeKilledAtAnyMoment() throws IOException, InterruptedException {
        Random random = new Random(2);
        killed(random, 1500, driver -> {
            List<ProcessHandle> executors = driver.process().children().toList();
            boolean isAny = !executors.isEmpty();
            if (isAny) {
                executors.get(random.nextInt(executors.size())).destroyForcibly();
            }
            assertThat(driver.end()).as(driver.printed()).isZero();
            return isAny;
        });
    }

    private interface Kill {
        /** Kills; false if nothing was there to be killed. */
        boolean of(DriverProcess driver) throws IOException, InterruptedException;
    }

    /**
     * Kills once a recording is finished, or with -Pcrash at random moments, sooner after a run that ended before its
     * moment, until as many died as are asked for.
     */
    private void killed(Random random, int mostMillis, Kill kill) throws IOException, InterruptedException {
        int within = Sweeps.partOrAll(1, mostMillis);
        for (int died = 0, attempt = 0; died < TIMES; attempt++) {
            Path target = folder.resolve("killed-" + attempt);
            DriverProcess driver = start(target, SPECULATION);
            await(driver, target, Sweeps.partOrAll(".done", "OWNER"));
            boolean ended = driver.process().waitFor(random.nextInt(within), TimeUnit.MILLISECONDS);
            if (!ended && kill.of(driver)) {
                died++;
            } else {
                within = within / 2;
                assertThat(within)
                        .as("No moment found while a run is at work: " + driver.printed())
                        .isPositive();
            }
            Rebuilds.run(source.toUri(), target.toUri(), settings());
            assertThat(live(target)).isEqualTo(undisturbed);
        }
    }

    @Test
    void aDriverThatIsToldToEndReleasesTheLock() throws IOException, InterruptedException {
        Path target = folder.resolve("told");
        DriverProcess driver = start(target, Map.of("spark.master", "local[1]"));
        await(driver, target, "OWNER");
        driver.process().destroy();
        assertThat(driver.end()).as(driver.printed()).isEqualTo(143);
        assertThat(target.resolve("CURRENT")).doesNotExist();
        assertThat(Files.readString(target.resolve("lock.000001"))).contains("\"released\":true");
        assertThat(Files.readString(target.resolve("nightly.json"))).contains("Stopped by a signal");
        assertThat(Rebuilds.files(target)).noneMatch(file -> file.endsWith(".tmp"));
        Rebuilds.run(source.toUri(), target.toUri(), settings());
        assertThat(live(target)).isEqualTo(undisturbed);
    }

    @Test
    void aRetirementThatIsToldToEndReleasesTheLock() throws IOException, InterruptedException {
        Path target = folder.resolve("undisturbed");
        DriverProcess driver = start("retire", target, "--recording", "r0", "r1", "r2");
        await(driver, () -> Files.exists(target.resolve("lock.000002")));
        driver.process().toHandle().destroy();
        assertThat(driver.end()).as(driver.printed()).isEqualTo(143);
        assertThat(Files.readString(target.resolve("lock.000002")))
                .contains("\"doing\":\"retire\"", "\"released\":true");
        assertThat(target.resolve("CURRENT")).hasContent("v000001");
        assertThat(target.resolve("retired")).doesNotExist();
    }

    @Test
    void nothingStaysOfTheFilesThatASampleWasWriting() throws IOException, InterruptedException {
        Path target = folder.resolve("sample");
        DriverProcess driver = start("sample", target, "--recordings", "2", "--crops", "1000000", "--capacity", "64");
        await(driver, () -> Rebuilds.files(target).stream().anyMatch(file -> file.endsWith(".tmp")));
        driver.process().toHandle().destroy();
        assertThat(driver.end()).as(driver.printed()).isEqualTo(143);
        assertThat(Rebuilds.files(target)).isEmpty();
        assertThat(driver.printed()).doesNotContain("\tat ");
    }

    @Test
    void nothingStaysOfTheFilesThatAnExportWasWriting() throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Path whole = folder.resolve("whole");
        Rebuilds.run(source.toUri(), whole.toUri(), "cap=" + CAPACITY, "rasters.default=null");
        DriverProcess driver =
                start("export", whole, "--padded", "--recording=r0", "--capacity=4000000", "--output=" + output);
        await(driver, () -> Rebuilds.files(output).stream().anyMatch(file -> file.endsWith(".tmp")));
        driver.process().toHandle().destroy();
        assertThat(driver.end()).as(driver.printed()).isEqualTo(143);
        assertThat(Rebuilds.files(output)).isEmpty();
        assertThat(driver.printed()).doesNotContain("\tat ");
    }

    private static String[] settings() {
        return new String[] {
            "cap=25",
            "rasters.sleepy.class=" + SleepyRasterizer.class.getName(),
            "rasters.sleepy.height=4",
            "rasters.sleepy.width=4",
            "lock.stale-after=1 s"
        };
    }

    private DriverProcess start(Path target, Map<String, String> properties) throws IOException {
        java.util.List<String> words = new java.util.ArrayList<>(
                List.of("rebuild", "--source", source.toString(), "--target", target.toString()));
        for (String setting : settings()) {
            words.addAll(List.of("--set", setting));
        }
        return DriverProcess.start(folder, new HashMap<>(properties), words.toArray(String[]::new));
    }

    private DriverProcess start(String command, Path target, String... more) throws IOException {
        java.util.List<String> words = new java.util.ArrayList<>(List.of(command, "--target", target.toString()));
        if (command.equals("retire")) {
            words.addAll(List.of("--source", source.toString()));
        }
        words.addAll(List.of(more));
        return DriverProcess.start(folder, Map.of("spark.master", "local[1]"), words.toArray(String[]::new));
    }

    private interface Look {
        boolean begun() throws IOException;
    }

    private static void await(DriverProcess driver, Look look) throws IOException, InterruptedException {
        while (driver.process().isAlive() && !look.begun()) {
            boolean unused = driver.process().waitFor(20, TimeUnit.MILLISECONDS);
        }
    }

    /** Waits until the first version has a file, whatever the machine's speed. */
    private static void await(DriverProcess driver, Path target, String file) throws IOException, InterruptedException {
        await(driver, () -> Files.exists(target.resolve("v000001").resolve(file)));
    }

    private static Map<String, String> live(Path target) throws IOException {
        return Rebuilds.data(
                target.resolve(Files.readString(target.resolve("CURRENT")).strip()));
    }
}
