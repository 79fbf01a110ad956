package io.cropmill.dataset.manifest;

import io.cropmill.dataset.manifest.Recipe.PointsLayout;
import io.cropmill.raster.Channel;
import io.cropmill.raster.Component;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.RasterSpec.Coordinates;
import io.cropmill.raster.RasterSpec.Grid;
import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.raster.RasterSpec.Range;
import io.cropmill.raster.RasterSpec.UserClass;
import io.cropmill.storage.WrittenFile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Turns the parts of a manifest from JSON into records; a part with a key too many or too few is refused. */
record ManifestEntries(JsonCursor top) {
    private static final int CRC32C_DIGITS = 8;
    private static final Pattern SEED = Pattern.compile("0|[1-9][0-9]{0,19}");

    private static final Set<String> KEYS = Set.of(
            "format",
            "version",
            "base",
            "created",
            "cap",
            "seed",
            "points_layout",
            "point_dtype",
            "rasters",
            "totals",
            "recordings",
            "skipped");

    /** Not in manifests of before there were several ways to choose fields. */
    private static final Set<String> ADDED_KEYS = Set.of("fields", "build");

    private static final Set<String> RASTER_KEYS = Set.of(
            "channels", "height", "width", "x", "y", "x_field", "y_field", "height_field", "dtype", "shift", "class");

    /** Only of classes that have one. */
    private static final Set<String> ADDED_RASTER_KEYS = Set.of("class_version");

    private static final Set<String> RECORDING_KEYS =
            Set.of("name", "crops", "points", "over_cap", "built_in", "state", "source", "files");
    private static final Set<String> SOURCE_KEYS = Set.of("path", "bytes", "fingerprint");
    private static final Set<String> ADDED_SOURCE_KEYS = Set.of("row");
    private static final Set<String> FILES_KEYS = Set.of("metadata", "points", "rasters");
    private static final Set<String> FILE_KEYS = Set.of("path", "bytes", "crc32c");

    Manifest manifest(List<RecordingEntry> recordings, List<SkippedRecording> skipped) throws ManifestException {
        top.object(KEYS, ADDED_KEYS);
        String version = top.key("version").text();
        Optional<String> base = top.key("base").optionalText();
        Instant created = top.key("created").parsed("a time such as 2026-01-31T02:00:00Z", Instant::parse);
        return new Manifest(version, base, created, recipe(), totals(), recordings, skipped);
    }

    private BuildRecipe recipe() throws ManifestException {
        List<RasterSpec> rasters = new ArrayList<>();
        for (Map.Entry<String, JsonCursor> raster : top.key("rasters").entries().entrySet()) {
            rasters.add(raster(raster.getKey(), raster.getValue()));
        }
        Recipe recipe = new Recipe(
                top.key("cap").smallInteger(),
                top.key("seed").parsed("an integer in quotes, 0 <= seed < 2^64,", ManifestEntries::seed),
                top.key("points_layout").parsed("structured or plain", text -> lowerCase(PointsLayout.class, text)),
                rasters);
        return new BuildRecipe(
                recipe,
                top.key("point_dtype").text(),
                fields(),
                top.has("build") ? top.key("build").smallInteger() : 1);
    }

    private SortedMap<String, String> fields() throws ManifestException {
        SortedMap<String, String> fields = new TreeMap<>();
        if (top.has("fields")) {
            for (Map.Entry<String, JsonCursor> field :
                    top.key("fields").entries().entrySet()) {
                fields.put(field.getKey(), field.getValue().text());
            }
        }
        return fields;
    }

    private static long seed(String text) {
        if (!SEED.matcher(text).matches()) {
            throw new NumberFormatException(text);
        }
        return Long.parseUnsignedLong(text);
    }

    private static RasterSpec raster(String name, JsonCursor at) throws ManifestException {
        at.object(RASTER_KEYS, ADDED_RASTER_KEYS);
        List<Channel> channels = new ArrayList<>();
        for (JsonCursor channel : at.key("channels").items()) {
            channels.add(channel.parsed("a channel such as max(height)", Channel::parse));
        }
        return new RasterSpec(
                name,
                channels,
                new Grid(
                        at.key("height").smallInteger(),
                        at.key("width").smallInteger(),
                        range(at.key("x")),
                        range(at.key("y"))),
                new Coordinates(
                        component(at.key("x_field")), component(at.key("y_field")), component(at.key("height_field"))),
                at.key("dtype").parsed("float32 or float16", text -> lowerCase(GridType.class, text)),
                at.key("shift").number(),
                UserClass.of(
                        at.key("class").optionalText(),
                        at.has("class_version") ? at.key("class_version").text() : ""));
    }

    private static Component component(JsonCursor at) throws ManifestException {
        return at.parsed("a component such as xy.0", Component::parse);
    }

    private static Range range(JsonCursor at) throws ManifestException {
        List<JsonCursor> ends = at.items();
        if (ends.size() != 2) {
            throw at.unexpected("two numbers");
        }
        return new Range(ends.get(0).number(), ends.get(1).number());
    }

    private VersionTotals totals() throws ManifestException {
        JsonCursor at = top.key("totals").object(Set.of("recordings", "crops", "points", "over_cap", "bytes"));
        return new VersionTotals(
                at.key("recordings").integer(),
                at.key("crops").integer(),
                at.key("points").integer(),
                at.key("over_cap").integer(),
                at.key("bytes").integer());
    }

    static RecordingEntry recording(JsonCursor at, SourceRows rows) throws ManifestException {
        at.object(RECORDING_KEYS);
        JsonCursor source = at.key("source").object(SOURCE_KEYS, ADDED_SOURCE_KEYS);
        JsonCursor files = at.key("files").object(FILES_KEYS);
        Map<String, WrittenFile> rasters = new LinkedHashMap<>();
        for (Map.Entry<String, JsonCursor> raster :
                files.key("rasters").entries().entrySet()) {
            rasters.put(raster.getKey(), file(raster.getValue()));
        }
        return new RecordingEntry(
                at.key("name").text(),
                at.key("crops").integer(),
                at.key("points").integer(),
                at.key("over_cap").integer(),
                at.key("built_in").text(),
                at.key("state")
                        .parsed("fresh, unchanged, stale or retired", text -> lowerCase(RecordingState.class, text)),
                new SourceFile(
                        source.key("path").text(),
                        source.key("bytes").integer(),
                        source.key("fingerprint").text(),
                        source.has("row") ? rows.of(source.key("row")) : null),
                new RecordingFiles(file(files.key("metadata")), file(files.key("points")), rasters));
    }

    static SkippedRecording skipped(JsonCursor at) throws ManifestException {
        at.object(Set.of("name", "reason"));
        return new SkippedRecording(at.key("name").text(), at.key("reason").text());
    }

    private static WrittenFile file(JsonCursor at) throws ManifestException {
        at.object(FILE_KEYS);
        return new WrittenFile(
                at.key("path").text(),
                at.key("bytes").integer(),
                at.key("crc32c").parsed("eight hexadecimal digits", ManifestEntries::crc32c));
    }

    private static int crc32c(String text) {
        boolean lower = text.length() == CRC32C_DIGITS;
        for (int i = 0; lower && i < text.length(); i++) {
            lower = text.charAt(i) < 'A' || text.charAt(i) > 'F';
        }
        if (!lower) {
            throw new NumberFormatException(text);
        }
        return HexFormat.fromHexDigits(text);
    }

    private static <E extends Enum<E>> E lowerCase(Class<E> type, String text) {
        if (!text.equals(text.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(text);
        }
        return Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
    }
}
