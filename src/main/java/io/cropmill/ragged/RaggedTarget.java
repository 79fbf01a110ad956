package io.cropmill.ragged;

import io.cropmill.dataset.DatasetLayout;
import io.cropmill.raster.RasterSpec;
import java.io.Serializable;
import java.util.List;

/**
 * What is written for every recording of a version.
 *
 * @param folder of the version, relative to the dataset: {@code v000007}
 * @param cap most points that a crop keeps
 * @param seed of the draws that decide which, an unsigned 64-bit number
 * @param layout of the points file
 * @param rasters caches to write
 */
public record RaggedTarget(String folder, int cap, long seed, PointsLayout layout, List<RasterSpec> rasters)
        implements Serializable {
    public RaggedTarget {
        rasters = List.copyOf(rasters);
    }

    /** The same for another version's folder. */
    public RaggedTarget in(String version) {
        return new RaggedTarget(version, cap, seed, layout, rasters);
    }

    public String metadataPath(String recording) {
        return folder + "/" + DatasetLayout.metadataName(recording);
    }

    public String pointsPath(String recording) {
        return folder + "/" + DatasetLayout.pointsName(recording);
    }

    public String rasterPath(String recording, RasterSpec raster) {
        return folder + "/" + DatasetLayout.rasterName(recording, raster.name());
    }
}
