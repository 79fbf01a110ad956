package io.cropmill.dataset;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.Sweeps;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What readers see while versions come and go. */
@Slow
@Tag("sweep")
class ConcurrentReadersTest {
    private static final int PUBLICATIONS = Sweeps.partOrAll(40, 200);

    @TempDir
    Path folder;

    private Storage storage;

    @BeforeEach
    void openDataset() throws IOException {
        storage = Storages.of(folder.toString(), new Configuration(false));
    }

    @Test
    void whoeverHasMappedAVersionReadsOnAfterItIsGone() throws IOException {
        String[] texts = {"0123456789".repeat(1000), "abcdefghij".repeat(2000), "k".repeat(5)};
        Nights.rebuild(storage, Nights.contents("k/a=" + texts[0], "b=" + texts[0]));
        List<ByteBuffer> mapped = new ArrayList<>();
        for (String file : List.of("k/a.npy", "k/a.points.npy", "b.npy", "b.raster.npy")) {
            try (FileChannel channel =
                    FileChannel.open(folder.resolve("v000001").resolve(file))) {
                mapped.add(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
            }
        }
        Nights.rebuild(storage, Nights.contents("k/a=" + texts[0], "b=" + texts[1]));
        Nights.rebuild(storage, Nights.contents("k/a=" + texts[2], "b=" + texts[2]));
        Nights.expire(storage, 1);
        assertThat(new Dataset(storage).versions()).containsExactly("v000003");
        for (ByteBuffer buffer : mapped) {
            assertThat(UTF_8.decode(buffer).toString()).isEqualTo(texts[0]);
        }
    }

    @Test
    void whoeverOpensWhatCurrentNamesNeverMissesAFileNorSeesAMix() throws Exception {
        publish(0);
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<Set<String>>> readers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                readers.add(threads.submit(() -> poll(done)));
            }
            for (int night = 1; night <= PUBLICATIONS; night++) {
                publish(night);
            }
            done.set(true);
            for (Future<Set<String>> reader : readers) {
                assertThat(reader.get()).isNotEmpty();
            }
        } finally {
            done.set(true);
            threads.shutdown();
        }
        assertThat(new Dataset(storage).current()).contains("v%06d".formatted(PUBLICATIONS + 1));
    }

    /** One recording changes each night, one every other night, one never. */
    private void publish(int night) throws IOException {
        SortedMap<String, String> contents =
                new TreeMap<>(Map.of("a", "night " + night, "k/b", "night " + night / 2 * 2, "never", "night 0"));
        Nights.rebuild(storage, contents);
    }

    /** Reads all of what CURRENT names, again and again, without a pause. */
    private Set<String> poll(AtomicBoolean done) throws IOException {
        Set<String> seen = new HashSet<>();
        long last = 0;
        while (!done.get()) {
            String version = new Dataset(storage).current().orElseThrow();
            long night = DatasetLayout.versionNumber(version).orElseThrow() - 1;
            assertThat(Nights.contents(storage, version))
                    .isEqualTo(Map.of("a", "night " + night, "k/b", "night " + night / 2 * 2, "never", "night 0"));
            assertThat(night).isGreaterThanOrEqualTo(last);
            last = night;
            seen.add(version);
        }
        return seen;
    }
}
