package io.cropmill.ragged;

import io.cropmill.raster.RasterReach;
import io.cropmill.raster.RasterSpec;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The files of a recording, or of one shard of it.
 *
 * @param rasters files by raster name
 * @param tally counts of what was written
 * @param reach points that reached a cell, by raster name
 */
public record RaggedFiles(
        WrittenFile metadata,
        WrittenFile points,
        Map<String, WrittenFile> rasters,
        Tally tally,
        Map<String, RasterReach> reach)
        implements Serializable {
    /** Publishes the files of a recording whose shards were written apart; what is left of those is the caller's to delete. */
    public static RaggedFiles join(Storage storage, RaggedTarget target, String recording, List<RaggedFiles> shards)
            throws IOException {
        Map<RasterSpec, List<WrittenFile>> parts = new LinkedHashMap<>();
        for (RasterSpec raster : target.recipe().rasters()) {
            parts.put(raster, rasterParts(target.rasterPath(recording, raster), raster.name(), shards));
        }
        WrittenFile points = storage.assemble(
                target.pointsPath(recording),
                shards.stream().map(RaggedFiles::points).toList());
        Map<String, WrittenFile> rasters = new LinkedHashMap<>();
        for (Map.Entry<RasterSpec, List<WrittenFile>> raster : parts.entrySet()) {
            String path = target.rasterPath(recording, raster.getKey());
            rasters.put(raster.getKey().name(), storage.assemble(path, raster.getValue()));
        }
        WrittenFile metadata = storage.assemble(
                target.metadataPath(recording),
                shards.stream().map(RaggedFiles::metadata).toList());
        Tally tally = shards.stream().map(RaggedFiles::tally).reduce(Tally.NONE, Tally::plus);
        Map<String, RasterReach> reach = new LinkedHashMap<>();
        shards.forEach(
                shard -> shard.reach().forEach((raster, found) -> reach.merge(raster, found, RasterReach::plus)));
        return new RaggedFiles(metadata, points, rasters, tally, reach);
    }

    private static List<WrittenFile> rasterParts(String path, String raster, List<RaggedFiles> shards) {
        List<WrittenFile> parts = new ArrayList<>();
        for (RaggedFiles shard : shards) {
            WrittenFile part = shard.rasters().get(raster);
            if (part == null) {
                throw new IllegalStateException("[" + path + "] Expected a part of raster " + raster + " beside "
                        + shard.metadata().path() + ", but found none");
            }
            parts.add(part);
        }
        return parts;
    }

    /** Each of them. */
    public Stream<WrittenFile> all() {
        return Stream.concat(Stream.of(metadata, points), rasters.values().stream());
    }

    /**
     * Counts that must agree with the plan before anything is published.
     *
     * @param crops crops in, which is also crops out
     * @param pointsIn real points in the source
     * @param pointsOut points written
     * @param overCap crops that lost points
     * @param saturated raster values beyond float16
     */
    public record Tally(long crops, long pointsIn, long pointsOut, long overCap, long saturated)
            implements Serializable {
        /** The tally of nothing. */
        public static final Tally NONE = new Tally(0, 0, 0, 0, 0);

        /** Both together. */
        public Tally plus(Tally other) {
            return new Tally(
                    Math.addExact(crops, other.crops),
                    Math.addExact(pointsIn, other.pointsIn),
                    Math.addExact(pointsOut, other.pointsOut),
                    Math.addExact(overCap, other.overCap),
                    Math.addExact(saturated, other.saturated));
        }
    }
}
