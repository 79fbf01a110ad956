package io.cropmill.inspect;

import io.cropmill.crop.CropSchema;
import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.dataset.manifest.Recipe;
import io.cropmill.dataset.manifest.Recipe.PointsLayout;
import io.cropmill.ragged.RaggedFiles.Tally;
import io.cropmill.ragged.RaggedTarget;
import io.cropmill.ragged.RaggedTypes;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.rebuild.OutputBytes;
import io.cropmill.rebuild.PlannedRecording;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.storage.FileEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What files come to in every form that a rebuild can give them, headers included.
 *
 * @param metadata bytes of {@code <rec>.npy}
 * @param structured bytes of {@code <rec>.points.npy} as records
 * @param plain bytes of the same file as one array of numbers; nothing if the point fields have no common type
 * @param rasters bytes of each raster, in the order of the settings
 */
record ConvertedBytes(long metadata, long structured, OptionalLong plain, List<CacheBytes> rasters) {
    /** The caches of one raster in both types. */
    public record CacheBytes(String name, long float32, long float16) {}

    public ConvertedBytes {
        rasters = List.copyOf(rasters);
    }

    /** Metadata and structured points. */
    public long pair() {
        return Math.addExact(metadata, structured);
    }

    /** All rasters of one type. */
    public long rasterBytes(GridType type) {
        return rasters.stream().mapToLong(raster -> bytes(raster, type)).reduce(0, Math::addExact);
    }

    /** What so many training jobs read, each a raster of its own; jobs beyond the rasters count as the largest. */
    long rasterBytes(int jobs, GridType type) {
        List<Long> largestFirst = rasters.stream()
                .map(raster -> bytes(raster, type))
                .sorted(Comparator.reverseOrder())
                .toList();
        long named = largestFirst.stream().limit(jobs).reduce(0L, Math::addExact);
        long more = Math.max(0, jobs - largestFirst.size());
        return largestFirst.isEmpty() ? 0 : Math.addExact(named, Math.multiplyExact(more, largestFirst.get(0)));
    }

    private static long bytes(CacheBytes raster, GridType type) {
        return switch (type) {
            case FLOAT32 -> raster.float32();
            case FLOAT16 -> raster.float16();
        };
    }

    /** Adds up recordings. For one thread. */
    static final class Sum {
        private final RaggedTarget structured;
        private final RaggedTarget plain;
        private final RaggedTarget float16;
        private final Map<CropSchema, Boolean> plainSchemas = new HashMap<>();
        private OutputBytes structuredBytes = OutputBytes.NONE;
        private OutputBytes plainBytes = OutputBytes.NONE;
        private OutputBytes float16Bytes = OutputBytes.NONE;
        private boolean allPlain = true;

        Sum(List<RasterSpec> rasters) {
            this.structured = target(PointsLayout.STRUCTURED, withType(rasters, GridType.FLOAT32));
            this.plain = target(PointsLayout.PLAIN, List.of());
            this.float16 = target(PointsLayout.STRUCTURED, withType(rasters, GridType.FLOAT16));
        }

        private static RaggedTarget target(PointsLayout layout, List<RasterSpec> rasters) {
            return new RaggedTarget("v000001", new Recipe(Integer.MAX_VALUE, 0, layout, rasters));
        }

        private static List<RasterSpec> withType(List<RasterSpec> rasters, GridType type) {
            return rasters.stream().map(raster -> raster.withDtype(type)).toList();
        }

        /** Adds a recording that ends up with so many crops and points. */
        void add(String file, CropSchema schema, long crops, long points) throws IOException {
            PlannedRecording recording = new PlannedRecording(
                    new SourceRecording(file, new FileEntry(file, 0, 0, "")),
                    schema,
                    crops,
                    List.of(new Tally(crops, points, points, 0, 0)),
                    null,
                    null);
            structuredBytes = structuredBytes.plus(OutputBytes.of(recording, structured));
            float16Bytes = float16Bytes.plus(OutputBytes.of(recording, float16));
            allPlain = allPlain && plainSchemas.computeIfAbsent(schema, found -> canBePlain(file, found));
            plainBytes = allPlain ? plainBytes.plus(OutputBytes.of(recording, plain)) : OutputBytes.NONE;
        }

        private static boolean canBePlain(String file, CropSchema schema) {
            try {
                RaggedTypes.points(file, schema, PointsLayout.PLAIN);
                return true;
            } catch (UnclearFieldsException e) {
                return false;
            }
        }

        ConvertedBytes bytes() {
            List<CacheBytes> rasters = new ArrayList<>();
            for (RasterSpec raster : structured.recipe().rasters()) {
                String name = raster.name();
                rasters.add(new CacheBytes(
                        name,
                        structuredBytes.rasters().getOrDefault(name, 0L),
                        float16Bytes.rasters().getOrDefault(name, 0L)));
            }
            return new ConvertedBytes(
                    structuredBytes.metadata(),
                    structuredBytes.points(),
                    allPlain ? OptionalLong.of(plainBytes.points()) : OptionalLong.empty(),
                    rasters);
        }
    }
}
