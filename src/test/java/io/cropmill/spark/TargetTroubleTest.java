package io.cropmill.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.crop.PaddedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Targets without room, and runs that die while they write. */
class TargetTroubleTest extends Trouble {
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
        assertThat(outcome.status()).isEqualTo(JobOutcome.Status.REFUSED);
        assertThat(outcome.text())
                .isEqualTo("Nothing was published: Expected room for 16.98 MB (pairs 2.11 kB, raster default 110.85 kB,"
                        + " raster half 55.55 kB, and a margin) at " + uri(target)
                        + ", but 1.00 MB are free; remove old versions with expire, choose another target, write fewer"
                        + " rasters (rasters.<name> = null) or use dtype = float16\n");
        assertThat(Rebuilds.files(target)).noneMatch(file -> file.startsWith("v"));
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
                    throw new IOException("[" + path + "] Cannot write: no space left; free some");
                }
                step.run();
            }
        };
        assertThatThrownBy(() -> rebuild(Map.of(target, full), "cap=30")).hasMessageContaining("no space left");
        assertThat(Rebuilds.files(target.resolve("v000002"))).containsExactly("OWNER");
        assertThat(Files.readString(target.resolve("CURRENT"))).isEqualTo("v000001\n");
        assertThat(Files.readString(target.resolve("nightly.json"))).contains("no space left", "\"code\" : 1");
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
                    throw new IOException("[" + path + "] Cannot write: no space left; free some");
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
}
