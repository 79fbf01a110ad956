package io.cropmill.dataset;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Sweeps;
import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.lock.LockLostException;
import io.cropmill.dataset.lock.Locks;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.storage.PausedStorage;
import io.cropmill.storage.PausedStorage.Moment;
import io.cropmill.storage.SteppedStorage;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A run is paused for hours just before, or just after, each change that it makes; others take its lock over meanwhile, and
 * then it goes on. What they left stays: CURRENT, every published version, every certificate; and every certified recording
 * is in the live version.
 */
abstract class PauseContract {
    private static final Map<String, String> FIRST = Nights.contents("k/a=1", "b=1", "d=1");
    private static final Map<String, String> SECOND = Nights.contents("k/a=1", "b=22", "d=1");
    private static final Map<String, String> THIRD = Nights.contents("k/a=1", "b=333", "c=3", "d=1");
    private static final Map<String, String> OTHER = Nights.contents("k/a=1", "b=4444", "d=1");

    abstract String newLocation();

    abstract Configuration configuration();

    private interface Run {
        void on(Storage storage) throws IOException;
    }

    /** What is paused. */
    enum Paused {
        FIRST_REBUILD(storage -> {}, storage -> Nights.rebuild(storage, FIRST)),
        FIRST_REBUILD_THAT_COMES_TO_NOTHING(storage -> {}, storage -> {
            try (DatasetLock lock = Nights.lock(storage, "rebuild")) {
                lock.requireHeld();
                lock.withdraw();
            }
        }),
        REBUILD(PauseContract::nights, PauseContract::longRebuild),
        REBUILD_THAT_FINDS_NO_ROOM(PauseContract::nights, PauseContract::failingRebuild),
        RETIRE(PauseContract::nights, storage -> Nights.retire(storage, "d", "k/a")),
        ROLLBACK(PauseContract::nights, storage -> Nights.rollback(storage, "v000001")),
        ROLLBACK_TO_WHAT_WAS_TO_EXPIRE(
                storage -> {
                    nights(storage);
                    storage.createExclusive("v000001/EXPIRING", new byte[0]);
                },
                storage -> Nights.rollback(storage, "v000001")),
        EXPIRE(
                storage -> {
                    nights(storage);
                    leaveUnfinished(storage);
                },
                storage -> Nights.expire(storage, 1));

        private final Run before;
        private final Run run;

        Paused(Run before, Run run) {
            this.before = before;
            this.run = run;
        }
    }

    /** What others do meanwhile, each with the lock. */
    enum Meanwhile {
        REBUILD(storage -> Nights.rebuild(storage, OTHER)),
        ROLLBACK(storage -> {
            if (isPublished(storage, "v000001")
                    && Certificates.of(storage).all().isEmpty()) {
                Nights.rollback(storage, "v000001");
            }
        }),
        ROLLBACK_AND_REBUILD(storage -> {
            ROLLBACK.run.on(storage);
            Nights.rebuild(storage, OTHER);
        }),
        RETIRE(storage -> {
            Nights.rebuild(storage, OTHER);
            Nights.retire(storage, "b");
        }),
        RETIRE_AND_EXPIRE(storage -> {
            RETIRE.run.on(storage);
            Nights.expire(storage, 1);
        }),
        EXPIRE(storage -> {
            if (new Dataset(storage).current().isPresent()) {
                Nights.expire(storage, 1);
            }
        }),
        TAKE_OVER_WHAT_IS_FINISHED(PauseContract::takeOver),
        TAKE_OVER_AND_EXPIRE(storage -> {
            takeOver(storage);
            EXPIRE.run.on(storage);
        });

        private final Run run;

        Meanwhile(Run run) {
            this.run = run;
        }
    }

    private static boolean isPublished(Storage storage, String version) throws IOException {
        return new Dataset(storage).state(version) == VersionState.PUBLISHED;
    }

    private static void nights(Storage storage) throws IOException {
        Nights.rebuild(storage, FIRST);
        Nights.rebuild(storage, SECOND);
    }

    /** As a rebuild does it: with a journal, a recording that turns bad after it was finished, and leftovers. */
    private static void longRebuild(Storage storage) throws IOException {
        try (DatasetLock lock = Nights.lock(storage, "rebuild")) {
            Dataset dataset = new Dataset(storage);
            Manifest live = dataset.manifest(dataset.current().orElseThrow());
            VersionClaim claim = VersionClaim.take(dataset, Nights.OWNER);
            Set<String> retired = new TreeSet<>();
            for (RecordingEntry entry : live.recordings()) {
                if (entry.state() == RecordingState.RETIRED) {
                    retired.add(entry.name());
                }
            }
            String[] names = Stream.of("b", "bad", "c")
                    .filter(name -> !retired.contains(name))
                    .toArray(String[]::new);
            List<RecordingEntry> entries = built(storage, claim.version(), names);
            Publisher publisher = new Publisher(dataset, claim);
            lock.requireHeld();
            publisher.removeBad(Set.of("bad"), Manifests.RECIPE.rasters(), lock);
            publisher.removeUnfinished(Set.of("b", "bad", "c"));
            entries.removeIf(entry -> entry.name().equals("bad"));
            for (RecordingEntry entry : live.recordings()) {
                if (!List.of(names).contains(entry.name())) {
                    RecordingState state =
                            retired.contains(entry.name()) ? RecordingState.RETIRED : RecordingState.UNCHANGED;
                    entries.addAll(publisher.carryForward(List.of(entry.withState(state))));
                }
            }
            publisher.writeManifest(
                    Manifests.manifest(claim.version(), claim.base(), entries.toArray(RecordingEntry[]::new)));
            lock.requireHeld();
            RunJournal.clear(storage, claim.version());
            publisher.makeCurrent(lock);
        }
    }

