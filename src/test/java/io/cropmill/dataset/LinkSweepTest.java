package io.cropmill.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.storage.SteppedStorage;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Somebody puts a link in the place of the file that is changed next, or of its folder, before each change of a run, one at
 * a time. What it leads to holds the same, so that whatever follows it is seen.
 */
@Slow
class LinkSweepTest {
    @TempDir
    Path folder;

    private enum Run {
        REBUILD,
        EXPIRE,
        ROLLBACK;

        void on(Storage storage) throws IOException {
            switch (this) {
                case REBUILD -> Nights.rebuild(storage, Nights.contents("kitti/a=1", "b=3"));
                case EXPIRE -> Nights.expire(storage, 1);
                case ROLLBACK -> Nights.rollback(storage);
            }
        }
    }

    /** What is replaced by a link. */
    private enum Place {
        FOLDER,
        FILE;

        /** Nothing where it cannot be replaced. */
        Optional<Path> of(Path root, String path) {
            Path changed = root.resolve(this == FOLDER ? StoragePath.folder(path) : path);
            return Optional.of(changed).filter(found -> !found.equals(root) && Files.exists(found.getParent()));
        }
    }

    /** Puts the link in place before one change, takes it away after it. */
    private static final class Linking extends SteppedStorage {
        private final Path root;
        private final Path victim;
        private final Place place;
        private final long at;
        private long changes;
        private boolean planted;
        private Map<String, String> before = Map.of();

        Linking(Path root, Path victim, Place place, long at) throws IOException {
            super(Storages.of(root.toString(), new Configuration(false)));
            this.root = root;
            this.victim = victim;
            this.place = place;
            this.at = at;
        }

        @Override
        protected void change(Kind kind, String path, Step step) throws IOException {
            Optional<Path> changed = place.of(root, path);
            if (++changes != at || changed.isEmpty()) {
                step.run();
            } else {
                planted = true;
                run(step, changed.get());
            }
        }

        private void run(Step step, Path changed) throws IOException {
            Path aside = root.resolveSibling("aside");
            boolean existed = Files.exists(changed);
            if (existed) {
                copy(changed, victim);
                Files.move(changed, aside);
            } else {
                Files.createDirectory(victim);
            }
            before = contents(victim);
            Files.createSymbolicLink(changed, victim);
            try {
                step.run();
            } finally {
                Files.deleteIfExists(changed);
                if (existed) {
                    Files.move(aside, changed);
                }
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : paths.toList()) {
                Files.copy(path, to.resolve(from.relativize(path).toString()));
            }
        }
    }

    private static Map<String, String> contents(Path folder) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.toList()) {
                boolean file = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
                contents.put(folder.relativize(path).toString(), file ? Files.readString(path) : "");
            }
        }
        return contents;
    }

    @ParameterizedTest
    @CsvSource({
        "REBUILD, FOLDER",
        "REBUILD, FILE",
        "EXPIRE, FOLDER",
        "EXPIRE, FILE",
        "ROLLBACK, FOLDER",
        "ROLLBACK, FILE"
    })
    void nothingHappensBehindALinkThatComesBeforeAChange(Run run, Place changed) throws IOException {
        int planted = 0;
        for (long at = 1; ; at++) {
            Path place = Files.createDirectory(folder.resolve(run + "-" + at));
            Path root = Files.createDirectory(place.resolve("root"));
            Storage plain = Storages.of(root.toString(), new Configuration(false));
            Nights.rebuild(plain, Nights.contents("kitti/a=1", "b=1"));
            Nights.rebuild(plain, Nights.contents("kitti/a=1", "b=2"));
            Linking linking = new Linking(root, place.resolve("victim"), changed, at);
            try {
                run.on(linking);
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("is a symbolic link, and none is followed here");
                assertThat(linking.planted).isTrue();
            }
            assertThat(Nights.live(plain)).as(run + " at change " + at).isNotEmpty();
            if (linking.planted) {
                planted++;
                assertThat(contents(place.resolve("victim")))
                        .as(run + " at change " + at)
                        .isEqualTo(linking.before);
            }
            if (at > linking.changes) {
                break;
            }
        }
        System.out.println("LinkSweepTest: " + planted + " times a link in the place of a " + changed
                + " before a change of " + run);
        assertThat(planted).isPositive();
    }

    @Test
    void aVersionThatIsGivenUpLosesItsLinksAndNothingBehindThem() throws IOException {
        Path victim = Files.createDirectory(folder.resolve("victim"));
        Files.writeString(victim.resolve("a.npy"), "precious");
        Path root = Files.createDirectory(folder.resolve("root"));
        Storage storage = Storages.of(root.toString(), new Configuration(false));
        try (DatasetLock lock = Nights.lock(storage, "rebuild")) {
            Dataset dataset = new Dataset(storage);
            VersionClaim claim = VersionClaim.take(dataset, Nights.OWNER);
            Path version = root.resolve(claim.version());
            Files.createSymbolicLink(version.resolve("folder"), victim);
            Files.createSymbolicLink(version.resolve(".done"), victim);
            Files.createSymbolicLink(version.resolve("report"), victim);
            Files.createSymbolicLink(version.resolve("a.npy"), victim.resolve("a.npy"));
            Files.createSymbolicLink(version.resolve("manifest.json"), victim.resolve("a.npy"));
            claim.discard(dataset, lock);
            assertThat(storage.names(claim.version())).containsExactly("OWNER");
            assertThat(dataset.current()).isEqualTo(Optional.empty());
        }
        assertThat(contents(victim)).isEqualTo(Map.of("", "", "a.npy", "precious"));
    }
}
