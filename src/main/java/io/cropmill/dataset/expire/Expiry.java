package io.cropmill.dataset.expire;

import io.cropmill.dataset.CertifiedPair;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.LiveDataset;
import io.cropmill.dataset.Pins;
import io.cropmill.dataset.StoredRecording;
import io.cropmill.dataset.StoredRecording.DamagedFile;
import io.cropmill.dataset.VersionClaim;
import io.cropmill.dataset.VersionState;
import io.cropmill.dataset.expire.ExpiryPlan.Removal;
import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.lock.LockLostException;
import io.cropmill.dataset.lock.Locks;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.ManifestFiles;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.LinkException;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Removes old versions and what dead runs left behind.
 *
 * <p>What stays: the live version, the newest published ones, pinned ones, whatever is younger than the rule says, the
 * last rejected one while nothing was published after it, and of all others the files that these hold. What no run may
 * take for a version loses its manifest first: all versions that go are marked, pins are looked at a last time, then all
 * their manifests go, then their files. Marks and manifests pass through the lock's folder ({@link DatasetLock#put}): a
 * run that is paused before the first file goes removes nothing once another holds the lock, and whatever it removes later
 * is of versions that cannot become live and from which nothing can be taken over. A crash anywhere leaves versions that are whole, and folders without manifest
 * that the next run removes. Files are unlinked, never changed: a process that has them open or mapped reads on.
 *
 * <p>A folder whose OWNER is not that of a run of this dataset, under that very number, is a stranger's or a copy: it stays
 * and is told, and takes no version's place among those that are kept. It may be a version whose OWNER was lost: what its
 * manifest names in other folders stays, too.
 *
 * <p>The highest number of all is never forgotten ({@link VersionClaim#take}): of that folder OWNER stays.
 */
public final class Expiry {
    private final Dataset dataset;
    private final Storage storage;
    private final ExpiryRule rule;

    /** For one dataset. */
    public Expiry(Dataset dataset, ExpiryRule rule) {
        this.dataset = dataset;
        this.storage = dataset.storage();
        this.rule = rule;
    }

    /**
     * What {@link #run} would do. Needs no lock; as long as somebody holds it, what is unfinished is taken for theirs.
     *
     * @param now this machine's time, compared with that of files
     */
    public ExpiryPlan plan(Instant now) throws IOException {
        LiveDataset found = requireCertified();
        ExpiryPlan all = new ExpiryPlanner(dataset, rule, now, Pins.of(dataset)).plan();
        ExpiryPlan plan = new Locks(storage)
                .highest()
                .filter(lock -> !lock.released())
                .map(lock -> withoutUnfinished(all, lock))
                .orElse(all);
        int pairs = copies(found, plan).size();
        return pairs == 0
                ? plan
                : withNote(
                        plan,
                        pairs + (pairs == 1 ? " retired pair" : " retired pairs")
                                + " will be read back first, since other copies would be removed");
    }

    private static ExpiryPlan withNote(ExpiryPlan plan, String note) {
        List<String> notes = new ArrayList<>(plan.notes());
        notes.add(note);
        return new ExpiryPlan(plan.kept(), plan.removals(), notes);
    }

    /** The files of a certified recording may be its last copy, and those that are missing may lie in an old version. */
    private LiveDataset requireCertified() throws IOException {
        LiveDataset found = LiveDataset.require(dataset);
        if (found.live().isEmpty()) {
            return found;
        }
        ManifestFiles files = new ManifestFiles(storage);
        for (RecordingEntry entry : found.live().get().recordings()) {
            Optional<String> problem = entry.state() == RecordingState.RETIRED
                    ? files.problem(CertifiedPair.files(entry))
                    : Optional.empty();
            if (problem.isPresent()) {
                throw new IOException("Cannot expire: " + problem.get() + "; " + entry.name()
                        + " is retired, and versions that would be removed may hold its last copy: bring the file back"
                        + " first");
            }
        }
        return found;
    }

    /**
     * A file of a retired recording that goes and is no other name of the live version's may be the last whole one: then
     * that of the live version is read back.
     *
     * @param whole names of recordings that were read back; those of this plan are added
     */
    private void requireWhole(LiveDataset found, ExpiryPlan plan, Set<String> whole) throws IOException {
        for (Map.Entry<RecordingEntry, String> copy : copies(found, plan).entrySet()) {
            RecordingEntry entry = copy.getKey();
            if (whole.contains(entry.name())) {
                continue;
            }
            for (DamagedFile damaged :
                    StoredRecording.pair(entry, found.certificates()).damagedFiles(storage)) {
                throw new IOException("Cannot expire: " + damaged.sentence() + "; " + entry.name()
                        + " is retired, and " + copy.getValue() + ", which would be removed, may be the last copy: "
                        + damaged.advice(dataset));
            }
            whole.add(entry.name());
        }
    }

    /** Retired recordings of which another copy goes, each with a file of that. */
    private Map<RecordingEntry, String> copies(LiveDataset found, ExpiryPlan plan) throws IOException {
        Map<RecordingEntry, String> copies = new LinkedHashMap<>();
        VersionFiles files = new VersionFiles(storage);
        for (RecordingEntry entry : found.live().map(Manifest::recordings).orElse(List.of())) {
            Optional<String> copy = entry.state() == RecordingState.RETIRED
                    ? files.copyAmong(plan.removals(), CertifiedPair.files(entry))
                    : Optional.empty();
            copy.ifPresent(path -> copies.put(entry, path));
        }
        return copies;
    }

    /** What lies in versions' folders, each listed once. */
    private static final class VersionFiles {
        private final Storage storage;
        private final Map<String, Map<String, FileEntry>> folders = new HashMap<>();

        VersionFiles(Storage storage) {
            this.storage = storage;
        }

        /** A file that goes, has the name of one of these, and is another. */
        Optional<String> copyAmong(List<Removal> removals, List<WrittenFile> live) throws IOException {
            for (WrittenFile file : live) {
                String own = DatasetLayout.versionOf(file.path());
                @Nullable FileEntry kept = of(own).get(file.path());
                for (Removal removal : removals) {
                    String path =
                            DatasetLayout.path(removal.version(), file.path().substring(own.length() + 1));
                    @Nullable
                    FileEntry going = removal.used().contains(path)
                            ? null
                            : of(removal.version()).get(path);
                    boolean isSame = kept != null
                            && going != null
                            && !kept.identity().isEmpty()
                            && kept.identity().equals(going.identity());
                    if (going != null && !isSame) {
                        return Optional.of(path);
                    }
                }
            }
            return Optional.empty();
        }

        private Map<String, FileEntry> of(String version) throws IOException {
            Map<String, FileEntry> files = folders.get(version);
            if (files == null) {
                files = new HashMap<>();
                try {
                    for (FileEntry file : storage.walkWithHidden(version)) {
                        files.put(file.path(), file);
                    }
                } catch (LinkException e) {
                    // What is behind a link is nothing that this removes.
                    files.clear();
                }
                folders.put(version, files);
            }
            return files;
        }
    }

    private static ExpiryPlan withoutUnfinished(ExpiryPlan plan, Locks.ObservedLock lock) {
        List<Removal> removals = new ArrayList<>(plan.removals());
        removals.removeIf(
                removal -> removal.state() == VersionState.UNFINISHED || removal.state() == VersionState.UNPUBLISHED);
        return withNote(
                new ExpiryPlan(plan.kept(), removals, plan.notes()),
                lock.name() + " is held by " + lock.holder() + ": what is unfinished may be theirs and is not listed");
    }

    /** Removes; returns what was done. */
    public ExpiryPlan run(DatasetLock lock) throws IOException {
        lock.requireHeld();
        List<String> leftovers = leftovers(lock);
        ExpiryPlan plan = marked(requireCertified(), storageTime(lock), lock);
        for (Removal removal : descending(plan)) {
            lock.requireHeld();
            lock.remove(DatasetLayout.path(removal.version(), DatasetLayout.MANIFEST));
        }
        for (Removal removal : descending(plan)) {
            lock.requireHeld();
            remove(removal);
        }
        sweep(plan, leftovers, lock);
        return plan;
    }

    /** The file system's own time: what it noted for the beat just made. */
    private Instant storageTime(DatasetLock lock) throws IOException {
        return storage.stat(lock.name())
                .map(file -> Instant.ofEpochMilli(file.modifiedMillis()))
                .orElseThrow(() -> new LockLostException("Cannot go on with expire: " + lock.name() + " was deleted"));
    }

    /** A plan whose versions were all marked before pins were looked at for the last time. */
    private ExpiryPlan marked(LiveDataset found, Instant now, DatasetLock lock) throws IOException {
        SortedMap<String, List<String>> pins = Pins.of(dataset);
        Set<String> whole = new HashSet<>();
        while (true) {
            ExpiryPlan plan = new ExpiryPlanner(dataset, rule, now, pins).plan();
            for (Removal removal : plan.removals()) {
                requireOwn(removal.version());
            }
            requireWhole(found, plan, whole);
            for (String version : plan.kept().keySet()) {
                lock.remove(DatasetLayout.path(version, DatasetLayout.EXPIRING));
            }
            for (Removal removal : plan.removals()) {
                if (removal.isUsable()) {
                    lock.put(DatasetLayout.path(removal.version(), DatasetLayout.EXPIRING), new byte[0]);
                }
            }
            SortedMap<String, List<String>> again = Pins.of(dataset);
            if (again.equals(pins)) {
                return plan;
            }
            pins = again;
        }
    }

    /** A folder of a version may hold what somebody else has put there, which is nothing to remove. */
    private void requireOwn(String version) throws IOException {
        Optional<String> mounted = storage.mountedBelow(version);
        if (mounted.isPresent()) {
            throw new IOException(
                    "Cannot expire: [" + version + "] Expected files of the dataset alone, but found a file"
                            + " system mounted at " + mounted.get() + "; unmount it");
        }
        Optional<String> other = currentBelow(version);
        if (other.isPresent()) {
            throw new IOException("Cannot expire: [" + other.get() + "] Expected files of the dataset alone, but found"
                    + " another dataset; move it out of " + version);
        }
    }

    private Optional<String> currentBelow(String version) throws IOException {
        try {
            return storage.walkWithHidden(version).stream()
                    .map(FileEntry::path)
                    .filter(path -> StoragePath.name(path).equals(DatasetLayout.CURRENT))
                    .findFirst();
        } catch (LinkException e) {
            // What lies beside it was not listed. A link is no dataset, and goes as the small file that it is.
            return Optional.empty();
        }
    }

    /** Later versions hold files of earlier ones, never the other way round. */
    private static List<Removal> descending(ExpiryPlan plan) {
        return plan.removals().stream()
                .sorted(Comparator.comparing(Removal::version, DatasetLayout.BY_NUMBER.reversed()))
                .toList();
    }

    private void remove(Removal removal) throws IOException {
        String version = removal.version();
        if (!removal.used().isEmpty()) {
            NavigableSet<String> staying = new TreeSet<>(removal.used());
            staying.add(DatasetLayout.path(version, DatasetLayout.OWNER));
            staying.add(DatasetLayout.path(version, DatasetLayout.EXPIRING));
            prune(version, staying);
        } else {
            // OWNER goes last: without it the rest would be taken for a stranger's.
            VersionClaim.empty(storage, version);
            if (!removal.lastNumber()) {
                storage.deleteTree(version);
            }
        }
    }

    /** Removes all below a folder but some files; false if nothing stays. */
    private boolean prune(String folder, NavigableSet<String> staying) throws IOException {
        boolean stays = false;
        for (String name : storage.names(folder)) {
            String path = StoragePath.join(folder, name);
            if (staying.contains(path)) {
                stays = true;
            } else if (holdsAny(path, staying) && prune(path, staying)) {
                stays = true;
            } else {
                storage.deleteTree(path);
            }
        }
        return stays;
    }

    private static boolean holdsAny(String folder, NavigableSet<String> paths) {
        String first = paths.ceiling(folder + "/");
        return first != null && first.startsWith(folder + "/");
    }

    /**
     * Private names beside the versions that are there already. No name is used twice, so that what others begin later,
     * even while this run is paused, has none of these.
     */
    private List<String> leftovers(DatasetLock lock) throws IOException {
        String own = "." + lock.name() + ".";
        return storage.names("").stream()
                .filter(name -> StoragePath.isPrivate(name) && !name.startsWith(own))
                .toList();
    }

    /** What attempts that died left under private names, where only a holder of the lock writes. */
    private void sweep(ExpiryPlan plan, List<String> leftovers, DatasetLock lock) throws IOException {
        for (String name : leftovers) {
            lock.requireHeld();
            storage.delete(name);
        }
        lock.requireHeld();
        sweepFolder(DatasetLayout.RETIRED);
        for (Map.Entry<String, String> version : plan.kept().entrySet()) {
            if (dataset.state(version.getKey()) == VersionState.PUBLISHED) {
                lock.requireHeld();
                sweepFolder(version.getKey());
            }
        }
    }

    private void sweepFolder(String folder) throws IOException {
        Set<String> folders = new TreeSet<>();
        for (FileEntry file : storage.walkWithHidden(folder)) {
            int hidden = file.path().indexOf("/.");
            int end = hidden < 0 ? -1 : file.path().indexOf('/', hidden + 1);
            if (end >= 0) {
                folders.add(file.path().substring(0, end));
            } else if (hidden >= 0) {
                storage.delete(file.path());
            }
        }
        for (String hiddenFolder : folders) {
            storage.deleteTree(hiddenFolder);
        }
    }
}
