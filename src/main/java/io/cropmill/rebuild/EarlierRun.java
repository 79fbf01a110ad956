package io.cropmill.rebuild;

import io.cropmill.dataset.BuildRecipe;
import io.cropmill.dataset.Manifest;
import io.cropmill.dataset.RecordingEntry;
import io.cropmill.raster.RasterSpec;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A recording as an earlier run wrote it, and the settings of that run. */
record EarlierRun(RecordingEntry entry, BuildRecipe recipe) {
    /** All recordings of a manifest, by name. */
    static Map<String, EarlierRun> of(Manifest manifest) {
        Map<String, EarlierRun> runs = new HashMap<>();
        for (RecordingEntry entry : manifest.recordings()) {
            runs.put(entry.name(), new EarlierRun(entry, manifest.recipe()));
        }
        return runs;
    }

    /** True if the pair would have the same bytes with other settings. */
    boolean keepsPair(BuildRecipe wanted) {
        return new RecipeChange(recipe, wanted).keepsPair(entry);
    }

    /** True if the pair's files are there. */
    boolean hasPair(FileLengths lengths) throws IOException {
        return lengths.holds(entry.files().metadata())
                && lengths.holds(entry.files().points());
    }

    /** The recording with the rasters that other settings would give, too; the others are missing. */
    Carried carried(BuildRecipe wanted, FileLengths lengths) throws IOException {
        RecipeChange change = new RecipeChange(recipe, wanted);
        SortedMap<String, WrittenFile> kept = new TreeMap<>();
        List<RasterSpec> missing = new ArrayList<>();
        for (RasterSpec raster : wanted.rasters()) {
            WrittenFile file = entry.files().rasters().get(raster.name());
            if (file != null && change.keepsRaster(raster) && lengths.holds(file)) {
                kept.put(raster.name(), file);
            } else {
                missing.add(raster);
            }
        }
        return new Carried(entry.withRasters(kept), missing);
    }
}
