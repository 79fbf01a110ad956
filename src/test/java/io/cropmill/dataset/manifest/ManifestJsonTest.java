package io.cropmill.dataset.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.dataset.Manifests;
import io.cropmill.dataset.manifest.Recipe.PointsLayout;
import io.cropmill.dataset.manifest.SourceFile.SourceRow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestJsonTest {
    private static final String FILE = "v000007/manifest.json";

    private static final String TEXT = """
            {
              "format": 1,
              "version": "v000007",
              "base": "v000006",
              "created": "2026-01-31T02:00:00Z",
              "cap": 4096,
              "seed": "18446744073709551615",
              "points_layout": "structured",
              "point_dtype": "[('xy', '<f4', (2,)), ('height', '<f4')]",
              "rasters": {
                "default": {"channels": ["density", "max(height)", "mean(intensity)"], "height": 48, "width": 48,\
             "x": [-6.0, 6.0], "y": [-6.0, 6.0], "x_field": "xy", "y_field": "xy.1", "height_field": "height",\
             "dtype": "float32", "shift": 0.0, "class": null}
              },
              "fields": {},
              "build": 1,
              "totals": {
                "recordings": 1,
                "crops": 3,
                "points": 10,
                "over_cap": 1,
                "bytes": 16
              },
              "recordings": [
                {"name": "kitti/größe", "crops": 3, "points": 10, "over_cap": 1, "built_in": "v000007",\
             "state": "fresh", "source": {"path": "kitti/größe.npy", "bytes": 4000000000, "fingerprint": "12:34"},\
             "files": {"metadata": {"path": "v000007/kitti/größe.npy", "bytes": 4, "crc32c": "00000abc"},\
             "points": {"path": "v000007/kitti/größe.points.npy", "bytes": 6, "crc32c": "00000abc"},\
             "rasters": {"default": {"path": "v000007/kitti/größe.raster.npy", "bytes": 6, "crc32c": "00000abc"}}}}
              ],
              "skipped": [
                {"name": "kitti/bad", "reason": "[kitti/bad.npy] Expected \\"x\\""}
              ]
            }
            """;

    private static Manifest example() {
        return Manifest.of(
                "v000007",
                Optional.of("v000006"),
                Manifests.TIME,
                Manifests.RECIPE,
                List.of(Manifests.entry("v000007", "kitti/größe")),
                List.of(new SkippedRecording("kitti/bad", "[kitti/bad.npy] Expected \"x\"")));
    }

    @Test
    void writesOneLineForEachRecordingWithKeysInOrder() throws IOException {
        assertThat(text(example())).isEqualTo(TEXT);
    }

    @Test
    void readsWhatItWrote() throws IOException {
        assertThat(read(text(example()))).isEqualTo(example());
        Manifest empty = Manifest.of(
                "v000001",
                Optional.empty(),
                Manifests.TIME,
                new BuildRecipe(new Recipe(1, 0, PointsLayout.PLAIN, List.of(Manifests.SHIFTED)), "<f4"),
                List.of(),
                List.of());
        assertThat(read(text(empty))).isEqualTo(empty);
    }

    @Test
    void remembersWhatARowOfThePaddedSourceWas() throws IOException {
        RecordingEntry entry = Manifests.entry("v000007", "a");
        SourceRow row = new SourceRow("[('xy', '>f4', (20, 2)), ('', '|V4'), ('n', '<i4')]", "n", List.of("xy"));
        Manifest manifest = Manifests.manifest(
                "v000007",
                Optional.empty(),
                new RecordingEntry(
                        entry.name(),
                        entry.crops(),
                        entry.points(),
                        entry.overCap(),
                        entry.builtIn(),
                        entry.state(),
                        entry.source().withRow(row),
                        entry.files()));

        assertThat(text(manifest)).contains("""
                \"fingerprint": "12:34", "row": {"descr": "[('xy', '>f4', (20, 2)), ('', '|V4'), ('n', '<i4')]",\
                 "count_field": "n", "point_fields": ["xy"]}}""");
        assertThat(read(text(manifest))).isEqualTo(manifest);
    }

    @Test
    void remembersTheVersionOfARasterizerThatHasOne() throws IOException {
        Manifest manifest = Manifest.of(
                "v000001",
                Optional.empty(),
                Manifests.TIME,
                new BuildRecipe(
                        new Recipe(1, 0, PointsLayout.PLAIN, List.of(Manifests.SHIFTED.withRasterizerVersion("2"))),
                        "<f4"),
                List.of(),
                List.of());
        String text = text(manifest);
        assertThat(text).contains("\"class\": \"com.example.Mine\", \"class_version\": \"2\"}");
        assertThat(read(text)).isEqualTo(manifest);
        assertThat(read(text.replace(", \"class_version\": \"2\"", "")).recipe().rasters())
                .containsExactly(Manifests.SHIFTED);
    }

    @Test
    void keysMayStandInAnyOrder() throws IOException {
        String text = text(example()).replace("  \"cap\": 4096,\n", "").replaceFirst("\\{", "{ \"cap\": 4096,");
        assertThat(read(text)).isEqualTo(example());
    }

    @Test
    void readsManifestsOfBeforeFieldsWereChosen() throws IOException {
        String before = text(example()).replace("  \"fields\": {},\n  \"build\": 1,\n", "");
        assertThat(before).doesNotContain("\"build\"");
        assertThat(read(before)).isEqualTo(example());
    }

    @Test
    void holdsTheChoiceOfFields() throws IOException {
        Manifest chosen = Manifest.of(
                "v000001",
                Optional.empty(),
                Manifests.TIME,
                Manifests.RECIPE.withFields(Map.of("point-fields", "[\"xy:2\"]")),
                List.of(),
                List.of());
        assertThat(text(chosen)).contains("\"fields\": {\n    \"point-fields\": \"[\\\"xy:2\\\"]\"\n  },");
        assertThat(read(text(chosen))).isEqualTo(chosen);
    }

    @Test
    void holdsManyRecordingsOfManyPoints() throws IOException {
        List<RecordingEntry> entries = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            RecordingEntry entry = Manifests.entry("v000007", String.format("kitti/%06d", i));
            entries.add(new RecordingEntry(
                    entry.name(), 1L << 33, 1L << 40, 0, "v000007", entry.state(), entry.source(), entry.files()));
        }
        Manifest manifest = Manifests.manifest("v000007", Optional.empty(), entries.toArray(RecordingEntry[]::new));
        assertThat(manifest.totals().points()).isEqualTo(2_000 * (1L << 40));
        assertThat(read(text(manifest))).isEqualTo(manifest);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "0", "\"1\"", "1.0", "null"})
    void refusesOtherFormats(String format) throws IOException {
        assertRefused(
                text(example()).replace("\"format\": 1", "\"format\": " + format),
                "Expected format 1, but found format " + format
                        + "; read it with the release that wrote it, or a later one");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"crops\": 3, \"p|\"crops\": 3.5, \"p|Expected an integer at recordings[0].crops, but found 3.5",
                "\"crops\": 3, \"p|\"crops\": \"3\", \"p|Expected an integer at recordings[0].crops, but found \"3\"",
                "4000000000|1e9|Expected an integer at recordings[0].source.bytes, but found 1.0E9",
                "4000000000|99999999999999999999|Expected an integer at recordings[0].source.bytes, but found 99999999999999999999",
                "4000000000|-1|Expected a valid entry at recordings[0]: source.bytes must not be negative but was -1",
                "\"00000abc\"}, \"points\"|\"ABC\"}, \"points\"|Expected eight hexadecimal digits at recordings[0].files.metadata.crc32c, but found \"ABC\"",
                "\"18446744073709551615\"|\"18446744073709551616\"|Expected an integer in quotes, 0 <= seed < 2^64, at seed, but found \"18446744073709551616\"",
                "\"18446744073709551615\"|5|Expected text at seed, but found 5",
                "\"18446744073709551615\"|\"+5\"|Expected an integer in quotes, 0 <= seed < 2^64, at seed, but found \"+5\"",
                "\"cap\": 4096|\"cap\": 0|Expected a whole manifest: cap must be at least 1 but was 0",
                "2026-01-31T02|yesterday|Expected a time such as 2026-01-31T02:00:00Z at created, but found \"yesterday:00:00Z\"",
                "\"fresh\"|\"Fresh\"|Expected fresh, unchanged, stale or retired at recordings[0].state, but found \"Fresh\"",
                "\"structured\"|\"odd\"|Expected structured or plain at points_layout, but found \"odd\"",
                "\"max(height)\"|\"most(height)\"|Expected a channel such as max(height) at rasters.default.channels[1], but found \"most(height)\"",
                "\"bytes\": 16|\"bytes\": 17|Expected a whole manifest: totals must be the sums over the recordings, (recordings 1, crops 3, points 10, over_cap 1, bytes 16), but were (recordings 1, crops 3, points 10, over_cap 1, bytes 17)",
                "\"bytes\": 4, \"c|\"bytes\": 9223372036854775807, \"c|Expected a whole manifest: long overflow",
                "\"version\": \"v000007\"|\"version\": \"7\"|Expected a whole manifest: version must be a name such as v000007 but was \"7\"",
                "\"cap\": 4096,|\"cap\": 4096, \"cup\": 1,|Expected the keys [base, cap, created, format, point_dtype, points_layout, rasters, recordings, seed, skipped, totals, version] in the manifest, but found [base, build, cap, created, cup, fields, format, point_dtype, points_layout, rasters, recordings, seed, skipped, totals, version]",
                "\"over_cap\": 1, \"b|\"over_kap\": 1, \"b|Expected the keys [built_in, crops, files, name, over_cap, points, source, state] in recordings[0], but found [built_in, crops, files, name, over_kap, points, source, state]",
            })
    void refusesWhatIsNotWhole(String part, String wrong, String message) throws IOException {
        String text = text(example());
        assertThat(text).contains(part);
        assertRefused(text.replaceFirst(java.util.regex.Pattern.quote(part), wrong), message);
    }

    @ParameterizedTest
    @CsvSource({
        "v000007/kitti/größe.points.npy,v000007/../v000001/größe.points.npy",
        "v000007/kitti/größe.points.npy,/etc/passwd",
        "v000007/kitti/größe.points.npy,v000007/kitti/other.points.npy",
        "v000007/kitti/größe.points.npy,v000006/kitti/größe.points.npy",
        "v000007/kitti/größe.npy,../x.npy",
        "v000007/kitti/größe.npy,x.npy",
        "v000007/kitti/größe.raster.npy,v000007/kitti/größe.raster-a.npy",
    })
    void refusesPathsThatLeaveTheVersion(String path, String wrong) throws IOException {
        String text = text(example()).replace("\"" + path + "\"", "\"" + wrong + "\"");
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(ManifestException.class)
                .hasMessageStartingWith("[v000007/manifest.json] Expected a valid entry at recordings[0]: ")
                .hasMessageContaining("but ");
    }

    @Test
    void refusesWhatIsNoJsonOrCutOrHasMore() throws IOException {
        String text = text(example());
        assertThatThrownBy(() -> read(text.substring(0, text.length() / 2)))
                .isInstanceOf(ManifestException.class)
                .hasMessageStartingWith("[v000007/manifest.json] Expected JSON at line ");
        assertThatThrownBy(() -> read("")).isInstanceOf(ManifestException.class);
        assertRefused("[]", "Expected a manifest, a JSON object, but found []");
        assertRefused("null", "Expected a manifest, a JSON object, but found null");
        assertRefused("", "Expected a manifest, a JSON object, but found nothing");
        assertRefused(" \n", "Expected a manifest, a JSON object, but found nothing");
        assertRefused(text + "{}", "Expected one JSON object, but found more behind it");
        assertThatThrownBy(() -> read(text.replace("\"cap\": 4096", "\"cap\": 1, \"cap\": 4096")))
                .isInstanceOf(ManifestException.class)
                .hasMessageContaining("Duplicate field 'cap'");
    }

    private static void assertRefused(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(ManifestException.class)
                .hasMessage("[" + FILE + "] " + message);
    }

    private static String text(Manifest manifest) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ManifestJson.write(manifest, out);
        return out.toString(UTF_8);
    }

    private static Manifest read(String text) throws IOException {
        return ManifestJson.read(FILE, new ByteArrayInputStream(text.getBytes(UTF_8)));
    }
}
