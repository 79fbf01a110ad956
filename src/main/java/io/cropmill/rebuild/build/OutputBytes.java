package io.cropmill.rebuild.build;

import io.cropmill.npy.Dtype;
import io.cropmill.npy.NpyException;
import io.cropmill.npy.NpyHeaderWriter;
import io.cropmill.ragged.RaggedTarget;
import io.cropmill.ragged.RaggedTypes;
import io.cropmill.raster.RasterSpec;
import io.cropmill.rebuild.plan.ReusedRecording;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Exact sizes of the files that recordings turn into, headers included.
 *
 * @param metadata bytes of {@code <rec>.npy}
 * @param points bytes of {@code <rec>.points.npy}
 * @param rasters bytes of the caches, by raster name
 */
public record OutputBytes(long metadata, long points, Map<String, Long> rasters) {
    /** Nothing. */
    public static final OutputBytes NONE = new OutputBytes(0, 0, Map.of());

    /** Sizes of one recording's files. */
    public static OutputBytes of(PlannedRecording recording, RaggedTarget target) throws IOException {
        Dtype point = RaggedTypes.points(
                recording.source().file().path(),
                recording.schema(),
                target.recipe().layout());
        long points = recording.total().pointsOut();
        return new OutputBytes(
                fileBytes(RaggedTypes.metadata(recording.schema()), List.of(recording.rows())),
                fileBytes(point, RaggedTypes.pointsShape(recording.schema(), point, points)),
                rasters(target.recipe().rasters(), recording.rows()));
    }

    /** Sizes of a recording's missing rasters. */
    public static OutputBytes ofMissing(ReusedRecording recording) throws IOException {
        return new OutputBytes(
                0, 0, rasters(recording.missing(), recording.entry().crops()));
    }

    private static Map<String, Long> rasters(List<RasterSpec> specs, long crops) throws IOException {
        Map<String, Long> rasters = new LinkedHashMap<>();
        for (RasterSpec raster : specs) {
            rasters.put(raster.name(), fileBytes(RaggedTypes.cell(raster), RaggedTypes.cacheShape(raster, crops)));
        }
        return rasters;
    }

    /** Both together. */
    public OutputBytes plus(OutputBytes other) {
        Map<String, Long> sums = new LinkedHashMap<>(rasters);
        other.rasters.forEach((name, bytes) -> sums.merge(name, bytes, Math::addExact));
        return new OutputBytes(Math.addExact(metadata, other.metadata), Math.addExact(points, other.points), sums);
    }

    /** The ragged pair without caches. */
    public long pair() {
        return Math.addExact(metadata, points);
    }

    /** Everything. */
    public long sum() {
        return rasters.values().stream().reduce(pair(), Math::addExact);
    }

    private static long fileBytes(Dtype type, List<Long> shape) throws NpyException {
        long bytes = type.itemSize();
        for (long axis : shape) {
            bytes = Math.multiplyExact(bytes, axis);
        }
        return Math.addExact(NpyHeaderWriter.bytes(type, shape).length, bytes);
    }
}
