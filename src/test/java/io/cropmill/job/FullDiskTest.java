package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.PaddedFile;
import io.cropmill.job.Jobs.RebuildRequest;
import io.cropmill.report.Progress;
import io.cropmill.storage.SteppedStorage;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A target on a disk of 24 MiB, which only who may mount one can try. */
@Slow
class FullDiskTest {
    private static final int CAPACITY = 40;
    private static final String[] SETTINGS = {"rasters.default.dtype=float32"};
    private static volatile Optional<Storage> filling = Optional.empty();

    @TempDir
    Path folder;

    private Path source;
    private Path disk;
    private Path target;

    @BeforeEach
    void mount() throws IOException, InterruptedException {
        source = folder.resolve("source");
        disk = Files.createDirectories(folder.resolve("disk"));
        target = disk.resolve("target");
        boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=24m", "none", disk.toString());
        Assumptions.assumeTrue(mounted, "Only who may mount a small disk can fill it; not tried");
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3, 0, 40);
        rebuild();
        assertThat(live()).isEqualTo("v000001");
    }

    @AfterEach
    void unmount() throws IOException, InterruptedException {
        filling = Optional.empty();
        run("umount", disk.toString());
    }

    private static boolean run(String... words) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(words).redirectErrorStream(true).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void aDiskThatIsTooSmallIsRefusedBeforeAnyWork() throws IOException {
        PaddedFile.write(source.resolve("b.npy"), CAPACITY, 2, new int[1000]);
        JobOutcome outcome = rebuild();
        assertThat(outcome.status()).isEqualTo(ExitCode.REFUSED);
        assertThat(outcome.text())
                .startsWith("Nothing was published: Expected room for ")
                .contains(" at file://" + target + ", but ")
                .endsWith(" are free; remove old versions with expire, choose another target, write fewer rasters"
                        + " (rasters.<name> = null) or use dtype = float16\n");
        assertThat(live()).isEqualTo("v000001");
        assertThat(target.resolve("v000002")).doesNotExist();
    }

    /** Somebody else writes to the disk once the run has begun. */
    @Test
    void aDiskThatFillsHalfWayIsGivenItsSpaceBack() throws IOException {
        long before = Files.getFileStore(disk).getUsableSpace();
        PaddedFile.write(source.resolve("b.npy"), CAPACITY, 2, new int[100]);
        PaddedFile.write(source.resolve("c.npy"), CAPACITY, 3, new int[100]);
        AtomicLong files = new AtomicLong();
        Path ballast = disk.resolve("ballast");
        filling = Optional.of(new SteppedStorage(Storages.of(target.toString(), new Configuration(false))) {
            @Override
            protected void change(Kind kind, String path, Step step) throws IOException {
                if (path.startsWith("v000002/") && path.endsWith(".npy") && files.incrementAndGet() == 3) {
                    fill(ballast);
                }
                step.run();
            }
        });
        assertThatThrownBy(FullDiskTest.this::rebuild)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Cannot write: no space left; free some on the disk of " + target
                        + "/v000002 or choose another" + " target");
        assertThat(live()).isEqualTo("v000001");
        Files.delete(ballast);
        // What stays are a lock, a number and a note of a few hundred bytes each.
        assertThat(before - Files.getFileStore(disk).getUsableSpace()).isLessThan(64 << 10);
        assertThat(Rebuilds.files(target.resolve("v000002"))).containsExactly("OWNER");
        filling = Optional.empty();
        assertThat(rebuild().status()).isEqualTo(ExitCode.DONE);
        assertThat(live()).isEqualTo("v000003");
    }

    private static void fill(Path ballast) throws IOException {
        byte[] piece = new byte[4096];
        try (OutputStream out = Files.newOutputStream(ballast)) {
            while (true) {
                out.write(piece);
            }
        } catch (IOException e) {
            // Full, as was wanted.
            return;
        }
    }

    static Storage open(URI location, Configuration hadoop) throws IOException {
        Optional<Storage> full = filling;
        return full.isPresent() && full.get().root().equals(location) ? full.get() : Storages.of(location, hadoop);
    }

    private JobOutcome rebuild() throws IOException {
        LocalSpark.start();
        RebuildRequest request = new RebuildRequest(
                URI.create("file://" + source),
                URI.create("file://" + target),
                SettingsLoader.load(Optional.empty(), List.of(SETTINGS)),
                Set.of());
        JavaSparkContext spark = JavaSparkContext.fromSparkContext(SparkContext.getOrCreate());
        return new RebuildJob(spark, Progress.silent(), request, FullDiskTest::open).run();
    }

    private String live() throws IOException {
        return Files.readString(target.resolve("CURRENT")).strip();
    }
}
