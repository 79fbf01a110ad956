package io.cropmill.dataset.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.dataset.Manifests;
import io.cropmill.dataset.manifest.Recipe.PointsLayout;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ManifestTest {
    @Test
    void sortsByUtf8BytesAndSums() {
        Manifest manifest = Manifests.manifest(
                "v000001",
                Optional.empty(),
                Manifests.entry("v000001", "b"),
                Manifests.entry("v000001", "\uD83D\uDE97"),
                Manifests.entry("v000001", "\uFF5E"),
                Manifests.entry("v000001", "a/10"),
                Manifests.entry("v000001", "a"));
        assertThat(manifest.recordings())
                .extracting(RecordingEntry::name)
                .containsExactly("a", "a/10", "b", "\uFF5E", "\uD83D\uDE97");
        assertThat(manifest.totals()).isEqualTo(new VersionTotals(5, 15, 50, 5, 80));
    }

    @Test
    void refusesTwoOfOneName() {
        assertThatThrownBy(() -> Manifests.manifest(
                        "v000001", Optional.empty(), Manifests.entry("v000001", "a"), Manifests.entry("v000001", "a")))
                .hasMessage("names must be different and in the order of their UTF-8 bytes but \"a\" follows \"a\"");
    }

    @Test
    void refusesEntriesThatDoNotFitTheVersion() {
        RecordingEntry built = Manifests.entry("v000001", "a");
        assertThatThrownBy(() -> Manifests.manifest("v000001", Optional.empty(), built.withState(RecordingState.STALE)))
                .hasMessage("a must be fresh or retired, since it was built in v000001, but is stale");
        RecordingEntry moved = built.in("v000002");
        assertThatThrownBy(() -> Manifests.manifest("v000003", Optional.empty(), moved))
                .hasMessage("a must lie in v000003 or in v000001 but lies in v000002");
        RecordingEntry bare = new RecordingEntry(
                "a",
                0,
                0,
                0,
                "v000001",
                RecordingState.FRESH,
                built.source(),
                new RecordingFiles(built.files().metadata(), built.files().points(), Map.of()));
        assertThatThrownBy(() -> Manifests.manifest("v000001", Optional.empty(), bare))
                .hasMessage("a must have the rasters [default] but has []");
        assertThat(Manifests.manifest("v000002", Optional.empty(), bare.withState(RecordingState.STALE))
                        .recordings())
                .hasSize(1);
    }

    @Test
    void refusesAVersionUponItself() {
        assertThatThrownBy(() -> Manifests.manifest("v000001", Optional.of("v000001")))
                .hasMessage("base must be another version but was v000001");
    }

    @Test
    void refusesCountsThatCannotBe() {
        RecordingEntry a = Manifests.entry("v000001", "a");
        assertThatThrownBy(() -> new RecordingEntry("a", 1, 1, 2, "v000001", a.state(), a.source(), a.files()))
                .hasMessage("over_cap must be at most crops (1) but was 2");
        assertThatThrownBy(() -> new RecordingEntry("a", -1, 1, 2, "v000001", a.state(), a.source(), a.files()))
                .hasMessage("crops must not be negative but was -1");
        assertThatThrownBy(() -> new BuildRecipe(
                        new Recipe(1, 0, PointsLayout.PLAIN, List.of(Manifests.DEFAULT, Manifests.DEFAULT)), "<f4"))
                .hasMessage("rasters must have different names");
    }
}
