package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.Sweeps;
import io.cropmill.crop.PaddedFile;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.expire.Expiry;
import io.cropmill.dataset.expire.ExpiryRule;
import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.storage.Checksums;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several at one dataset at the same time: rebuilds, and readers. */
@Slow
@Tag("sweep")
class ConcurrentRunsTest {
    private static final int CAPACITY = 40;

    @TempDir
    Path folder;

    private Path source;
    private Path target;

    @BeforeEach
    void nameFolders() {
        source = folder.resolve("source");
        target = folder.resolve("target");
    }

    private static int times(int full) {
        return Sweeps.partOrAll(Math.max(3, full / 20), full);
    }

    @Test
    void oneOfTwoRebuildsPublishes() throws Exception {
        int rounds = times(50);
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            for (int round = 0; round < rounds; round++) {
                PaddedFile.write(source.resolve("b.npy"), CAPACITY, round, 3, round % CAPACITY);
                CyclicBarrier start = new CyclicBarrier(2);
                List<Future<ExitCode>> ends = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    ends.add(pool.submit(() -> {
                        start.await();
                        return Rebuilds.run(source.toUri(), target.toUri(), "lock.stale-after=500 ms")
                                .status();
                    }));
                }
                List<ExitCode> statuses = List.of(ends.get(0).get(), ends.get(1).get());
                assertThat(statuses).containsOnlyOnce(ExitCode.DONE);
                assertThat(statuses).containsAnyOf(ExitCode.LOCKED, ExitCode.NOTHING);
            }
        } finally {
            pool.shutdown();
        }
        try (Storage storage = Storages.of(target.toString(), new Configuration(false))) {
            assertThat(new Dataset(storage).versions()).hasSize(rounds);
        }
        System.out.println("TogetherTest: " + rounds + " times two rebuilds at once, one published");
    }

    @Test
    void aReaderThatPollsNeverSeesAMixNorAMissingFile() throws Exception {
        int publications = times(200);
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3);
        PaddedFile.write(source.resolve("b.npy"), CAPACITY, 0, 3, 4);
        Rebuilds.run(source.toUri(), target.toUri());
        AtomicBoolean stop = new AtomicBoolean();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<Integer> reads = pool.submit(() -> poll(stop));
        try {
            for (int i = 1; i < publications; i++) {
                PaddedFile.write(source.resolve("b.npy"), CAPACITY, i, 3, i % CAPACITY);
                Rebuilds.run(source.toUri(), target.toUri());
                expire();
            }
        } finally {
            stop.set(true);
            pool.shutdown();
        }
        System.out.println("TogetherTest: " + reads.get() + " whole reads during " + publications + " publications");
    }

    /** Two versions stay: a reader has a night's time to open what CURRENT named. */
    private void expire() throws IOException {
        try (Storage storage = Storages.of(target.toString(), new Configuration(false));
                DatasetLock lock = DatasetLock.acquire(storage, "expire", Duration.ofMinutes(5), sentence -> {})) {
            new Expiry(new Dataset(storage), new ExpiryRule(3, Duration.ZERO)).run(lock);
        }
    }

    private int poll(AtomicBoolean stop) throws IOException {
        int reads = 0;
        try (Storage storage = Storages.of(target.toString(), new Configuration(false))) {
            Dataset dataset = new Dataset(storage);
            while (!stop.get()) {
                Manifest manifest = dataset.manifest(dataset.current().orElseThrow());
                for (RecordingEntry recording : manifest.recordings()) {
                    for (WrittenFile file : recording.files().all().toList()) {
                        assertThat(Checksums.read(storage, file.path())).isEqualTo(file);
                    }
                }
                reads++;
            }
        }
        return reads;
    }

    @Test
    void filesThatAreMappedStayAsTheyAre() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3, 20);
        PaddedFile.write(source.resolve("b.npy"), CAPACITY, 2, 7);
        Rebuilds.run(source.toUri(), target.toUri());
        byte[] before = Files.readAllBytes(target.resolve("v000001/a.points.npy"));
        try (FileChannel channel = FileChannel.open(target.resolve("v000001/a.points.npy"))) {
            MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            for (int night = 0; night < 3; night++) {
                PaddedFile.write(source.resolve("a.npy"), CAPACITY, 10 + night, 5);
                Rebuilds.run(source.toUri(), target.toUri());
                expire();
            }
            assertThat(target.resolve("v000001")).doesNotExist();
            byte[] now = new byte[before.length];
            mapped.get(now);
            assertThat(now).isEqualTo(before);
        }
    }
}