    private static List<RecordingEntry> built(Storage storage, String version, String... names) throws IOException {
        List<RecordingEntry> entries = new ArrayList<>();
        for (String name : names) {
            RecordingEntry entry = Nights.write(storage, version, name, THIRD.getOrDefault(name, "bad"));
            new RunJournal(version, Manifests.RECIPE).note(storage, name, List.of(entry));
            storage.createExclusive(version + "/." + name + ".npy.part-00000", new byte[1]);
            entries.add(entry);
        }
        return entries;
    }

    private static void failingRebuild(Storage storage) throws IOException {
        try (DatasetLock lock = Nights.lock(storage, "rebuild")) {
            Dataset dataset = new Dataset(storage);
            VersionClaim claim = VersionClaim.take(dataset, Nights.OWNER);
            built(storage, claim.version(), "b", "c");
            claim.discard(dataset, lock);
        }
    }

    /** A run that died, of which one recording is finished and noted. */
    private static void leaveUnfinished(Storage storage) throws IOException {
        VersionClaim claim = VersionClaim.take(new Dataset(storage), Nights.OWNER);
        built(storage, claim.version(), "c");
    }

    /** Publishes what the live version holds, and all that dead runs have finished. */
    private static void takeOver(Storage storage) throws IOException {
        try (DatasetLock lock = Nights.lock(storage, "rebuild")) {
            Dataset dataset = new Dataset(storage);
            Optional<String> live = dataset.current();
            Map<String, RecordingEntry> entries = new TreeMap<>();
            for (Manifest left : RunJournal.leftBehind(dataset)) {
                for (RecordingEntry entry : left.recordings()) {
                    if (isWhole(storage, entry)) {
                        entries.putIfAbsent(entry.name(), entry.withState(RecordingState.UNCHANGED));
                    }
                }
            }
            if (live.isPresent()) {
                for (RecordingEntry entry : dataset.manifest(live.get()).recordings()) {
                    if (entry.state() == RecordingState.RETIRED) {
                        entries.put(entry.name(), entry);
                    } else {
                        entries.putIfAbsent(entry.name(), entry);
                    }
                }
            }
            if (entries.isEmpty()) {
                return;
            }
            VersionClaim claim = VersionClaim.take(dataset, Nights.OWNER);
            Publisher publisher = new Publisher(dataset, claim);
            List<RecordingEntry> carried = publisher.carryForward(List.copyOf(entries.values()));
            publisher.writeManifest(
                    Manifests.manifest(claim.version(), claim.base(), carried.toArray(RecordingEntry[]::new)));
            publisher.makeCurrent(lock);
        }
    }

