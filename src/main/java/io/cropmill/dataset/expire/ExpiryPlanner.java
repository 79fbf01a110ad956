package io.cropmill.dataset.expire;

import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.LiveDataset;
import io.cropmill.dataset.RunJournal;
import io.cropmill.dataset.VersionClaim;
import io.cropmill.dataset.VersionState;
import io.cropmill.dataset.expire.ExpiryPlan.Removal;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Decides which versions stay, and with them which files of others. Reading alone; for one plan. */
final class ExpiryPlanner {
    private final Dataset dataset;
    private final Storage storage;
    private final ExpiryRule rule;
    private final Instant now;
    private final SortedMap<String, List<String>> pins;
    private final List<String> versions;
    /** Why none of them is a version of this dataset. */
    private final SortedMap<String, String> strangers = new TreeMap<>(DatasetLayout.BY_NUMBER);

    private final Map<String, VersionState> states = new HashMap<>();
    private final SortedMap<String, String> kept = new TreeMap<>(DatasetLayout.BY_NUMBER);
    private final List<String> notes = new ArrayList<>();

    ExpiryPlanner(Dataset dataset, ExpiryRule rule, Instant now, SortedMap<String, List<String>> pins)
            throws IOException {
        this.dataset = dataset;
        this.storage = dataset.storage();
        this.rule = rule;
        this.now = now;
        this.pins = pins;
        this.versions = new ArrayList<>(dataset.versions());
    }

    ExpiryPlan plan() throws IOException {
        for (String version : versions) {
            states.put(version, dataset.state(version));
        }
        Optional<String> live = dataset.current();
        if (live.isPresent()) {
            keepLive(live.get());
        }
        leaveStrangers();
        keepPinned();
        keepNewest(live.isPresent() ? rule.keep() - 1 : rule.keep());
        keepRejected(live);
        keepYoung();
        Map<String, Set<String>> used = used();
        List<String> all = strangerNotes(used.keySet());
        all.addAll(notes);
        return new ExpiryPlan(kept, removals(live, used), all);
    }

    private void keepLive(String live) throws IOException {
        VersionState state = states.get(live);
        if (state != VersionState.PUBLISHED) {
            throw new IOException("Cannot expire: CURRENT names " + live + ", which is "
                    + (state == null ? "not there" : state) + "; make a whole version live with rollback --to first");
        }
        kept.put(live, "live");
    }

    private void leaveStrangers() throws IOException {
        for (String version : List.copyOf(versions)) {
            Optional<String> why =
                    kept.containsKey(version) ? Optional.empty() : VersionClaim.stranger(storage, version);
            if (why.isPresent()) {
                versions.remove(version);
                strangers.put(version, why.get());
            }
        }
    }

    /** A version whose OWNER was lost looks like a stranger: who uses it decides what to do. */
    private List<String> strangerNotes(Set<String> usedFolders) {
        List<String> told = new ArrayList<>();
        strangers.forEach((version, why) -> {
            if (usedFolders.contains(version)) {
                told.add(version + " stays: " + why + ", but other versions use its files; leave it");
            } else if (pins.containsKey(version)) {
                told.add(version + " stays: " + why + ", but it is " + pinned(version) + "; leave it");
            } else {
                told.add(version + " is no version of this dataset and stays: " + why
                        + "; move it out of the dataset, or delete it yourself");
            }
        });
        return told;
    }

    private String pinned(String version) {
        return "pinned by " + String.join(", ", pins.getOrDefault(version, List.of()));
    }

    private void keepPinned() {
        for (String version : pins.keySet()) {
            if (strangers.containsKey(version)) {
                continue;
            }
            String by = pinned(version);
            VersionState state = states.get(version);
            if (state == null || state == VersionState.REMAINS || state == VersionState.DISCARDED) {
                notes.add(version + " is " + by + ", but was removed before");
            } else {
                kept.merge(version, by, (one, other) -> one + ", " + other);
            }
        }
    }

