package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import io.cropmill.storage.NoSpaceException;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Targets without room, and runs that die while they write. */
@Slow
class FailingTargetTest extends FailingRebuilds {
    @Test
    void asksForRoomBeforeItWrites() throws IOException {
        JobOutcome outcome = rebuild(
                Map.of(target, new Told(local(target)) {
                    @Override
                    public long freeBytes() {
                        return 1_000_000;
                    }
                }),
                "rasters.half.dtype=float16");
        assertThat(outcome.status()).isEqualTo(ExitCode.REFUSED);
        assertThat(outcome.text())
                .isEqualTo("Nothing was published: Expected room for 16.98 MB (pairs 2.11 kB, raster default 110.85 kB,"
                        + " raster half 55.55 kB, and a margin) at " + uri(target)
                        + ", but 1.00 MB are free; remove old versions with expire, choose another target, write fewer"
                        + " rasters (rasters.<name> = null) or use dtype = float16\n");
        assertThat(Rebuilds.files(target)).noneMatch(file -> file.startsWith("v"));
    }

    private static NoSpaceException full(String message) {
        return new NoSpaceException(message, new IOException("No space left on device"));
    }

    @Test
    void givesSpaceBackWhenTheDiskFillsHalfWay() throws IOException {
        rebuild(Map.of(), "cap=30");
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 5, 3, 0, 40);
        PaddedFile.write(source.resolve("c.npy"), CAPACITY, 6, 3);
        AtomicLong files = new AtomicLong();
        Told full = new Told(local(target)) {
            @Override
            protected void change(Kind kind, String path, Step step) throws IOException {
                if (path.startsWith("v000002/c") && files.incrementAndGet() > 2) {
                    throw full("[" + path + "] Cannot write: no space left; free some");
                }
                step.run();
            }
        };
        assertThatThrownBy(() -> rebuild(Map.of(target, full), "cap=30")).hasMessageContaining("no space left");
        assertThat(Rebuilds.files(target.resolve("v000002"))).containsExactly("OWNER");
        assertThat(Files.readString(target.resolve("CURRENT"))).isEqualTo("v000001\n");
        assertThat(Files.readString(target.resolve("nightly.json"))).contains("no space left", "\"code\" : 1");
    }

    @Test
    void aDiskThatFillsOnceCurrentNamesTheVersionTakesNothingFromIt() throws IOException {
        Told full = new Told(local(target)) {
            @Override
            protected void change(Kind kind, String path, Step step) throws IOException {
                step.run();
                if (path.equals("CURRENT")) {
                    throw full("[CURRENT] Cannot sync: no space left; free some");
                }
            }
        };
        assertThatThrownBy(() -> rebuild(Map.of(target, full)))
                .hasMessage("[CURRENT] Cannot sync: no space left; free some");
        assertThat(Files.readString(target.resolve("CURRENT"))).isEqualTo("v000001\n");
        assertThat(rebuild(Map.of()).text()).contains("Nothing to publish: " + uri(target) + "/v000001 is as the");
    }

    @Test
    void leavesWhatAnotherRunMayHaveTakenOverOnceTheLockIsLost() throws IOException {
        Told full = new Told(local(target)) {
            @Override
            protected void change(Kind kind, String path, Step step) throws IOException {
                if (path.equals("v000001/b.raster.npy")) {
                    Files.createFile(target.resolve("lock.000002"));
                    throw full("[" + path + "] Cannot write: no space left; free some");
                }
                step.run();
            }
        };
        assertThatThrownBy(() -> rebuild(Map.of(target, full))).hasMessageContaining("lock.000001 was lost");
        assertThat(Rebuilds.files(target.resolve("v000001")))
                .contains("OWNER", "a.npy", "a.points.npy", "a.raster.npy");
    }

    @Test
    void beginsNoOtherStageOnceTheLockIsLost() throws IOException {
        Told taken = new Told(local(target)) {
            @Override
            protected void change(Kind kind, String path, Step step) throws IOException {
                step.run();
                if (path.startsWith("v000001/.done/") && !Files.exists(target.resolve("lock.000002"))) {
                    Files.createFile(target.resolve("lock.000002"));
                }
            }
        };
        assertThatThrownBy(() -> rebuild(Map.of(target, taken))).hasMessageContaining("lock.000001 was lost");
        assertThat(target.resolve("v000001/a.npy")).exists();
        assertThat(target.resolve("v000001/manifest.json")).doesNotExist();
    }

    /** A version as a source has files of the same paths as the version to be written. */
    @Test
    void aFullDiskIsNoBadRecordingOfADataset() throws IOException {
        rebuild(Map.of());
        source = target;
        target = folder.resolve("second");
        Told full = new Told(local(target)) {
            @Override
            protected void change(Kind kind, String path, Step step) throws IOException {
                if (kind == Kind.WRITE && path.equals("v000001/a.npy")) {
                    throw full("[" + path + "] Cannot write: no space left; free some");
                }
                step.run();
            }
        };
        assertThatThrownBy(() -> rebuild(Map.of(target, full), "cap=30", "on-bad-recording=skip"))
                .hasMessageContaining("[v000001/a.npy] Cannot write: no space left; free some");
        assertThat(Rebuilds.files(target.resolve("v000001"))).containsExactly("OWNER");
        assertThat(target.resolve("CURRENT")).doesNotExist();
    }

    @Test
    void whatARunThatDiedBeforeCurrentHasFinishedIsUsed() throws IOException {
        rebuild(Map.of());
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 7, 9);
        Told dying = new Told(local(target)) {
            @Override
            protected void change(Kind kind, String path, Step step) throws IOException {
                if (path.equals("CURRENT")) {
                    throw new IOException("[CURRENT] Cannot write: Input/output error");
                }
                step.run();
            }
        };
        assertThatThrownBy(() -> rebuild(Map.of(target, dying))).hasMessageContaining("Input/output error");
        assertThat(Files.readString(target.resolve("CURRENT"))).isEqualTo("v000001\n");
        JobOutcome outcome = rebuild(Map.of());
        assertThat(outcome.text()).contains("finished by a dead run: a\n");
        assertThat(Files.readString(target.resolve("CURRENT"))).isEqualTo("v000003\n");
        assertThat(Rebuilds.data(target.resolve("v000003"))).isEqualTo(Rebuilds.data(target.resolve("v000002")));
    }

    @Test
    void whatADeadRunFinishedIsTakenOverUnlessItIsDamaged() throws IOException {
        dieBeforeTheManifest();
        Object inode = Files.getAttribute(target.resolve("v000001/b.points.npy"), "unix:ino");
        byte[] damaged = Files.readAllBytes(target.resolve("v000001/a.raster.npy"));
        damaged[damaged.length - 1] ^= 1;
        Files.write(target.resolve("v000001/a.raster.npy"), damaged);
        JobOutcome outcome = rebuild(Map.of());
        assertThat(outcome.text()).contains("build, new: a\n").contains("finished by a dead run: b\n");
        assertThat(Files.getAttribute(target.resolve("v000002/b.points.npy"), "unix:ino"))
                .isEqualTo(inode);
        Path other = folder.resolve("other");
        Rebuilds.run(uri(source), uri(other));
        assertThat(Rebuilds.data(target.resolve("v000002"))).isEqualTo(Rebuilds.data(other.resolve("v000001")));
    }

    /** A file or a journal of a run that died may be unreadable for ever: a disk's fault, or another owner's. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            v000001/b.points.npy | build, new: b
            v000001/.done        | build, new: a, b
            """)
    void whatADeadRunLeftThatCannotBeReadIsBuiltAgain(String unreadable, String built) throws IOException {
        dieBeforeTheManifest();
        JobOutcome outcome = rebuild(Map.of(target, new Told(local(target)) {
            @Override
            public SeekableByteChannel open(String path) throws IOException {
                return opened(path, () -> super.open(path));
            }

            @Override
            public List<String> names(String path) throws IOException {
                return opened(path, () -> super.names(path));
            }

            private <T> T opened(String path, Opening<T> opening) throws IOException {
                if (path.equals(unreadable)) {
                    throw new IOException("[" + path + "] Cannot open: Input/output error");
                }
                return opening.open();
            }
        }));

        assertThat(outcome.text()).contains(built + "\n");
        Path other = folder.resolve("other");
        Rebuilds.run(uri(source), uri(other));
        assertThat(Rebuilds.data(target.resolve("v000002"))).isEqualTo(Rebuilds.data(other.resolve("v000001")));
    }

    private void dieBeforeTheManifest() throws IOException {
        Told dying = new Told(local(target)) {
            @Override
            protected void change(Kind kind, String path, Step step) throws IOException {
                if (path.endsWith("manifest.json")) {
                    throw new IOException("[" + path + "] Cannot go on");
                }
                step.run();
            }
        };
        assertThatThrownBy(() -> rebuild(Map.of(target, dying))).hasMessageContaining("Cannot go on");
    }

    private interface Opening<T> {
        T open() throws IOException;
    }
}
