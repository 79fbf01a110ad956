package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Sweeps;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.PaddedFile;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.Rollback;
import io.cropmill.dataset.expire.Expiry;
import io.cropmill.dataset.expire.ExpiryRule;
import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.report.Progress;
import io.cropmill.storage.Checksums;
import io.cropmill.storage.FaultyStorage;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.MemoryFolder;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A night in which one change of the target fails, or is the last that the process makes; for one change after the other.
 * Whatever happens, readers have one whole version, and the next run ends in the bytes of an undisturbed one.
 */
abstract class NightlyCrashContract {
    private static final int CAPACITY = 40;
    private static final Map<URI, Storage> FAULTY = new ConcurrentHashMap<>();

    /** One recording of each kind: unchanged but for a raster, changed and cut into parts, new, vanished. */
    private static final String[] SETTINGS = {
        "cap=25", "rasters.half.dtype=float16", "split-bytes=3000", "max-vanished=1", "lock.stale-after=300 ms"
    };

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private Path firstSource;
    private Path secondSource;

    /** An empty target, and a storage that goes to it. */
    abstract Storage newTarget(Path folder, String name) throws IOException;

    /** In which ways each change fails. */
    abstract List<FaultyStorage.Fault> faults();

    /** Every how many changes one fails. */
    int step() {
        return Sweeps.partOrAll(2 * Sweeps.STEP, 1);
    }

    /** The faulty one where there is one. */
    static Storage open(URI location, org.apache.hadoop.conf.Configuration hadoop) throws IOException {
        Storage faulty = FAULTY.get(location);
        return faulty == null ? io.cropmill.storage.Storages.of(location, hadoop) : faulty;
    }

    /** Thousands of failures are meant. */
    @BeforeAll
    static void keepSparkQuiet() {
        LocalSpark.start();
        Configurator.setLevel("org.apache.spark", Level.OFF);
    }

    @AfterAll
    static void letSparkSpeak() {
        Configurator.setLevel("org.apache.spark", Level.WARN);
    }

    @BeforeEach
    void writeSources() throws IOException {
        int[] counts =
                IntStream.range(0, 20).map(row -> row * 17 % (CAPACITY + 1)).toArray();
        firstSource = folder.resolve("first");
        secondSource = folder.resolve("second");
        PaddedFile.write(firstSource.resolve("a.npy"), CAPACITY, 1, 3, 0, 40);
        PaddedFile.write(firstSource.resolve("drive/b.npy"), CAPACITY, 2, counts);
        PaddedFile.write(firstSource.resolve("gone.npy"), CAPACITY, 3, 20);
        Files.createDirectories(secondSource.resolve("drive"));
        // The same file: the same inode.
        Files.createLink(secondSource.resolve("a.npy"), firstSource.resolve("a.npy"));
        PaddedFile.write(secondSource.resolve("drive/b.npy"), CAPACITY, 4, counts);
        PaddedFile.write(secondSource.resolve("new.npy"), CAPACITY, 5, 1, 2);
    }

    @Test
    void anyChangeMayBeTheLast() throws IOException {
        Map<String, String> first;
        Map<String, String> second;
        try (Storage undisturbed = newTarget(folder, "undisturbed")) {
            nights(undisturbed);
            first = data(undisturbed, "v000001");
            rebuild(secondSource, undisturbed, Set.of());
            second = data(undisturbed, "v000002");
        }
        assertThat(second).hasSize(12);
        int tried = 0;
        long taken = 0;
        for (FaultyStorage.Fault fault : faults()) {
            try (Storage target = newTarget(folder, fault.toString())) {
                nights(target);
                target.createExclusive("pins/test", "v000001\n".getBytes(StandardCharsets.UTF_8));
                boolean failed = true;
                for (long at = 1 + fault.ordinal() * 2L % step(); failed; at += step()) {
                    FaultyStorage faulty = new FaultyStorage(target, fault, at);
                    disturbed(faulty);
                    failed = faulty.hasFailed();
                    assertWhole(target, first, second);
                    rebuild(secondSource, target, Set.of(RebuildRequest.RebuildOption.NO_VALIDATE));
                    String live = assertWhole(target, second, second);
                    taken += takenOver(new Dataset(target).manifest(live));
                    assertClean(target, live);
                    tried += failed ? 1 : 0;
                    backToTheFirst(target);
                }
            }
        }
        System.out.println(getClass().getSimpleName() + ": " + tried + " crash points tried, every " + step()
                + "th change in " + faults().size() + " ways; next runs took over " + taken + " recordings");
        assertThat(taken).isPositive();
    }

