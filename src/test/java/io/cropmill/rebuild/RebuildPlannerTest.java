package io.cropmill.rebuild;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.dataset.Certificates;
import io.cropmill.dataset.FileDigest;
import io.cropmill.dataset.manifest.BuildRecipe;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.Recipe;
import io.cropmill.dataset.manifest.Recipe.PointsLayout;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingFiles;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.dataset.manifest.SourceFile;
import io.cropmill.storage.Checksums;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is decided of a retired recording "a", beside one that is not. */
class RebuildPlannerTest {
    private static final String OWN = "0".repeat(64);
    private static final String POINT = "[('height', '<f4')]";
    private static final BuildRecipe RECIPE = recipe(30, POINT);

    @TempDir
    Path folder;

    private Storage target;
    private RetiredSources retired;

    @BeforeEach
    void openTarget() throws IOException {
        target = Storages.of(folder.toString(), new Configuration(false));
        retired = new RetiredSources(Certificates.of(target), List.of());
    }

    @ParameterizedTest
    @CsvSource({
        "as it was, unread,      30, CHANGED, whole,   UNCHANGED",
        "as it was, uncertified, 30, CHANGED, whole,   UNCHANGED",
        "as it was, own,         30, CHANGED, damaged, FILES",
        "as it was, other,       30, CHANGED, damaged, LOST",
        "as it was, unreadable,  30, CHANGED, damaged, LOST",
        "as it was, uncertified, 30, CHANGED, damaged, UNCERTIFIED",
        "as it was, own,         30, ALL,     whole,   FULL",
        "as it was, other,       30, ALL,     whole,   REPLACED",
        "as it was, unreadable,  30, ALL,     whole,   REPLACED",
        "as it was, uncertified, 30, ALL,     whole,   UNCERTIFIED",
        "as it was, unread,      20, CHANGED, whole,   UNMAKEABLE",
        "as it was, unread,      20, ALL,     whole,   UNMAKEABLE",
        "another,   own,         30, CHANGED, whole,   UNCHANGED",
        "another,   own,         30, CHANGED, damaged, FILES",
        "another,   other,       30, CHANGED, whole,   REPLACED",
        "another,   other,       30, ALL,     whole,   REPLACED",
        "another,   other,       30, CHANGED, damaged, LOST",
        "another,   uncertified, 30, CHANGED, whole,   REPLACED",
        "another,   uncertified, 30, ALL,     damaged, LOST",
        "another,   other,       20, CHANGED, whole,   UNMAKEABLE",
        "gone,      unread,      30, CHANGED, whole,   RETIRED",
        "gone,      unread,      30, ALL,     whole,   RETIRED",
        "gone,      unread,      30, CHANGED, damaged, LOST",
        "gone,      unread,      20, ALL,     whole,   UNMAKEABLE",
    })
    void decidesBySourceSettingsAndFiles(
            String source, String read, int cap, RebuildPlanner.ReuseScope extent, String files, Decision expected)
            throws IOException {
        know(read);
        Manifest live = live(RecordingState.RETIRED);
        if (files.equals("damaged")) {
            target.delete("v000001/a.points.npy");
        }
        List<SourceRecording> listing = switch (source) {
            case "gone" -> List.of(listed("b", 1));
            case "another" -> List.of(listed("a", 2), listed("b", 1));
            default -> List.of(listed("a", 1), listed("b", 1));
        };
        RebuildPlan plan = planner(cap, extent).plan(listing, Optional.of(live), List.of());
        assertThat(plan.names(expected)).contains("a");
        assertThat(plan.groups().values().stream().flatMap(List::stream)).containsExactlyInAnyOrder("a", "b");
        assertThat(plan.pointDtype()).contains(POINT);
        plan.carried().forEach(carried -> requireRetired(carried.entry()));
        plan.fallbacks().values().forEach(carried -> requireRetired(carried.entry()));
        assertThat(plan.problems().text())
                .isEqualTo(
                        expected != Decision.REPLACED
                                ? ""
                                : read.equals("unreadable")
                                        ? "[a.npy] Cannot read: Input/output error\n"
                                        : "[a.npy] Expected the file that recording 'a' was retired with, but found"
                                                + " another; move it away or give it another name\n");
        assertThat(plan.build().stream().map(SourceRecording::name).anyMatch("a"::equals))
                .isEqualTo(expected == Decision.FILES || expected == Decision.FULL);
    }

    @ParameterizedTest
    @CsvSource({
        "1, unread,      30, CHANGED, whole,   ''",
        "1, unread,      30, CHANGED, damaged, a",
        "1, own,         30, CHANGED, damaged, ''",
        "1, uncertified, 30, CHANGED, damaged, ''",
        "1, unread,      30, ALL,     whole,   a",
        "1, unread,      20, ALL,     whole,   ''",
        "2, unread,      30, CHANGED, whole,   a",
        "2, unreadable,  30, CHANGED, whole,   ''",
    })
    void namesTheSourcesToReadFirst(
            long modified, String read, int cap, RebuildPlanner.ReuseScope extent, String files, String expected)
            throws IOException {
        know(read);
        Manifest live = live(RecordingState.RETIRED);
        if (files.equals("damaged")) {
            target.delete("v000001/a.points.npy");
        }
        List<SourceRecording> listing = List.of(listed("a", modified), listed("b", 1));
        assertThat(planner(cap, extent).unread(listing, Optional.of(live)).stream()
                        .map(SourceRecording::name)
                        .collect(Collectors.joining()))
                .isEqualTo(expected);
    }

