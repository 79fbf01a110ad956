package io.cropmill.ragged;

import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.Recipe;
import io.cropmill.raster.RasterSpec;
import java.io.Serializable;

/**
 * What is written for every recording of a version.
 *
 * @param folder folder of the version, relative to the dataset: {@code v000007}
 * @param recipe what is made of their crops
 */
public record RaggedTarget(String folder, Recipe recipe) implements Serializable {
    /** The same for another version's folder. */
    public RaggedTarget in(String version) {
        return new RaggedTarget(version, recipe);
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
