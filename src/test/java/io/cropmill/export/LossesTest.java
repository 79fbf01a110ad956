package io.cropmill.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.crop.LeftOutField;
import io.cropmill.dataset.manifest.BuildRecipe;
import io.cropmill.dataset.manifest.Recipe;
import io.cropmill.dataset.manifest.Recipe.PointsLayout;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingFiles;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.dataset.manifest.SourceFile;
import io.cropmill.storage.WrittenFile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LossesTest {
    /** Of another release, or of a manifest that somebody edited. */
    @Test
    void settingsThatAreNotKnownAreNotLookedAt() {
        BuildRecipe recipe = new BuildRecipe(
                        new Recipe(16, 0, PointsLayout.STRUCTURED, List.of()), "[('xy', '<f4', (2,))]")
                .withFields(Map.of("skip-fields", "[comment]", "of-another-release", "x"));
        RecordingEntry entry = new RecordingEntry(
                "a",
                3,
                10,
                0,
                "v000001",
                RecordingState.FRESH,
                new SourceFile("a.parquet", 100, "12:34"),
                new RecordingFiles(
                        new WrittenFile("v000001/a.npy", 4, 1),
                        new WrittenFile("v000001/a.points.npy", 4, 1),
                        Map.of()));
        assertThat(new Losses(recipe).leftOut(entry)).containsExactly(new LeftOutField("[comment]", ""));
    }
}
