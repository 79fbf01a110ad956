package io.cropmill.dataset;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cropmill.dataset.expire.Expiry;
import io.cropmill.dataset.expire.ExpiryPlan;
import io.cropmill.dataset.expire.ExpiryRule;
import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.lock.HandClock;
import io.cropmill.dataset.lock.Owner;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingFiles;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.dataset.manifest.SourceFile;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.OutputFile;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Rebuilds as far as a dataset sees them: recordings are a name and a text that all their files hold. */
public final class Nights {
    public static final Owner OWNER = new Owner("host", 42, "ann", Instant.parse("2026-01-31T02:00:00Z"));
    private static final Duration STALE = Duration.ofSeconds(20);

    private Nights() {}

    /** A lock without a thread; a dead holder's is taken over without waiting. */
    static DatasetLock lock(Storage storage, String doing) throws IOException {
        return DatasetLock.take(storage, doing, OWNER, STALE, new HandClock(), sentence -> {});
    }

    /** {@code name=content} each, sorted. */
    static SortedMap<String, String> contents(String... pairs) {
        SortedMap<String, String> contents = new TreeMap<>();
        for (String pair : pairs) {
            contents.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
        }
        return contents;
    }

    /** Publishes a version that holds these, if the live one does not; returns the live one. */
    static String rebuild(Storage storage, Map<String, String> contents) throws IOException {
        try (DatasetLock lock = lock(storage, "rebuild")) {
            return rebuild(storage, lock, contents);
        }
    }

    private static String rebuild(Storage storage, DatasetLock lock, Map<String, String> contents) throws IOException {
        Dataset dataset = new Dataset(storage);
        Map<String, RecordingEntry> before = new HashMap<>();
        Optional<String> live = dataset.current();
        if (live.isPresent()) {
            dataset.manifest(live.get()).recordings().forEach(entry -> before.put(entry.name(), entry));
        }
        Map<String, String> fingerprints = new HashMap<>();
        before.forEach((name, entry) -> fingerprints.put(name, entry.source().fingerprint()));
        if (live.isPresent() && fingerprints.equals(contents)) {
            return live.get();
        }
        VersionClaim claim = VersionClaim.take(dataset, OWNER);
        try {
            publish(dataset, lock, claim, contents, before);
            return claim.version();
        } catch (IOException e) {
            claim.discardAfter(e, dataset, lock);
            throw e;
        }
    }

    private static void publish(
            Dataset dataset,
            DatasetLock lock,
            VersionClaim claim,
            Map<String, String> contents,
            Map<String, RecordingEntry> before)
            throws IOException {
        Publisher publisher = new Publisher(dataset, claim);
        List<RecordingEntry> entries = new ArrayList<>();
        for (Map.Entry<String, String> recording : contents.entrySet()) {
            RecordingEntry old = before.remove(recording.getKey());
            if (old != null && old.state() == RecordingState.RETIRED) {
                entries.addAll(publisher.carryForward(List.of(old)));
            } else if (old != null && old.source().fingerprint().equals(recording.getValue())) {
                entries.addAll(publisher.carryForward(List.of(old.withState(RecordingState.UNCHANGED))));
            } else {
                entries.add(write(dataset.storage(), claim.version(), recording.getKey(), recording.getValue()));
            }
        }
        before.values().removeIf(entry -> entry.state() != RecordingState.RETIRED);
        entries.addAll(publisher.carryForward(List.copyOf(before.values())));
        publisher.writeManifest(
                Manifests.manifest(claim.version(), claim.base(), entries.toArray(RecordingEntry[]::new)));
        publisher.makeCurrent(lock);
    }

    static RecordingEntry write(Storage storage, String version, String name, String content) throws IOException {
        WrittenFile metadata = writeFile(storage, DatasetLayout.metadata(version, name), content);
        WrittenFile points = writeFile(storage, DatasetLayout.points(version, name), content);
        WrittenFile raster = writeFile(storage, DatasetLayout.raster(version, name, "default"), content);
        return new RecordingEntry(
                name,
                3,
                10,
                1,
                version,
                RecordingState.FRESH,
                new SourceFile(name + ".npy", 100, content),
                new RecordingFiles(metadata, points, Map.of("default", raster)));
    }

    private static WrittenFile writeFile(Storage storage, String path, String content) throws IOException {
        try (OutputFile file = storage.create(path)) {
            file.write(ByteBuffer.wrap(content.getBytes(UTF_8)));
            return file.finish();
        }
    }

    /** What a version holds, every file of every recording read and compared. */
    static SortedMap<String, String> contents(Storage storage, String version) throws IOException {
        SortedMap<String, String> contents = new TreeMap<>();
        for (RecordingEntry recording : new Dataset(storage).manifest(version).recordings()) {
            for (WrittenFile file : recording.files().all().toList()) {
                String found = new String(storage.readSmall(file.path(), 1 << 20), UTF_8);
                String other = contents.putIfAbsent(recording.name(), found);
                if (found.length() != file.bytes() || (other != null && !other.equals(found))) {
                    throw new IOException("[" + file.path() + "] is of another version: " + found);
                }
            }
        }
        return contents;
    }

    /** What the live version holds. */
    static SortedMap<String, String> live(Storage storage) throws IOException {
        return contents(storage, new Dataset(storage).current().orElseThrow());
    }

    static ExpiryPlan expire(Storage storage, int keep) throws IOException {
        try (DatasetLock lock = lock(storage, "expire")) {
            return new Expiry(new Dataset(storage), new ExpiryRule(keep, Duration.ZERO)).run(lock);
        }
    }

    /** Retires recordings of the live version, the sources of which are as their files are. */
    static String retire(Storage storage, String... names) throws IOException {
        try (DatasetLock lock = lock(storage, "retire")) {
            Retirement retirement = Retirement.begin(new Dataset(storage), lock, List.of(names));
            List<Retirement.ProvenRecording> proven = new ArrayList<>();
            for (RecordingEntry recording : retirement.part().recordings()) {
                List<FileDigest> outputs = new ArrayList<>();
                for (WrittenFile file : recording.files().all().toList()) {
                    outputs.add(FileDigest.of(storage, file.path()));
                }
                String path = recording.source().path();
                FileDigest digest = new FileDigest(path, 1, outputs.get(0).sha256());
                proven.add(new Retirement.ProvenRecording(
                        recording,
                        new RecordingDigests(new FileEntry(path, 1, 0, ""), digest, outputs),
                        new RecordingProof.ProofOutcome(
                                recording.name(),
                                3,
                                List.of(),
                                List.of(),
                                new Loss(0, 10, 0, List.of()),
                                new TreeMap<>())));
            }
            return retirement.finish(proven, "file:///source");
        }
    }

    static Rollback rollback(Storage storage, String... to) throws IOException {
        try (DatasetLock lock = lock(storage, "rollback")) {
            return Rollback.run(new Dataset(storage), lock, Optional.ofNullable(to.length == 0 ? null : to[0]));
        }
    }
}
