package io.cropmill.dataset;

import io.cropmill.dataset.Dataset.DamagedCurrentException;
import io.cropmill.dataset.StoredRecording.DamagedFile;
import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.ManifestFiles;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes another published version live. The next rebuild then builds upon that one, under a number of its own.
 *
 * @param from version that was live before; null where CURRENT was lost
 * @param to version that is live now; the same if it was already
 */
public record Rollback(@Nullable String from, String to) {
    private static final int MOST_TOLD = 5;

    /**
     * Makes a version live, after a look that all its files are there.
     *
     * @param wanted nothing for the one that the live version was built upon or, if that is gone, the next lower one
     */
    public static Rollback run(Dataset dataset, DatasetLock lock, Optional<String> wanted) throws IOException {
        lock.requireHeld();
        Storage storage = dataset.storage();
        Certificates certificates = Certificates.of(storage);
        SortedSet<String> published = LiveDataset.published(dataset, certificates);
        Optional<String> live = live(dataset, wanted);
        if (live.isEmpty() && published.isEmpty()) {
            throw new IOException("Cannot roll back: nothing was published yet");
        }
        String to = wanted.isPresent() ? wanted.get() : before(dataset, live.orElseThrow());
        if (live.equals(Optional.of(to))) {
            return new Rollback(to, to);
        }
        requirePublished(dataset, to, published);
        Optional<String> problem = ManifestFiles.problem(storage, dataset.manifest(to));
        if (problem.isPresent()) {
            throw new IOException("Cannot roll back to " + to + ": " + problem.get());
        }
        requireRetired(certificates, dataset.manifest(to));
        requireWhole(dataset, certificates, live, dataset.manifest(to));
        lock.remove(DatasetLayout.path(to, DatasetLayout.EXPIRING));
        lock.requireHeld();
        Publisher.switchCurrent(storage, live, to, lock);
        Publisher.markLive(storage, to, lock);
        return new Rollback(live.orElse(null), to);
    }

    /** What CURRENT names. Where it is gone or damaged, that can be mended by naming a version. */
    private static Optional<String> live(Dataset dataset, Optional<String> wanted) throws IOException {
        if (wanted.isEmpty()) {
            return LiveDataset.requireCurrent(dataset);
        }
        try {
            return dataset.current();
        } catch (DamagedCurrentException e) {
            return Optional.empty();
        }
    }

    /** Rebuilds upon a version that does not know that a recording is retired drop it once its source is gone. */
    private static void requireRetired(Certificates certificates, Manifest to) throws IOException {
        List<String> others = certificates.missing(to);
        if (!others.isEmpty()) {
            throw new IOException("Cannot roll back to " + to.version() + ": " + named(others)
                    + " must be retired in it, since the certificates allow to delete the sources; name a later version"
                    + " with --to, or, with the sources still there, take the certificates out of "
                    + DatasetLayout.RETIRED + "/ first");
        }
        Optional<String> difference = certificates.difference(to);
        if (difference.isPresent()) {
            throw new IOException("Cannot roll back to " + to.version() + ": " + difference.get());
        }
    }

    /**
     * Files that the live version has, too, are as good as its own. Others may be damaged, and be the only ones that expire
     * leaves.
     */
    private static void requireWhole(Dataset dataset, Certificates certificates, Optional<String> from, Manifest to)
            throws IOException {
        if (from.isEmpty() || !dataset.hasManifest(from.get())) {
            return;
        }
        Map<String, RecordingEntry> live = new HashMap<>();
        dataset.manifest(from.get()).recordings().forEach(entry -> live.put(entry.name(), entry));
        for (RecordingEntry entry : to.recordings()) {
            RecordingEntry other = live.get(entry.name());
            if (entry.state() == RecordingState.RETIRED && other != null && isApart(dataset.storage(), entry, other)) {
                for (DamagedFile damaged :
                        StoredRecording.pair(entry, certificates).damagedFiles(dataset.storage())) {
                    throw new IOException("Cannot roll back to " + to.version() + ": " + damaged.sentence() + "; "
                            + entry.name() + " is retired, so nothing may make the file again: "
                            + damaged.advice(dataset));
                }
            }
        }
    }

    private static boolean isApart(Storage storage, RecordingEntry one, RecordingEntry other) throws IOException {
        List<WrittenFile> files = CertifiedPair.files(one);
        List<WrittenFile> others = CertifiedPair.files(other);
        for (int i = 0; i < files.size(); i++) {
            if (StoredRecording.isApart(
                    storage, files.get(i).path(), others.get(i).path())) {
                return true;
            }
        }
        return false;
    }

    private static String named(List<String> names) {
        String first = names.stream().limit(MOST_TOLD).collect(Collectors.joining(", "));
        return names.size() > MOST_TOLD ? first + ", ..." : first;
    }

    private static String before(Dataset dataset, String live) throws IOException {
        if (dataset.hasManifest(live)) {
            Optional<String> base = dataset.manifest(live).base();
            if (base.isPresent() && dataset.state(base.get()) == VersionState.PUBLISHED) {
                return base.get();
            }
        }
        List<String> versions = dataset.versions();
        for (int i = versions.size() - 1; i >= 0; i--) {
            String version = versions.get(i);
            boolean earlier = DatasetLayout.BY_NUMBER.compare(version, live) < 0;
            if (earlier && dataset.state(version) == VersionState.PUBLISHED) {
                return version;
            }
        }
        throw new IOException("Cannot roll back: no version before " + live + " is left; name a later one with --to");
    }

    private static void requirePublished(Dataset dataset, String version, SortedSet<String> published)
            throws IOException {
        if (!dataset.versions().contains(version)) {
            throw new IOException("Cannot roll back to " + version + ": it is not there; status lists what is");
        }
        VersionState state = VersionState.of(Set.copyOf(dataset.storage().names(version)), published.contains(version));
        String reason = switch (state) {
            case PUBLISHED -> "";
            case UNPUBLISHED -> "its run ended before it was published; run the rebuild again";
            case REJECTED -> "its validation failed; see " + DatasetLayout.path(version, DatasetLayout.REPORT);
            case UNFINISHED -> "it was never finished";
            case REMAINS, DISCARDED -> "it was removed";
        };
        if (!reason.isEmpty()) {
            throw new IOException("Cannot roll back to " + version + ": " + reason);
        }
    }
}