    /** Writes a certificate, and says what became of the look at the source. */
    private void know(String read) throws IOException {
        if (read.equals("uncertified")) {
            retired = new RetiredSources(Certificates.of(target), List.of());
            return;
        }
        String file = "{\"path\":\"%s\",\"bytes\":%d,\"sha256\":\"%s\"}";
        String source = file.formatted("a.npy", 100, OWN);
        String metadata = file.formatted("v000001/a.npy", 1, OWN);
        String points = file.formatted("v000001/a.points.npy", 2, OWN);
        target.replace(
                "retired/a.json",
                ("{\"format\":1,\"recording\":\"a\",\"version\":\"v000001\",\"date\":\"\",\"source_root\":\"\","
                                + "\"target_root\":\"\",\"crops\":3,\"points\":60,\"over_cap\":1,\"proof\":{},\"source\":"
                                + source + ",\"outputs\":[" + metadata + "," + points + "],\"settings\":{}}")
                        .getBytes(UTF_8));
        RecordingProblem problem =
                new RecordingProblem(RecordingProblem.ProblemCause.DATA, "[a.npy] Cannot read: Input/output error");
        List<RetiredSource> known = switch (read) {
            case "own" -> List.of(new RetiredSource("a", new FileDigest("b/a.npy", 100, OWN), null));
            case "other" -> List.of(new RetiredSource("a", new FileDigest("a.npy", 100, "1".repeat(64)), null));
            case "unreadable" -> List.of(new RetiredSource("a", null, problem));
            default -> List.of();
        };
        retired = new RetiredSources(Certificates.of(target), known);
    }

    private static void requireRetired(RecordingEntry entry) {
        assertThat(entry.state() == RecordingState.RETIRED)
                .as(entry.name() + " " + entry.state())
                .isEqualTo(entry.name().equals("a"));
    }

    /** Were others of another type built, the retired one could not stay beside them. */
    @Test
    void theTypeOfItsPointsIsKeptThoughNothingIsTakenOver() throws IOException {
        know("other");
        List<SourceRecording> others = List.of(listed("a", 2), listed("b", 2));
        assertThat(plan(live(RecordingState.RETIRED), others).pointDtype()).contains(POINT);
        assertThat(plan(live(RecordingState.FRESH), others).pointDtype()).isEmpty();
    }

    /** A dead run may have begun before the recording was retired, and from another source. */
    @Test
    void whatADeadRunMadeOfAnotherSourceIsNotUsed() throws IOException {
        know("other");
        Manifest live = live(RecordingState.RETIRED);
        Manifest left = Manifest.of(
                "v000002",
                Optional.of("v000001"),
                Instant.EPOCH,
                RECIPE,
                List.of(entry("v000002", "a", 2, RecordingState.FRESH)),
                List.of());
        RebuildPlan plan = planner(30, RebuildPlanner.ReuseScope.CHANGED)
                .plan(List.of(listed("a", 2), listed("b", 1)), Optional.of(live), List.of(left));
        assertThat(plan.names(Decision.REPLACED)).containsExactly("a");
        assertThat(plan.leftBehind()).isEmpty();
        assertThat(plan.fallbacks())
                .containsExactly(
                        Map.entry("a", new ReusedRecording(live.recordings().get(0), List.of())));
    }

    private RebuildPlan plan(Manifest live, List<SourceRecording> listing) throws IOException {
        return planner(30, RebuildPlanner.ReuseScope.CHANGED).plan(listing, Optional.of(live), List.of());
    }

    private RebuildPlanner planner(int cap, RebuildPlanner.ReuseScope extent) {
        return new RebuildPlanner(
                recipe(cap, ""), SourceFingerprints.ofListing(), new FileLengths(target), extent, retired);
    }

    private static BuildRecipe recipe(int cap, String point) {
        return new BuildRecipe(new Recipe(cap, 0, PointsLayout.STRUCTURED, List.of()), point);
    }

    private Manifest live(RecordingState state) throws IOException {
        return Manifest.of(
                "v000001",
                Optional.empty(),
                Instant.EPOCH,
                RECIPE,
                List.of(
                        entry("v000001", "a", 1, RecordingState.FRESH).withState(state),
                        entry("v000001", "b", 1, RecordingState.FRESH)),
                List.of());
    }

    private static SourceRecording listed(String name, long modified) {
        return new SourceRecording(name, new FileEntry(name + ".npy", 100, modified, "1"));
    }

    private RecordingEntry entry(String version, String name, long modified, RecordingState state) throws IOException {
        String metadata = version + "/" + name + ".npy";
        String points = version + "/" + name + ".points.npy";
        target.createExclusive(metadata, "1".getBytes(UTF_8));
        target.createExclusive(points, "22".getBytes(UTF_8));
        SourceFile source = SourceFingerprints.ofListing().of(listed(name, modified));
        RecordingFiles files =
                new RecordingFiles(Checksums.read(target, metadata), Checksums.read(target, points), Map.of());
        return new RecordingEntry(name, 3, 60, 1, version, state, source, files);
    }
}
