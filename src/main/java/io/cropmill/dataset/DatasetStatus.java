package io.cropmill.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cropmill.dataset.lock.LockNote;
import io.cropmill.dataset.lock.Locks;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.JsonCursor;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.LinkException;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a dataset stands, as one look finds it. Damage is told, not thrown: a person looks because something is wrong.
 *
 * @param live what the live version holds; nothing before the first, or if it cannot be read
 * @param published when CURRENT was last replaced, by the file system's clock
 * @param versions all folders, in the order of their numbers
 * @param pins names of pins by version
 * @param lock the highest, held or released
 * @param lastResult what the last rebuild left in {@code nightly.json}, as it is
 * @param problems what cannot be read or does not fit together, a sentence each
 */
public record DatasetStatus(
        Optional<Manifest> live,
        Optional<Instant> published,
        List<VersionStatus> versions,
        SortedMap<String, List<String>> pins,
        Optional<Lock> lock,
        Optional<JsonNode> lastResult,
        List<String> problems) {
    private static final int RESULT_LIMIT = 1 << 24;

    /**
     * A version's folder.
     *
     * @param modified when its manifest was written or, without one, when it was claimed
     * @param stranger why no run of this dataset has made it; nothing where one has
     */
    public record VersionStatus(
            String name, VersionState state, Optional<Instant> modified, Optional<String> stranger) {}

    /**
     * The lock.
     *
     * @param name {@code lock.000003}
     * @param note what its holder wrote, unless that cannot be read
     * @param changed when its file last changed, by the file system's clock
     */
    public record Lock(String name, Optional<LockNote> note, Optional<Instant> changed) {
        /** True unless its holder has released it. */
        public boolean held() {
            return note.filter(LockNote::released).isEmpty();
        }
    }

    public DatasetStatus {
        versions = List.copyOf(versions);
        problems = List.copyOf(problems);
    }

    /** Looks. */
    public static DatasetStatus of(Dataset dataset) throws IOException {
        return new StatusReader(dataset).status();
    }

    private static final class StatusReader {
        private final Dataset dataset;
        private final Storage storage;
        private final List<String> problems = new ArrayList<>();

        /** Each is met by several looks. */
        private final Set<String> links = new HashSet<>();

        StatusReader(Dataset dataset) {
            this.dataset = dataset;
            this.storage = dataset.storage();
        }

        private interface Part<T> {
            T look() throws IOException;
        }

        private <T> T part(T otherwise, Part<T> part) {
            try {
                return part.look();
            } catch (LinkException e) {
                if (links.add(e.path())) {
                    problems.add(String.valueOf(e.getMessage()));
                }
                return otherwise;
            } catch (IOException e) {
                String problem = String.valueOf(e.getMessage());
                if (!problems.contains(problem)) {
                    problems.add(problem);
                }
                return otherwise;
            }
        }

        DatasetStatus status() throws IOException {
            Optional<String> current = part(Optional.empty(), dataset::current);
            Optional<Manifest> live =
                    current.flatMap(version -> part(Optional.empty(), () -> Optional.of(dataset.manifest(version))));
            if (problems.isEmpty()) {
                part(Optional.empty(), () -> LiveDataset.require(dataset).live());
            } else if (links.isEmpty()) {
                // A link's own message says what to do.
                Optional<String> command = part(Optional.empty(), () -> LiveDataset.restoring(dataset));
                command.ifPresent(problems::add);
            }
            List<VersionStatus> versions = versions(current);
            return new DatasetStatus(
                    live,
                    current.isEmpty()
                            ? Optional.empty()
                            : part(Optional.empty(), () -> modified(DatasetLayout.CURRENT)),
                    versions,
                    part(new TreeMap<>(), () -> Pins.of(dataset)),
                    part(Optional.empty(), this::lock),
                    part(Optional.empty(), this::lastResult),
                    problems);
        }

        private List<VersionStatus> versions(Optional<String> live) throws IOException {
            List<VersionStatus> versions = new ArrayList<>();
            for (String version : part(List.<String>of(), dataset::versions)) {
                boolean isLive = live.equals(Optional.of(version));
                versions.add(new VersionStatus(
                        version,
                        VersionState.of(Set.copyOf(storage.names(version)), isLive),
                        part(Optional.empty(), () -> written(version)),
                        isLive
                                ? Optional.empty()
                                : part(Optional.empty(), () -> VersionClaim.stranger(storage, version))));
            }
            return versions;
        }

        private Optional<Instant> written(String version) throws IOException {
            Optional<Instant> manifest = modified(DatasetLayout.path(version, DatasetLayout.MANIFEST));
            return manifest.isPresent() ? manifest : modified(DatasetLayout.path(version, DatasetLayout.OWNER));
        }

        private Optional<Lock> lock() throws IOException {
            Optional<Locks.ObservedLock> seen = new Locks(storage).highest();
            return seen.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Lock(
                            seen.get().name(),
                            seen.get().note(),
                            modified(seen.get().name())));
        }

        private Optional<JsonNode> lastResult() throws IOException {
            if (storage.stat(DatasetLayout.NIGHTLY).isEmpty()) {
                return Optional.empty();
            }
            byte[] content = storage.readSmall(DatasetLayout.NIGHTLY, RESULT_LIMIT);
            JsonNode result;
            try {
                result = new JsonMapper().readTree(content);
            } catch (IOException e) {
                throw new IOException("[" + DatasetLayout.NIGHTLY + "] Expected JSON, but found something else", e);
            }
            if (result.isObject() && !result.isEmpty()) {
                return Optional.of(result);
            }
            throw JsonCursor.top(DatasetLayout.NIGHTLY, result).unexpected("how a rebuild ended, a JSON object");
        }

        private Optional<Instant> modified(String path) throws IOException {
            return storage.stat(path).map(FileEntry::modifiedMillis).map(Instant::ofEpochMilli);
        }
    }
}
