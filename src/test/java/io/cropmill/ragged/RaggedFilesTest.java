package io.cropmill.ragged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.dataset.manifest.Recipe;
import io.cropmill.dataset.manifest.Recipe.PointsLayout;
import io.cropmill.raster.RasterSpec;
import io.cropmill.storage.OutputFile;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RaggedFilesTest {
    private static final RasterSpec RASTER = RasterSpec.defaults();

    @TempDir
    Path folder;

    private static WrittenFile part(Storage storage, String path, int index) throws IOException {
        try (OutputFile file = storage.create(path + ".part-" + index)) {
            file.write(ByteBuffer.wrap(new byte[] {(byte) index}));
            return file.finish();
        }
    }

    private static RaggedFiles shard(Storage storage, int index, boolean hasRaster) throws IOException {
        WrittenFile points = part(storage, "points", index);
        Map<String, WrittenFile> rasters = hasRaster ? Map.of(RASTER.name(), part(storage, "raster", index)) : Map.of();
        return new RaggedFiles(part(storage, "metadata", index), points, rasters, RaggedFiles.Tally.NONE, Map.of());
    }

    @Test
    void joinsTheRasterPartsOfAllShards() throws IOException {
        RaggedTarget target = new RaggedTarget("v000001", new Recipe(8, 0, PointsLayout.STRUCTURED, List.of(RASTER)));
        try (Storage storage = Storages.of(folder.toUri(), new Configuration())) {
            RaggedFiles whole =
                    RaggedFiles.join(storage, target, "a", List.of(shard(storage, 0, true), shard(storage, 1, true)));

            assertThat(whole.all()).extracting(WrittenFile::path).contains(target.rasterPath("a", RASTER));
            assertThat(folder.resolve(target.rasterPath("a", RASTER))).hasBinaryContent(new byte[] {0, 1});
        }
    }

    @Test
    void refusesAShardWithoutItsPartOfARasterBeforeAnythingIsPublished() throws IOException {
        RaggedTarget target = new RaggedTarget("v000001", new Recipe(8, 0, PointsLayout.STRUCTURED, List.of(RASTER)));
        try (Storage storage = Storages.of(folder.toUri(), new Configuration())) {
            List<RaggedFiles> shards = List.of(shard(storage, 0, true), shard(storage, 1, false));

            assertThatThrownBy(() -> RaggedFiles.join(storage, target, "a", shards))
                    .hasMessage("[" + target.rasterPath("a", RASTER) + "] Expected a part of raster " + RASTER.name()
                            + " beside metadata.part-1, but found none");
            assertThat(Files.exists(folder.resolve(target.pointsPath("a")))).isFalse();
        }
    }
}
