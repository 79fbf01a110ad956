package io.cropmill.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.PaddedFile;
import io.cropmill.report.Progress;
import io.cropmill.storage.SteppedStorage;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks that are full, and sources that change or fail while they are read. */
class TroubleTest {
    private static final int CAPACITY = 40;
    private static final Map<URI, Storage> STORAGES = new ConcurrentHashMap<>();

    @TempDir
    Path folder;

    private Path source;
    private Path target;

    /** Changes nothing, unless a test says so. */
    private static class Told extends SteppedStorage {
        Told(Storage storage) {
            super(storage);
        }

        @Override
        protected void change(Kind kind, String path, Step step) throws IOException {
            step.run();
        }
    }

    @BeforeEach
    void writeSource() throws IOException {
        source = folder.resolve("source");
        target = folder.resolve("target");
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3, 0, 40);
        PaddedFile.write(source.resolve("b.npy"), CAPACITY, 2, 20);
    }

    @Test
    void asksForRoomBeforeItWrites() throws IOException {
        JobOutcome outcome = rebuild(
                Map.of(target, new Told(local(target)) {
                    @Override
                    public long freeBytes() {
                        return 1_000_000;
                    }
                }),
                "rasters.half.dtype=float16");
        assertThat(outcome.status()).isEqualTo(JobOutcome.Status.REFUSED);
        assertThat(outcome.text())
                .isEqualTo("Nothing was published: Expected room for 16.98 MB (pairs 2.11 kB, raster default 110.85 kB,"
                        + " raster half 55.55 kB, and a margin) at " + uri(target)
                        + ", but 1.00 MB are free; remove old versions with expire, choose another target, write fewer"
                        + " rasters (rasters.<name> = null) or use dtype = float16\n");
        assertThat(Rebuilds.files(target)).noneMatch(file -> file.startsWith("v"));
    }

    @Test
    void givesSpaceBackWhenTheDiskFillsHalfWay() throws IOException {
        rebuild(Map.of(), "cap=30");
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 5, 3, 0, 40);
        PaddedFile.write(source.resolve("c.npy"), CAPACITY, 6, 3);
        AtomicLong files = new AtomicLong();
        Told full = new Told(local(target)) {
            @Override
            protected void change(Kind kind, String path, Step step) throws IOException {
                if (path.startsWith("v000002/c") && files.incrementAndGet() > 2) {
                    throw new IOException("[" + path + "] Cannot write: no space left; free some");
                }
                step.run();
            }
        };
        assertThatThrownBy(() -> rebuild(Map.of(target, full), "cap=30")).hasMessageContaining("no space left");
        assertThat(Rebuilds.files(target.resolve("v000002"))).containsExactly("OWNER");
        assertThat(Files.readString(target.resolve("CURRENT"))).isEqualTo("v000001\n");
        assertThat(Files.readString(target.resolve("nightly.json"))).contains("no space left", "\"code\" : 1");
    }

    @Test
    void aRecordingThatChangesWhileItIsReadIsBad() throws IOException {
        Told changing = new Told(local(source)) {
            @Override
            public SeekableByteChannel open(String path) throws IOException {
                if (path.equals("a.npy")) {
                    Files.setLastModifiedTime(source.resolve(path), FileTime.fromMillis(1_600_000_000_000L));
                }
                return super.open(path);
            }
        };
        JobOutcome outcome = rebuild(Map.of(source, changing), "on-bad-recording=skip");
        assertThat(outcome.status()).isEqualTo(JobOutcome.Status.SKIPPED_RECORDINGS);
        assertThat(outcome.text())
                .startsWith("[a.npy] Expected the file as it was when the run began (")
                .contains("it is being written to: run again when it is complete");
        assertThat(Rebuilds.data(target.resolve("v000001"))).containsOnlyKeys("b.npy", "b.points.npy", "b.raster.npy");
    }

    @Test
    void aRecordingThatCannotBeReadIsBad() throws IOException {
        Told locked = new Told(local(source)) {
            @Override
            public SeekableByteChannel open(String path) throws IOException {
                if (path.equals("a.npy")) {
                    throw new IOException("[a.npy] Cannot open: Input/output error");
                }
                return super.open(path);
            }
        };
        JobOutcome outcome = rebuild(Map.of(source, locked), "on-bad-recording=skip");
        assertThat(outcome.status()).isEqualTo(JobOutcome.Status.SKIPPED_RECORDINGS);
        assertThat(outcome.text()).startsWith("[a.npy] Cannot open: Input/output error\n\nPublished ");
    }

    @Test
    void whatADeadRunFinishedIsTakenOverUnlessItIsDamaged() throws IOException {
        Told dying = new Told(local(target)) {
            @Override
            protected void change(Kind kind, String path, Step step) throws IOException {
                if (path.endsWith("manifest.json")) {
                    throw new IOException("[" + path + "] Cannot go on");
                }
                step.run();
            }
        };
        assertThatThrownBy(() -> rebuild(Map.of(target, dying))).hasMessageContaining("Cannot go on");
        Object inode = Files.getAttribute(target.resolve("v000001/b.points.npy"), "unix:ino");
        byte[] damaged = Files.readAllBytes(target.resolve("v000001/a.raster.npy"));
        damaged[damaged.length - 1] ^= 1;
        Files.write(target.resolve("v000001/a.raster.npy"), damaged);
        JobOutcome outcome = rebuild(Map.of());
        assertThat(outcome.text()).contains("build, new: a\n").contains("finished by a dead run: b\n");
        assertThat(Files.getAttribute(target.resolve("v000002/b.points.npy"), "unix:ino"))
                .isEqualTo(inode);
        Path other = folder.resolve("other");
        Rebuilds.run(uri(source), uri(other));
        assertThat(Rebuilds.data(target.resolve("v000002"))).isEqualTo(Rebuilds.data(other.resolve("v000001")));
    }

    private JobOutcome rebuild(Map<Path, Storage> storages, String... settings) throws IOException {
        LocalSpark.start();
        storages.forEach((path, storage) -> STORAGES.put(uri(path), storage));
        try {
            RebuildRequest request = new RebuildRequest(
                    uri(source), uri(target), SettingsLoader.load(Optional.empty(), List.of(settings)), Set.of());
            JavaSparkContext spark = JavaSparkContext.fromSparkContext(SparkContext.getOrCreate());
            return new RebuildJob(spark, Progress.silent(), request, TroubleTest::open).run();
        } finally {
            STORAGES.clear();
        }
    }

    static Storage open(URI location, Configuration hadoop) throws IOException {
        Storage told = STORAGES.get(location);
        return told == null ? Storages.of(location, hadoop) : told;
    }

    private static Storage local(Path path) throws IOException {
        return Storages.of(path.toString(), new Configuration(false));
    }

    private static URI uri(Path path) {
        return URI.create(path.toUri().toString().replaceFirst("/$", ""));
    }
}
