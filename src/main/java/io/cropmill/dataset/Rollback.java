package io.cropmill.dataset;

import io.cropmill.storage.Storage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes another published version live. The next rebuild then builds upon that one, under a number of its own.
 *
 * @param from version that was live before
 * @param to version that is live now; the same if it was already
 */
public record Rollback(String from, String to) {
    private static final int MOST_TOLD = 5;

    /**
     * Makes a version live, after a look that all its files are there.
     *
     * @param wanted nothing for the one that the live version was built upon or, if that is gone, the next lower one
     */
    public static Rollback run(Dataset dataset, DatasetLock lock, Optional<String> wanted) throws IOException {
        lock.requireHeld();
        String live =
                dataset.current().orElseThrow(() -> new IOException("Cannot roll back: nothing was published yet"));
        String to = wanted.isPresent() ? wanted.get() : before(dataset, live);
        if (to.equals(live)) {
            return new Rollback(live, to);
        }
        requirePublished(dataset, to);
        Storage storage = dataset.storage();
        Optional<String> problem = ManifestFiles.problem(storage, dataset.manifest(to));
        if (problem.isPresent()) {
            throw new IOException("Cannot roll back to " + to + ": " + problem.get());
        }
        requireRetired(storage, dataset.manifest(to));
        lock.remove(DatasetLayout.path(to, DatasetLayout.EXPIRING));
        lock.requireHeld();
        Publisher.switchCurrent(storage, Optional.of(live), to, lock);
        return new Rollback(live, to);
    }

    /** Rebuilds upon a version that does not know that a recording is retired drop it once its source is gone. */
    private static void requireRetired(Storage storage, Manifest to) throws IOException {
        Set<String> others = Certificate.names(storage);
        to.recordings().stream()
                .filter(recording -> recording.state() == RecordingState.RETIRED)
                .map(RecordingEntry::name)
                .forEach(others::remove);
        if (!others.isEmpty()) {
            throw new IOException("Cannot roll back to " + to.version() + ": " + named(others)
                    + " must be retired in it, since the certificates allow to delete the sources; name a later version"
                    + " with --to, or, with the sources still there, take the certificates out of "
                    + DatasetLayout.RETIRED + "/ first");
        }
    }

    private static String named(Set<String> names) {
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

    private static void requirePublished(Dataset dataset, String version) throws IOException {
        if (!dataset.versions().contains(version)) {
            throw new IOException("Cannot roll back to " + version + ": it is not there; status lists what is");
        }
        String reason = switch (dataset.state(version)) {
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
