package io.cropmill.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cropmill.config.Settings.PaddingRule;
import io.cropmill.crop.PointFieldName;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsLoaderTest {
    @TempDir
    Path folder;

    @Test
    void setWinsOverFileOverReference() throws IOException {
        Path file = write("cap = 100\nkeep = 9\nvalidate { sample = 0.5 }\n");

        Settings settings = SettingsLoader.load(Optional.of(file), List.of("cap=7", "cap=8"));

        assertThat(settings.recipe().cap()).isEqualTo(8);
        assertThat(settings.keep()).isEqualTo(9);
        assertThat(settings.validation()).isEqualTo(new Settings.Validation(0.5, PaddingRule.ANY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"12345678901234567890", "18446744073709551615", "9007199254740993", "0"})
    void keepsEveryBitOfASeed(String seed) throws IOException {
        long expected = Long.parseUnsignedLong(seed);

        assertThat(load("seed = " + seed).recipe().seed()).isEqualTo(expected);
        assertThat(load("seed = \"" + seed + "\"").recipe().seed()).isEqualTo(expected);
        assertThat(set("seed=" + seed).recipe().seed()).isEqualTo(expected);
        assertThat(set("seed=" + seed).asMap()).containsEntry("seed", seed);
    }

    @Test
    void refusesSeedsOutOfRange() {
        assertThat(problems("seed=-1"))
                .containsExactly("seed must be between 0 and 18446744073709551615 but was \"-1\" (--set)");
        assertThat(problems("seed=18446744073709551616"))
                .containsExactly(
                        "seed must be between 0 and 18446744073709551615 but was \"18446744073709551616\" (--set)");
    }

    @Test
    void includesFilesOfThisMachineAlone() throws IOException {
        Files.writeString(folder.resolve("other.conf"), "cap = 100\n");
        assertThat(load("include \"other.conf\"\nkeep = 9").recipe().cap()).isEqualTo(100);
        assertThat(load("include file(\"" + folder.resolve("other.conf") + "\")")
                        .recipe()
                        .cap())
                .isEqualTo(100);

        assertThat(load("include \"other\"").recipe().cap()).isEqualTo(100);
        Path lost = write("include \"none.conf\"\ninclude file(\"/none/x.conf\")\n");
        assertThatThrownBy(() -> SettingsLoader.load(Optional.of(lost), List.of()))
                .hasMessage("[" + lost + "] Expected a file to include, but found no none.conf; fix the path, or drop"
                        + " it\n[" + lost + "] Expected a file to include, but found no /none/x.conf; fix the path, or"
                        + " drop it");

        for (String include : List.of(
                "url(\"http://127.0.0.1:1/x.conf\")",
                "required(url(\"http://127.0.0.1:1/x.conf\"))",
                "\"http://127.0.0.1:1/x.conf\"")) {
            Path file = write("cap = 3\ninclude " + include + "\n");
            assertThatThrownBy(() -> SettingsLoader.load(Optional.of(file), List.of()))
                    .isInstanceOf(SettingsException.class)
                    .hasMessage("[" + file + "] Expected an include of a file on this machine, but found include of"
                            + " http://127.0.0.1:1/x.conf; copy it beside the settings and include that file");
        }
        assertThat(problems("rasters={include url(\"http://127.0.0.1:1/x.conf\")}"))
                .contains("[--set] Expected an include of a file on this machine, but found include of"
                        + " http://127.0.0.1:1/x.conf; copy it beside the settings and include that file");
        Path resource = write("include classpath(\"x.conf\")\n");
        assertThatThrownBy(() -> SettingsLoader.load(Optional.of(resource), List.of()))
                .hasMessage("[" + resource + "] Expected an include of a file on this machine, but found include of"
                        + " x.conf; copy it beside the settings and include that file");
    }

    @Test
    void refusesFilesThatIncludeThemselves() throws IOException {
        Path file = folder.resolve("itself.conf");
        for (String include : List.of("\"itself.conf\"", "file(\"" + file + "\")")) {
            Files.writeString(file, "cap = 3\ninclude " + include + "\n");
            String name = include.startsWith("file") ? file.toString() : "itself.conf";
            assertThatThrownBy(() -> SettingsLoader.load(Optional.of(file), List.of()))
                    .isInstanceOf(SettingsException.class)
                    .hasMessage("[" + file + "] Expected includes nested at most 20 deep, but found include of " + name
                            + " deeper; a file that includes itself, or one that includes it, never ends: remove that"
                            + " include");
        }
    }

    @Test
    void refusesBracketsThatWouldOverflowTheStack() throws IOException {
        Path file = write("a = " + "[".repeat(200_000) + "\n");
        assertThatThrownBy(() -> SettingsLoader.load(Optional.of(file), List.of()))
                .isInstanceOf(SettingsException.class)
                .hasMessage("[" + file + "] Expected settings, but found brackets nested too deep to be read");

        Path braces = write("a {".repeat(200_000) + "}".repeat(200_000) + "\n");
        assertThatThrownBy(() -> SettingsLoader.load(Optional.of(braces), List.of()))
                .isInstanceOf(SettingsException.class);
        assertThat(problems("cap=" + "[".repeat(200_000))).hasSize(1);
    }

    @Test
    void showsControlCharactersOfValues() {
        assertThat(problems("cap=\u001b[31m\nred"))
                .containsExactly("cap must be a whole number but was \"\\u001b[31m\\nred\" (--set)");
    }

    @Test
    void tellsAllProblemsAtOnceWithTheirPlace() throws IOException {
        Path file = write("""
                source {
                  format = csv
                  point-fields = [{a = 1}]
                }
                cap = many
                max-vanished = 1.5
                validate = 3
                on-bad-recordings = skip
                keep = 2.5
                lock.stale-after = 300
                batch-bytes = 2 GiB
                """);

        SettingsException e = catchThrowableOfType(
                SettingsException.class,
                () -> SettingsLoader.load(Optional.of(file), List.of("capp=1", "SEED=x", "seed=x")));

        assertThat(e).hasMessage("""
                        source.format must be auto or npy or parquet or ragged but was "csv" (FILE:2)
                        source.point-fields must be a list of text but was [{"a":1}] (FILE:3)
                        cap must be a whole number but was "many" (FILE:5)
                        seed must be a whole number but was "x" (--set)
                        max-vanished must be between 0 and 1 but was 1.5 (FILE:6)
                        validate must be a section { ... } but was 3 (FILE:7)
                        keep must be a whole number but was 2.5 (FILE:9)
                        lock.stale-after must be a duration such as 5 minutes but was 300 (FILE:10)
                        Unknown key capp (--set); did you mean cap?
                        Unknown key SEED (--set); did you mean seed?
                        Unknown key on-bad-recordings (FILE:8); did you mean on-bad-recording?
                        batch-bytes must be between 1 and 1073741824 bytes but was 2147483648 (FILE:11)""".replace("FILE", file.toString()));
    }

    @ParameterizedTest
    @CsvSource({
        "capp, cap",
        "format, source.format",
        "points-layout, points.layout",
        "lock.staleafter, lock.stale-after",
        "rasters.default.chanels, rasters.default.channels",
        "rasters.shifted.witdh, rasters.shifted.width",
        "sorce, source",
    })
    void suggestsWhatWasProbablyMeant(String unknown, String meant) {
        assertThat(problems(unknown + "=1"))
                .containsExactly("Unknown key " + unknown + " (--set); did you mean " + meant + "?");
    }

    @Test
    void suggestsNothingFarFetched() {
        assertThat(problems("colour=red")).containsExactly("Unknown key colour (--set)");
    }

    /** Sections that pairs make have no place of their own. */
    @Test
    void namesUnknownKeysInUnknownSectionsWhole() throws IOException {
        assertThat(problems("a.b.c=1", "a.d=2", "source.bogus.key=3"))
                .containsExactlyInAnyOrder(
                        "Unknown key a.b.c (--set)", "Unknown key a.d (--set)", "Unknown key source.bogus.key (--set)");
        Path file = write("a {\n  b = 1\n}");
        assertThatThrownBy(() -> SettingsLoader.load(Optional.of(file), List.of()))
                .hasMessage("Unknown key a (" + file + ":1); did you mean cap?");
    }

    @Test
    void tellsWhereAReferenceToNothingWasGiven() {
        assertThat(problems("rasters.default={a=${x}}"))
                .singleElement()
                .asString()
                .startsWith("Expected settings without open ${...}, but found --set: 1: ");
    }

    @Test
    void tellsOnlyOfTheSectionThatIsNone() {
        assertThat(problems("rasters.default=3"))
                .containsExactly("rasters.default must be a section { ... } but was \"3\" (--set)");
        assertThat(problems("source=3")).containsExactly("source must be a section { ... } but was \"3\" (--set)");
    }

    @Test
    void saysWhatGaveAValue() {
        assertThatThrownBy(() -> SettingsLoader.loadGiven(
                        Optional.empty(),
                        List.of(
                                new SettingOverride("option", "cap=0"),
                                new SettingOverride("--sample", "validate.sample=2"),
                                new SettingOverride("option", "source.point-fields=[\"xy:two\"]"),
                                new SettingOverride("option", "kap=1"),
                                new SettingOverride("option", "keep=["))))
                .hasMessage("""
                        option keep=[ must be HOCON, with text in quotes where it has signs, but is not
                        source.point-fields: a point field must be "name" or "name:width" but was "xy:two" (option)
                        cap must be at least 1 but was 0 (option)
                        validate.sample must be above 0 and at most 1 but was 2.0 (--sample)
                        Unknown key kap (option); did you mean cap?""");
    }

    @Test
    void refusesToSkipTheCountAndNamedPointFields() {
        assertThat(problems("source.skip-fields=[n,z]", "source.count-field=n", "source.point-fields=z"))
                .containsExactly("source.skip-fields must be of crop fields but was [\"n\", \"z\"] (--set)");
        assertThat(problems("source.skip-fields=[point_count]"))
                .containsExactly("source.skip-fields must be of crop fields, not of the count point_count, but was"
                        + " [\"point_count\"] (--set)");
    }

    @Test
    void refusesPairsWithoutKeyOrValue() {
        assertThat(problems("cap", "=3", "cap[=3", "source.point-fields=[\"a\""))
                .containsExactly(
                        "--set must be key=value but was \"cap\"",
                        "--set must be key=value but was \"=3\"",
                        "--set cap[=3 must be HOCON, with text in quotes where it has signs, but is not",
                        "--set source.point-fields=[\"a\" must be HOCON, with text in quotes where it has signs, but is"
                                + " not");
    }

    @Test
    void readsPointFieldsHoweverTheyAreWritten() throws IOException {
        List<PointFieldName> expected = List.of(new PointFieldName("xy", 2), new PointFieldName("height", 0));

        assertThat(load("source.point-fields = [\"xy:2\", height]")
                        .source()
                        .fields()
                        .pointFields())
                .isEqualTo(expected);
        assertThat(set("source.point-fields=[xy:2, height]").source().fields().pointFields())
                .isEqualTo(expected);
        assertThat(set("source.point-fields=xy:2,height").source().fields().pointFields())
                .isEqualTo(expected);
        assertThat(set("source.point-fields=[\"xy:2\",\"height\"]")
                        .source()
                        .fields()
                        .pointFields())
                .isEqualTo(expected);
        assertThat(set("source.point-fields=[]").source().fields().pointFields())
                .isEmpty();
    }

    @Test
    void refusesPointFieldsWithoutWidthOrTwice() {
        assertThat(problems("source.point-fields=xy:two"))
                .containsExactly("source.point-fields: a point field must be \"name\" or \"name:width\" but was"
                        + " \"xy:two\" (--set)");
        assertThat(problems("source.point-fields=xy:0"))
                .containsExactly(
                        "source.point-fields: the width of point field xy must be at least 1 but was 0 (--set)");
        assertThat(problems("source.point-fields=xy,xy:2"))
                .containsExactly("source.point-fields must be of different names but was [\"xy\", \"xy:2\"] (--set)");
    }

    @Test
    void refusesValuesThatNoJobCouldWorkWith() {
        assertThat(problems(
                        "cap=0",
                        "max-bad-recordings=-1",
                        "max-vanished=NaN",
                        "validate.sample=0",
                        "keep=0",
                        "lock.stale-after=0 s",
                        "split-bytes=0",
                        "source.count-field=\"\""))
                .containsExactly(
                        "source.count-field must be a name but was empty (--set)",
                        "cap must be at least 1 but was 0 (--set)",
                        "max-bad-recordings must be at least 0 but was -1 (--set)",
                        "max-vanished must be between 0 and 1 but was NaN (--set)",
                        "validate.sample must be above 0 and at most 1 but was 0.0 (--set)",
                        "keep must be at least 1 but was 0 (--set)",
                        "lock.stale-after must be at least 1 ms but was 0 ms (--set)",
                        "split-bytes must be at least 1 but was 0 (--set)");
    }

    @Test
    void readsUnits() {
        assertThat(set("lock.stale-after=90 s").lockStaleAfter()).isEqualTo(Duration.ofSeconds(90));
        assertThat(set("batch-bytes=2MB").work().batchBytes()).isEqualTo(2_000_000);
        assertThat(set("split-bytes=1 GiB").work().splitBytes()).isEqualTo(1L << 30);
        assertThat(set("batch-bytes=65536").work().batchBytes()).isEqualTo(65_536);
    }

    @Test
    void namesASettingsFileThatIsMissingOrBroken() throws IOException {
        Path missing = folder.resolve("missing.conf");
        Path broken = write("cap = \nkeep = {");

        assertThatThrownBy(() -> SettingsLoader.load(Optional.of(missing), List.of("capp=1")))
                .hasMessage("[" + missing + "] Expected a settings file, but it cannot be read\n"
                        + "Unknown key capp (--set); did you mean cap?");
        assertThatThrownBy(() -> SettingsLoader.load(Optional.of(broken), List.of()))
                .isInstanceOf(SettingsException.class)
                .hasMessageStartingWith("[" + broken + "] Expected HOCON, but found ");
    }

    @Test
    void readsItsOwnTextBackToTheSameSettings() throws IOException {
        Settings settings = set(
                "seed=18446744073709551615",
                "source.point-fields=[\"a:b:3\", \"c\\\"d\"]",
                "rasters.default=null",
                "rasters.shifted.shift=0.5",
                "rasters.shifted.dtype=float16",
                "max-vanished=0.25");

        assertThat(load(settings.render())).isEqualTo(settings);
        assertThat(load(SettingsLoader.defaults().render())).isEqualTo(SettingsLoader.defaults());
    }

    @Test
    void travelsToExecutors() throws IOException, ClassNotFoundException {
        Settings settings = set("rasters.shifted.class=org.example.Mine");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(settings);
        }

        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(in.readObject()).isEqualTo(settings);
        }
    }

    private static Settings set(String... pairs) {
        return SettingsLoader.load(Optional.empty(), List.of(pairs));
    }

    private static List<String> problems(String... pairs) {
        SettingsException e = catchThrowableOfType(SettingsException.class, () -> set(pairs));
        return e.problems().stream().map(Problem::sentence).toList();
    }

    private Settings load(String text) throws IOException {
        return SettingsLoader.load(Optional.of(write(text)), List.of());
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("some.conf"), text);
    }
}
