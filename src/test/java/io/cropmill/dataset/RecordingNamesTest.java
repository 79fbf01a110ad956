package io.cropmill.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.storage.MiniDfs;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Slow
class RecordingNamesTest {
    @TempDir
    Path folder;

    private Storage local;

    @BeforeEach
    void open() throws IOException {
        local = Storages.of(folder.toString(), new Configuration());
    }

    private List<String> problems(String... names) {
        return RecordingNames.problems(local, List.of(names), List.of(Manifests.DEFAULT, Manifests.SHIFTED));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kitti/000000",
                "run:1/größe #1",
                "report",
                "CURRENT",
                "OWNER",
                "manifest.json",
                "REJECTED",
                "v000007/x",
                "lock.000001",
                "points",
                "x.points/y",
                "x.pointsy",
                "raster",
                "a.npy",
                "a\\b",
                "\uD83D\uDE97",
                "a/report/b"
            })
    void ordinaryNamesAreHeld(String name) {
        assertThat(problems(name)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a.points", "k/a.raster", "a.raster-", "a.raster-x.y", "a.counts", "k/a.grids", "a.points.points"
            })
    void refusesTheEndsOfOtherRecordingsFiles(String name) {
        assertThat(problems(name))
                .containsExactly("[" + name
                        + "] Name must not end in .points, .raster, .raster-*, .counts or .grids, which belong to another"
                        + " recording's files; rename the file, or move it out of the source");
    }

    @ParameterizedTest
    @ValueSource(strings = {"report", "OWNER", "REJECTED", "manifest.json"})
    void refusesFoldersThatEveryVersionHas(String first) {
        assertThat(problems(first + "/x"))
                .containsExactly("[" + first + "/x] Name must not begin with " + first
                        + "/, which every version has for itself; rename the folder");
    }

    @Test
    void refusesNamesThatDoNotSurviveUtf8() {
        assertThat(problems("caf\uFFFD", "a\uD800b"))
                .containsExactly(
                        "[caf\uFFFD] Name must be UTF-8 but has other bytes; rename the file",
                        "[a\uFFFDb] Name must be UTF-8 but has other bytes; rename the file");
    }

    @Test
    void refusesNamesThatCouldForgeLinesOfALog() {
        assertThat(problems("a\nb", "k/\u001b[31m", "x\u202ey", "\u009b"))
                .containsExactly(
                        "[a\\nb] Name must have no control or invisible characters, which could forge what a log says;"
                                + " rename the file",
                        "[k/\\u001b[31m] Name must have no control or invisible characters, which could forge what a log"
                                + " says; rename the file",
                        "[x\\u202ey] Name must have no control or invisible characters, which could forge what a log"
                                + " says; rename the file",
                        "[\\u009b] Name must have no control or invisible characters, which could forge what a log says;"
                                + " rename the file");
    }

    @Test
    void refusesHiddenPartsAndPathsThatLeave() {
        assertThat(problems("a/_b/c", ".a", "a/../b", "/a", ""))
                .containsExactly(
                        "[a/_b/c] Name must have no part that begins with \".\" or \"_\", which listings leave out; rename"
                                + " \"_b\"",
                        "[.a] Name must have no part that begins with \".\" or \"_\", which listings leave out; rename \".a\"",
                        "[a/../b] Path must be relative, without empty, \".\" or \"..\" parts but was \"a/../b\"",
                        "[/a] Path must be relative, without empty, \".\" or \"..\" parts but was \"/a\"",
                        "[] Path must be relative, without empty, \".\" or \"..\" parts but was \"\"");
    }

    @Test
    void refusesNamesWhoseFilesWouldHaveTooLongNames() {
        String suffix = "..raster-shifted.npy.part-00000";
        String longest = "a".repeat(255 - suffix.length());
        assertThat(problems(longest, "k/" + longest)).isEmpty();
        String name = longest + "a";
        assertThat(problems(name))
                .containsExactly("[" + name + "] Name cannot be held by " + local.root()
                        + ": the part \"." + name
                        + ".raster-shifted.npy.part-00000\" is longer than 255 bytes; rename the"
                        + " file, or choose another target");
    }

    @Test
    void refusesTwoOfOneName() {
        assertThat(problems("a", "b", "a"))
                .containsExactly("[a] Name must be that of one recording but is that of several");
    }

    @Test
    void refusesFoldersThatAreFilesOfAnotherRecording() {
        assertThat(problems("a", "a.points.npy/x/y", "a.points.npy/z", "b/c", "b/c.npy/d", "a/b"))
                .containsExactly(
                        "[a.points.npy/x/y] Name must not have the folder a.points.npy, which is a file of the recording a;"
                                + " rename one of them",
                        "[b/c.npy/d] Name must not have the folder b/c.npy, which is a file of the recording b/c; rename one of"
                                + " them");
    }

    @Test
    void refusesWithoutATargetWhatEveryTargetRefuses() {
        String longName = "a".repeat(250);
        assertThat(RecordingNames.problems(List.of("a\nb", longName, "run:1/a"), List.of()))
                .containsExactly(
                        "[a\\nb] Name must have no control or invisible characters, which could forge what a log says;"
                                + " rename the file",
                        "[" + longName + "] Name cannot be held by a target: the part \"." + longName
                                + ".npy.part-00000\" is longer than 255 bytes; rename the file");
    }

    @Test
    void hdfsHoldsNoColons() throws IOException {
        Storage hdfs =
                Storages.of(MiniDfs.shared().newFolder(), MiniDfs.shared().configuration());
        assertThat(RecordingNames.problems(hdfs, List.of("run:1/a", "b"), List.of()))
                .containsExactly("[run:1/a] Name cannot be held by " + hdfs.root()
                        + ": HDFS has no names with a colon; rename the file, or choose another target");
    }
}