    private static boolean isWhole(Storage storage, RecordingEntry entry) throws IOException {
        for (var file : entry.files().all().toList()) {
            if (storage.stat(file.path())
                    .filter(found -> found.bytes() == file.bytes())
                    .isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /**
     * What must not change any more.
     *
     * @param versions contents of all that are published
     * @param certificates by path
     */
    private record Left(
            long lock,
            Optional<String> current,
            Map<String, Map<String, String>> versions,
            Map<String, String> certificates) {
        static Left of(Storage storage) throws IOException {
            Dataset dataset = new Dataset(storage);
            Map<String, Map<String, String>> versions = new TreeMap<>();
            for (String version : dataset.versions()) {
                if (isPublished(storage, version)) {
                    versions.put(version, Nights.contents(storage, version));
                }
            }
            Map<String, String> certificates = new TreeMap<>();
            for (var file : storage.walk(DatasetLayout.RETIRED)) {
                certificates.put(file.path(), new String(storage.readSmall(file.path(), 1 << 20), UTF_8));
            }
            return new Left(new Locks(storage).numbers().get(0), dataset.current(), versions, certificates);
        }
    }

    /** How runs that went on ended. */
    private enum End {
        LOST,
        FAILED,
        RETURNED,
        TOOK_THE_LOCK_LATER
    }

    /** How many of the things that others may do are tried at each moment, unless all are. */
    abstract int othersTried();

    @ParameterizedTest
    @EnumSource
    void goesOnInVain(Paused paused) throws IOException {
        Map<End, Integer> ends = new java.util.EnumMap<>(End.class);
        int moments = 0;
        List<Boolean> decisive = changes(paused);
        for (Moment moment : Moment.values()) {
            for (int at = 0; at < decisive.size(); at++) {
                for (Meanwhile meanwhile : Meanwhile.values()) {
                    boolean decides = decisive.get(at) && moment == Moment.BEFORE;
                    if (isTried(decides, at, meanwhile)) {
                        Storage storage = Storages.of(newLocation(), configuration());
                        paused.before.on(storage);
                        goesOn(storage, paused, meanwhile, moment, at + 1, ends);
                        moments++;
                    }
                }
            }
        }
        System.out.println(
                getClass().getSimpleName() + ": " + paused + " was paused " + moments + " times; then it " + ends);
        assertThat(moments - ends.getOrDefault(End.TOOK_THE_LOCK_LATER, 0)).isPositive();
        assertThat(ends.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(moments);
    }

    /** Each change of an undisturbed run: true if it decides anything but who holds the lock. */
    private List<Boolean> changes(Paused paused) throws IOException {
        Storage storage = Storages.of(newLocation(), configuration());
        paused.before.on(storage);
        List<Boolean> decisive = new ArrayList<>();
        paused.run.on(new SteppedStorage(storage) {
            @Override
            protected void change(Kind kind, String path, Step step) throws IOException {
                decisive.add(
                        kind == Kind.RENAME && DatasetLayout.lockNumber(path).isEmpty());
                step.run();
            }
        });
        return decisive;
    }

    /** In the short form of this test every change that decides, and of the others every so-manieth. */
    private boolean isTried(boolean decides, int at, Meanwhile meanwhile) {
        int others = Meanwhile.values().length;
        boolean isItsTurn = (at + meanwhile.ordinal()) % others < othersTried();
        return Sweeps.STEP == 1 || (isItsTurn && (decides || at % Sweeps.STEP == 0));
    }

    private static void goesOn(
            Storage storage, Paused paused, Meanwhile meanwhile, Moment moment, long at, Map<End, Integer> ends)
            throws IOException {
        Left[] left = new Left[1];
        PausedStorage stopped = new PausedStorage(storage, moment, at, () -> {
            Nights.lock(storage, "look").close();
            meanwhile.run.on(storage);
            left[0] = Left.of(storage);
        });
        Optional<IOException> failure = Optional.empty();
        try {
            paused.run.on(stopped);
        } catch (IOException e) {
            failure = Optional.of(e);
        }
        String when =
                paused + " paused " + stopped.pausedAt() + ", " + meanwhile + " meanwhile; it ended with " + failure;
        assertThat(left[0]).as(when).isNotNull();
        Left now = Left.of(storage);
        ends.merge(end(left[0], now, failure), 1, Integer::sum);
        check(left[0], now, when);
        requireRetiredWhereCertified(storage, when);
        nextRun(storage, when);
    }

    private static End end(Left left, Left now, Optional<IOException> failure) {
        if (now.lock() > left.lock()) {
            return End.TOOK_THE_LOCK_LATER;
        }
        if (failure.isEmpty()) {
            return End.RETURNED;
        }
        return failure.get() instanceof LockLostException ? End.LOST : End.FAILED;
    }

    private static void check(Left left, Left now, String when) {
        if (now.lock() == left.lock()) {
            assertThat(now.current()).as(when).isEqualTo(left.current());
            assertThat(now.versions()).as(when).isEqualTo(left.versions());
            assertThat(now.certificates()).as(when).isEqualTo(left.certificates());
        }
    }

    private static void requireRetiredWhereCertified(Storage storage, String when) throws IOException {
        Dataset dataset = new Dataset(storage);
        Map<String, RecordingState> states = new HashMap<>();
        if (dataset.current().isPresent()) {
            dataset.manifest(dataset.current().get())
                    .recordings()
                    .forEach(entry -> states.put(entry.name(), entry.state()));
        }
        for (CertifiedPair certified : Certificates.of(storage).all()) {
            String name = certified.recording();
            assertThat(states.get(name)).as(when + ": " + name).isEqualTo(RecordingState.RETIRED);
        }
    }

    /** The next run finds nothing in its way, and expire leaves nothing of what was paused. */
    private static void nextRun(Storage storage, String when) throws IOException {
        Nights.rebuild(storage, THIRD);
        Nights.expire(storage, 1);
        assertThat(Nights.live(storage).keySet()).as(when).containsAll(THIRD.keySet());
        requireRetiredWhereCertified(storage, when);
        Set<String> names = new TreeSet<>(storage.names(""));
        names.removeIf(name -> DatasetLayout.versionNumber(name).isPresent());
        String lock = DatasetLayout.lock(new Locks(storage).numbers().get(0));
        assertThat(names).as(when).isSubsetOf("CURRENT", "retired", lock);
    }
}
