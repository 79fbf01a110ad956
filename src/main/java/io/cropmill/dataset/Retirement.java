package io.cropmill.dataset;

import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.lock.Owner;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.storage.StoragePath;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Marks recordings so that later rebuilds keep their points, although their source is gone. In this order: what can be
 * retired, the proof, a new version that says so, and last the certificates: where one lies, the recording is retired, in
 * that version and in all that are live after it, since rebuilds keep the mark and {@link Rollback} goes to no version
 * without it. Repeating it after a crash completes it. For one thread.
 */
public final class Retirement {
    private final Dataset dataset;
    private final DatasetLock lock;
    private final Manifest live;
    private final Certificates certificates;
    private final List<RecordingEntry> recordings;

    private Retirement(
            Dataset dataset,
            DatasetLock lock,
            Manifest live,
            Certificates certificates,
            List<RecordingEntry> recordings) {
        this.dataset = dataset;
        this.lock = lock;
        this.live = live;
        this.certificates = certificates;
        this.recordings = recordings;
    }

    /**
     * Looks recordings up in the live version.
     *
     * @throws IOException with all that is in the way
     */
    public static Retirement begin(Dataset dataset, DatasetLock lock, Collection<String> names) throws IOException {
        LiveDataset found = LiveDataset.require(dataset);
        Manifest live = found.live().orElseThrow(() -> new IOException("Cannot retire: nothing was published yet"));
        String version = live.version();
        Map<String, RecordingEntry> known = new HashMap<>();
        live.recordings().forEach(recording -> known.put(recording.name(), recording));
        List<RecordingEntry> recordings = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (String name : new LinkedHashSet<>(names)) {
            RecordingEntry recording = known.get(name);
            if (recording == null) {
                problems.add("[" + name + "] Expected a recording of " + version + ", but found none of that name");
            } else if (recording.state() == RecordingState.STALE) {
                problems.add("[" + name + "] Expected a recording that matches its source, but found a stale one; fix"
                        + " its source and rebuild first");
            } else {
                recordings.add(recording);
            }
        }
        problems.addAll(collisions(found.certificates(), live, recordings));
        if (!problems.isEmpty()) {
            throw new IOException(String.join("\n", problems));
        }
        return new Retirement(dataset, lock, live, found.certificates(), recordings);
    }

    /** A certificate cannot be a file where another has a folder; those that lie there stay where they are. */
    private static List<String> collisions(Certificates certificates, Manifest live, List<RecordingEntry> retiring) {
        Map<String, String> owners = new TreeMap<>(StoragePath.UTF8_ORDER);
        certificates.all().forEach(pair -> owners.put(pair.certificate(), pair.recording()));
        Stream<RecordingEntry> retired =
                live.recordings().stream().filter(recording -> recording.state() == RecordingState.RETIRED);
        Stream.concat(retired, retiring.stream())
                .forEach(recording -> owners.put(Certificate.path(recording.name()), recording.name()));
        Set<String> asked = retiring.stream().map(RecordingEntry::name).collect(Collectors.toSet());
        List<String> collisions = new ArrayList<>();
        owners.forEach((path, name) -> {
            for (String at = StoragePath.folder(path); !at.isEmpty(); at = StoragePath.folder(at)) {
                String owner = owners.get(at);
                if (owner != null && (asked.contains(name) || asked.contains(owner))) {
                    collisions.add("[" + path + "] Expected a place for the certificate of " + name + ", but " + at
                            + " is that of " + owner + "; retire one of them alone, or rename one and rebuild");
                }
            }
        });
        return collisions;
    }

    /** The part of the live version that is to be proven: those without a certificate. */
    public Manifest part() {
        List<RecordingEntry> open = recordings.stream()
                .filter(recording -> certificates.of(recording.name()).isEmpty())
                .toList();
        return Manifest.of(live.version(), live.base(), live.created(), live.recipe(), open, List.of());
    }

    /**
     * A recording that was proven.
     *
     * @param proof without failures
     */
    public record ProvenRecording(
            RecordingEntry recording, RecordingDigests digests, RecordingProof.ProofOutcome proof) {}

    /**
     * Publishes what was proven and writes the certificates.
     *
     * @param source root of the source, for the certificates
     * @return the version that is live then
     */
    public String finish(List<ProvenRecording> proven, String source) throws IOException {
        Set<String> retiring = new HashSet<>();
        for (ProvenRecording one : proven) {
            if (!one.proof().failures().isEmpty()) {
                throw new IllegalArgumentException(one.recording().name() + " was not proven");
            }
            retiring.add(one.recording().name());
        }
        Manifest marked = publish(retiring);
        Map<String, RecordingEntry> entries = new HashMap<>();
        marked.recordings().forEach(recording -> entries.put(recording.name(), recording));
        Instant date = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        lock.requireHeld();
        for (ProvenRecording one : proven) {
            RecordingEntry entry =
                    Optional.ofNullable(entries.get(one.recording().name())).orElseThrow();
            certify(new Certificate(
                    entry,
                    marked.version(),
                    source,
                    dataset.storage().root().toString(),
                    date,
                    marked.recipe(),
                    one.digests(),
                    one.proof()));
        }
        return marked.version();
    }

    private Manifest publish(Set<String> retiring) throws IOException {
        boolean marked = live.recordings().stream()
                .allMatch(recording ->
                        recording.state() == RecordingState.RETIRED || !retiring.contains(recording.name()));
        if (marked) {
            return live;
        }
        VersionClaim claim = VersionClaim.take(dataset, Owner.here());
        try {
            return publish(retiring, claim);
        } catch (IOException e) {
            claim.discardAfter(e, dataset, lock);
            throw e;
        }
    }

    private Manifest publish(Set<String> retiring, VersionClaim claim) throws IOException {
        Publisher publisher = new Publisher(dataset, claim);
        List<RecordingEntry> next = live.recordings().stream()
                .map(recording -> recording.withState(
                        retiring.contains(recording.name()) ? RecordingState.RETIRED : later(recording.state())))
                .toList();
        Manifest manifest = Manifest.of(
                claim.version(),
                claim.base(),
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                live.recipe(),
                publisher.carryForward(next),
                live.skipped());
        publisher.writeManifest(manifest, certificates);
        publisher.makeCurrent(lock);
        return manifest;
    }

    private static RecordingState later(RecordingState state) {
        return switch (state) {
            case FRESH, UNCHANGED -> RecordingState.UNCHANGED;
            case STALE -> RecordingState.STALE;
            case RETIRED -> RecordingState.RETIRED;
        };
    }

    private void certify(Certificate certificate) throws IOException {
        String path = Certificate.path(certificate.recording().name());
        dataset.storage().makeFolder(StoragePath.folder(path));
        lock.put(path, certificate.json());
    }
}
