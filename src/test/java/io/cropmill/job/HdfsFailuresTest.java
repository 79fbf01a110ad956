package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.PaddedFile;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.report.Progress;
import io.cropmill.storage.Checksums;
import io.cropmill.storage.MiniDfs;
import io.cropmill.storage.SteppedStorage;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A NameNode that takes no changes, and a DataNode that goes away. */
@Slow
class HdfsFailuresTest {
    private static final int CAPACITY = 40;
    private static volatile Optional<Storage> stopping = Optional.empty();

    @TempDir
    Path folder;

    @Test
    void saysThatTheNameNodeIsInSafeMode() throws IOException {
        PaddedFile.write(folder.resolve("source/a.npy"), CAPACITY, 1, 3);
        DistributedFileSystem hdfs = (DistributedFileSystem) MiniDfs.shared().fileSystem();
        URI target = URI.create(MiniDfs.shared().newFolder());
        hdfs.setSafeMode(SafeModeAction.ENTER);
        try {
            assertThatThrownBy(() -> rebuild(target))
                    .isInstanceOf(IOException.class)
                    .hasMessageMatching(
                            "\\[lock\\.000001] Cannot create: the NameNode is in safe mode and takes no changes;"
                                    + " run it again when \\\"hdfs dfsadmin -safemode get\\\" says OFF");
        } finally {
            hdfs.setSafeMode(SafeModeAction.LEAVE);
        }
        assertThat(rebuild(target).status()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void aDataNodeMayStopInTheMiddle() throws IOException {
        int[] counts =
                IntStream.range(0, 20).map(row -> row * 17 % (CAPACITY + 1)).toArray();
        for (int i = 0; i < 4; i++) {
            PaddedFile.write(folder.resolve("source/r" + i + ".npy"), CAPACITY, i, counts);
        }
        Path plain = folder.resolve("plain");
        rebuild(URI.create("file://" + plain));
        try (MiniDFSCluster cluster = MiniDfs.another(3, 2)) {
            URI target = URI.create(cluster.getURI() + "/target");
            AtomicLong changes = new AtomicLong();
            stopping = Optional.of(new SteppedStorage(Storages.of(target, cluster.getConfiguration(0))) {
                @Override
                protected void change(Kind kind, String path, Step step) throws IOException {
                    step.run();
                    if (changes.incrementAndGet() == 12) {
                        cluster.stopDataNode(0);
                    }
                }
            });
            assertThat(rebuild(target).status()).isEqualTo(ExitCode.DONE);
            assertThat(changes.get()).isGreaterThan(12);
            Storage storage = stopping.orElseThrow();
            for (RecordingEntry recording :
                    new Dataset(storage).manifest("v000001").recordings()) {
                for (WrittenFile file : recording.files().all().toList()) {
                    assertThat(Checksums.read(storage, file.path())).isEqualTo(file);
                    Storage local = Storages.of(plain.toString(), new Configuration(false));
                    assertThat(Checksums.read(local, file.path())).isEqualTo(file);
                }
            }
        } finally {
            stopping = Optional.empty();
        }
    }

    static Storage open(URI location, Configuration hadoop) throws IOException {
        Optional<Storage> other = stopping;
        if (other.isPresent() && other.get().root().equals(location)) {
            return other.get();
        }
        return "hdfs".equals(location.getScheme())
                ? Storages.of(location, MiniDfs.shared().configuration())
                : Storages.of(location, hadoop);
    }

    private JobOutcome rebuild(URI target) throws IOException {
        LocalSpark.start();
        RebuildRequest request = new RebuildRequest(
                URI.create("file://" + folder.resolve("source")),
                target,
                SettingsLoader.load(Optional.empty(), List.of("cap=25", "split-bytes=3000")),
                Set.of());
        JavaSparkContext spark = JavaSparkContext.fromSparkContext(SparkContext.getOrCreate());
        return new RebuildJob(spark, Progress.silent(), request, HdfsFailuresTest::open).run();
    }
}
