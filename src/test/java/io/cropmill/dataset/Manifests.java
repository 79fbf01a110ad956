package io.cropmill.dataset;

import io.cropmill.dataset.manifest.BuildRecipe;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.Recipe;
import io.cropmill.dataset.manifest.Recipe.PointsLayout;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingFiles;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.dataset.manifest.SourceFile;
import io.cropmill.raster.Channel;
import io.cropmill.raster.RasterSpec;
import io.cropmill.storage.OutputFile;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Manifests and files for tests. */
public final class Manifests {
    public static final Instant TIME = Instant.parse("2026-01-31T02:00:00Z");
    public static final RasterSpec DEFAULT = RasterSpec.defaults();
    public static final RasterSpec SHIFTED = new RasterSpec(
            "shifted",
            List.of(Channel.parse("count"), Channel.parse("top(xy.1)")),
            new RasterSpec.Grid(10, 20, new RasterSpec.Range(-1.5, 1.5), new RasterSpec.Range(0, 4)),
            DEFAULT.coordinates(),
            RasterSpec.GridType.FLOAT16,
            0.5,
            new RasterSpec.UserClass("com.example.Mine", ""));
    public static final BuildRecipe RECIPE = new BuildRecipe(
            new Recipe(4096, -1, PointsLayout.STRUCTURED, List.of(DEFAULT)),
            "[('xy', '<f4', (2,)), ('height', '<f4')]");

    private Manifests() {}

    public static RecordingEntry entry(String version, String name) {
        return new RecordingEntry(
                name,
                3,
                10,
                1,
                version,
                RecordingState.FRESH,
                new SourceFile(name + ".npy", 4_000_000_000L, "12:34"),
                new RecordingFiles(
                        file(DatasetLayout.metadata(version, name), "meta"),
                        file(DatasetLayout.points(version, name), "points"),
                        Map.of("default", file(DatasetLayout.raster(version, name, "default"), "raster"))));
    }

    public static Manifest manifest(String version, Optional<String> base, RecordingEntry... entries) {
        return Manifest.of(version, base, TIME, RECIPE, List.of(entries), List.of());
    }

    /** Writes files for {@link #entry}. */
    static RecordingEntry write(Storage storage, String version, String name) throws IOException {
        RecordingEntry planned = entry(version, name);
        WrittenFile metadata = writeFile(storage, planned.files().metadata().path(), "meta");
        WrittenFile points = writeFile(storage, planned.files().points().path(), "points");
        WrittenFile raster = writeFile(storage, DatasetLayout.raster(version, name, "default"), "raster");
        return new RecordingEntry(
                name,
                3,
                10,
                1,
                version,
                RecordingState.FRESH,
                planned.source(),
                new RecordingFiles(metadata, points, Map.of("default", raster)));
    }

    private static WrittenFile writeFile(Storage storage, String path, String content) throws IOException {
        try (OutputFile file = storage.create(path)) {
            file.write(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)));
            return file.finish();
        }
    }

    private static WrittenFile file(String path, String content) {
        return new WrittenFile(path, content.length(), 0xABC);
    }
}
