package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Shared;
import io.cropmill.Slow;
import io.cropmill.config.SettingsException;
import io.cropmill.crop.PaddedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A version stands in for its original wherever a cap becomes lower. */
@Slow
class LowerCapTest {
    private static final String CAP = "cap=4096";

    @TempDir
    Path folder;

    private Path source() throws IOException {
        PaddedFile.write(folder.resolve("source/a.npy"), 6000, 1, 5000, 17, 4096, 0, 6000);
        PaddedFile.write(folder.resolve("source/b.npy"), 6000, 2, 1200, 999);
        return folder.resolve("source");
    }

    private Map<String, String> built(Path source, String target, String... settings) throws IOException {
        JobOutcome outcome = Rebuilds.run(source.toUri(), folder.resolve(target).toUri(), settings);
        assertThat(outcome.status()).as(outcome.text()).isEqualTo(ExitCode.DONE);
        return Rebuilds.data(folder.resolve(target).resolve("v000001"));
    }

    private void refuses(String message, String... settings) {
        assertThatThrownBy(() -> Rebuilds.run(
                        folder.resolve("dataset").toUri(),
                        folder.resolve("refused").toUri(),
                        settings))
                .isInstanceOf(SettingsException.class)
                .hasMessage(message);
        assertThat(folder.resolve("refused/CURRENT")).doesNotExist();
    }

    @Test
    void keepsThePointsThatTheOriginalWouldKeep() throws IOException {
        built(source(), "dataset", CAP, "seed=9");
        assertThat(built(folder.resolve("dataset"), "from-version", "cap=1000", "seed=9"))
                .isEqualTo(built(source(), "from-original", "cap=1000", "seed=9"));
    }

    @Test
    void keepsThemThroughThreeCaps() throws IOException {
        built(source(), "dataset", CAP);
        built(folder.resolve("dataset"), "lower", "cap=3000");
        assertThat(built(folder.resolve("lower"), "lowest", "cap=7"))
                .isEqualTo(built(source(), "from-original", "cap=7"));
    }

    @Test
    void keepsThemOfRealRecordings() throws IOException {
        Path real = Shared.path("data/recordings");
        built(real, "dataset", CAP);
        assertThat(built(folder.resolve("dataset"), "from-version", "cap=1000"))
                .isEqualTo(built(real, "from-original", "cap=1000"));
    }

    @Test
    void refusesAHigherCapForCropsThatLostPoints() throws IOException {
        built(source(), "dataset", CAP);
        refuses(
                "[v000001/a.npy] Expected a cap that was not above the one before, but cap = 5000: crops 0, 4 lost points"
                        + " before, and they are not in the pair; rebuild from the original",
                "cap=5000",
                "on-bad-recording=skip");
    }

    @Test
    void refusesAnotherSeedForCropsThatLostPoints() throws IOException {
        built(source(), "dataset", CAP);
        refuses(
                "[v000001/a.npy] Expected crops drawn with seed = 1, but crops 0, 4 lost points by seed 0; set seed = 0,"
                        + " or rebuild from the original",
                "cap=1000",
                "seed=1");
    }

    @Test
    void takesAHigherCapWhereNoCropLostPoints() throws IOException {
        PaddedFile.write(folder.resolve("source/c.npy"), 40, 3, 1, 40, 0);
        built(folder.resolve("source"), "dataset", "cap=40");
        assertThat(built(folder.resolve("dataset"), "higher", "cap=4096", "seed=5"))
                .isEqualTo(built(folder.resolve("source"), "from-original", "cap=4096", "seed=5"));
    }

    @Test
    void saysThatTheSeedOfBarePairsMustBeNamed() throws IOException {
        Map<String, String> files = built(source(), "pairs", CAP);
        Path pairs = folder.resolve("dataset");
        for (String name : files.keySet()) {
            Files.createDirectories(pairs);
            Files.copy(folder.resolve("pairs/v000001").resolve(name), pairs.resolve(name));
        }
        refuses(
                "[a.npy] Expected crops drawn with seed = 0, but crops 0, 4 lost points by a seed that is not known; set"
                        + " it with source.seed, or rebuild from the original",
                "cap=1000");
        assertThat(built(pairs, "from-pairs", "cap=1000", "source.seed=0"))
                .isEqualTo(built(source(), "from-original", "cap=1000"));
    }
}