    /** Cheaper than a new dataset. */
    private static void backToTheFirst(Storage target) throws IOException {
        try (DatasetLock lock = DatasetLock.acquire(target, "rollback", Duration.ofMillis(300), sentence -> {})) {
            Rollback.run(new Dataset(target), lock, Optional.of("v000001"));
            new Expiry(new Dataset(target), new ExpiryRule(1, Duration.ZERO)).run(lock);
        }
        assertThat(new Dataset(target).current()).contains("v000001");
    }

    private void nights(Storage target) throws IOException {
        rebuildWith(firstSource, target, Set.of(), "cap=25", "split-bytes=3000", "lock.stale-after=300 ms");
    }

    private void disturbed(FaultyStorage faulty) {
        FAULTY.put(faulty.root(), faulty);
        try {
            rebuild(secondSource, faulty, Set.of());
        } catch (IOException | RuntimeException e) {
            assertThat(faulty.hasFailed()).as(String.valueOf(e)).isTrue();
        } catch (Exception e) {
            // Scala throws Spark's checked exceptions undeclared.
            assertThat(faulty.hasFailed()).as(String.valueOf(e)).isTrue();
        } finally {
            FAULTY.remove(faulty.root());
        }
    }

    private static JobOutcome rebuild(Path source, Storage target, Set<RebuildRequest.RebuildOption> options)
            throws IOException {
        return rebuildWith(source, target, options, SETTINGS);
    }

    private static JobOutcome rebuildWith(
            Path source, Storage target, Set<RebuildRequest.RebuildOption> options, String... settings)
            throws IOException {
        LocalSpark.start();
        RebuildRequest request = new RebuildRequest(
                URI.create(source.toUri().toString().replaceFirst("/$", "")),
                target.root(),
                SettingsLoader.load(Optional.empty(), List.of(settings)),
                options);
        JavaSparkContext spark = JavaSparkContext.fromSparkContext(SparkContext.getOrCreate());
        return new RebuildJob(spark, Progress.silent(), request, NightlyCrashContract::open).run();
    }

    /** The live version's name; its files are there and as its manifest says, and it is one of two. */
    private static String assertWhole(Storage target, Map<String, String> before, Map<String, String> after)
            throws IOException {
        Dataset dataset = new Dataset(target);
        String live = dataset.current().orElseThrow();
        Manifest manifest = dataset.manifest(live);
        for (RecordingEntry recording : manifest.recordings()) {
            for (WrittenFile file : recording.files().all().toList()) {
                assertThat(Checksums.read(target, file.path())).isEqualTo(file);
            }
        }
        assertThat(data(target, live)).isIn(before, after);
        return live;
    }

    /** Content of all files of a version, by name, as one character a byte. */
    private static Map<String, String> data(Storage target, String version) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        for (RecordingEntry recording : new Dataset(target).manifest(version).recordings()) {
            for (WrittenFile file : recording.files().all().toList()) {
                byte[] bytes = Channels.newInputStream(target.open(file.path())).readAllBytes();
                contents.put(
                        file.path().substring(file.path().indexOf('/')),
                        new String(bytes, StandardCharsets.ISO_8859_1));
            }
        }
        return contents;
    }

    /** After expire nothing is there but the live version and what it holds of others. */
    private static void assertClean(Storage target, String live) throws IOException {
        try (DatasetLock lock = DatasetLock.acquire(target, "expire", Duration.ofMillis(300), sentence -> {})) {
            new Expiry(new Dataset(target), new ExpiryRule(1, Duration.ZERO)).run(lock);
        }
        Set<String> held = new HashSet<>(Set.of("CURRENT", "nightly.json", "pins/test"));
        // Pinned, and the mark and what validation writes are there only if the disturbed run came so far.
        held.add(live + "/PUBLISHED");
        held.add(live + "/report/report.html");
        held.add(live + "/report/validation.json");
        for (RecordingEntry recording : new Dataset(target).manifest(live).recordings()) {
            recording.files().all().forEach(file -> held.add(file.path()));
        }
        List<String> others = target.walkWithHidden("").stream()
                .map(FileEntry::path)
                .filter(path -> !held.contains(path))
                .filter(path -> !path.startsWith("v000001/"))
                .filter(path -> !path.matches("lock\\.\\d+|v\\d+/(OWNER|EXPIRING)"))
                .toList();
        assertThat(others).containsExactly(live + "/manifest.json");
    }

    private static long takenOver(Manifest manifest) {
        return manifest.recordings().stream()
                .filter(recording ->
                        recording.name().equals("new") || recording.name().equals("drive/b"))
                .filter(recording -> !recording.builtIn().equals(manifest.version()))
                .count();
    }
}