    private void keepNewest(int others) {
        int left = others;
        for (int i = versions.size() - 1; i >= 0 && left > 0; i--) {
            String version = versions.get(i);
            if (states.get(version) == VersionState.PUBLISHED && !"live".equals(kept.get(version))) {
                kept.putIfAbsent(version, "one of the last " + rule.keep());
                left--;
            }
        }
    }

    /** A person comes in the morning to see why nothing was published. */
    private void keepRejected(Optional<String> live) {
        for (int i = versions.size() - 1; i >= 0; i--) {
            String version = versions.get(i);
            if (live.isPresent() && DatasetLayout.BY_NUMBER.compare(version, live.get()) < 0) {
                return;
            }
            if (states.get(version) == VersionState.REJECTED) {
                kept.putIfAbsent(version, "rejected since the last publication; see its report");
                return;
            }
        }
    }

    private void keepYoung() throws IOException {
        for (String version : versions) {
            VersionState state = stateOf(version);
            boolean counts = state != VersionState.DISCARDED && state != VersionState.REMAINS;
            if (counts && !kept.containsKey(version) && age(version).compareTo(rule.minAge()) < 0) {
                kept.put(version, "younger than --min-age");
            }
        }
    }

    /** By the file system's clock on both sides, when this run holds the lock. */
    private Duration age(String version) throws IOException {
        for (String name : List.of(DatasetLayout.MANIFEST, DatasetLayout.OWNER)) {
            Optional<FileEntry> file = storage.stat(DatasetLayout.path(version, name));
            if (file.isPresent()) {
                return Duration.between(Instant.ofEpochMilli(file.get().modifiedMillis()), now);
            }
        }
        return rule.minAge();
    }

    private List<Removal> removals(Optional<String> live, Map<String, Set<String>> used) throws IOException {
        List<Removal> removals = new ArrayList<>();
        for (String version : versions) {
            boolean last = version.equals(versions.get(versions.size() - 1))
                    && live.filter(name -> DatasetLayout.BY_NUMBER.compare(name, version) > 0)
                            .isEmpty();
            VersionState state = stateOf(version);
            boolean stays = kept.containsKey(version) || (last && state == VersionState.DISCARDED);
            if (!stays) {
                removals.add(new Removal(version, state, used.getOrDefault(version, Set.of()), last, 0, 0));
            }
        }
        return new RemovalSizes(storage).of(removals);
    }

    private VersionState stateOf(String version) {
        return Objects.requireNonNull(states.get(version), version);
    }

    /** Files in folders of others that are not kept, which versions that stay hold. */
    private Map<String, Set<String>> used() throws IOException {
        Map<String, Set<String>> used = new HashMap<>();
        for (String version : kept.keySet()) {
            addUsed(version, recordings(version), used);
        }
        for (String version : strangers.keySet()) {
            Optional<Manifest> manifest = LiveDataset.readable(dataset, version);
            if (manifest.isPresent()) {
                addUsed(version, manifest.get().recordings(), used);
            }
        }
        return used;
    }

    private void addUsed(String version, List<RecordingEntry> recordings, Map<String, Set<String>> used) {
        for (RecordingEntry recording : recordings) {
            for (WrittenFile file : recording.files().all().toList()) {
                String folder = DatasetLayout.versionOf(file.path());
                if (!folder.equals(version) && !kept.containsKey(folder)) {
                    used.computeIfAbsent(folder, key -> new HashSet<>()).add(file.path());
                }
            }
        }
    }

    /** Of a run that died those that it has noted: another may take them over. */
    private List<RecordingEntry> recordings(String version) throws IOException {
        return dataset.hasManifest(version)
                ? dataset.manifest(version).recordings()
                : RunJournal.entries(dataset, version).stream()
                        .flatMap(noted -> noted.recordings().stream())
                        .toList();
    }
}
