package io.cropmill.rebuild;

import io.cropmill.dataset.manifest.BuildRecipe;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.raster.RasterSpec;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A recording as an earlier run wrote it.
 *
 * @param change from the settings of that run, the same for all of its recordings, to those of this one
 */
record EarlierRun(RecordingEntry entry, RecipeChange change) {
    /** All recordings of a manifest, by name, in the manifest's order. */
    static Map<String, EarlierRun> of(Manifest manifest, BuildRecipe wanted) {
        RecipeChange change = new RecipeChange(manifest.recipe(), wanted);
        Map<String, EarlierRun> runs = new LinkedHashMap<>();
        for (RecordingEntry entry : manifest.recordings()) {
            runs.put(entry.name(), new EarlierRun(entry, change));
        }
        return runs;
    }

    /** Settings that it was built with. */
    BuildRecipe recipe() {
        return change.before();
    }

    /** True if its certificate vouches for the pair, or is about to. */
    boolean isRetired() {
        return entry.state() == RecordingState.RETIRED;
    }

    /** True if the pair would have the same bytes now. */
    boolean keepsPair() {
        return change.keepsPair(entry);
    }

    /** True if the pair's files are there. */
    boolean hasPair(FileLengths lengths) throws IOException {
        return lengths.holds(entry.files().metadata())
                && lengths.holds(entry.files().points());
    }

    /** The recording with the rasters that the settings of now would give, too; the others are missing. */
    ReusedRecording carried(FileLengths lengths) throws IOException {
        SortedMap<String, WrittenFile> kept = new TreeMap<>();
        List<RasterSpec> missing = new ArrayList<>();
        for (RasterSpec raster : change.now().rasters()) {
            WrittenFile file = entry.files().rasters().get(raster.name());
            if (file != null && change.keepsRaster(raster) && lengths.holds(file)) {
                kept.put(raster.name(), file);
            } else {
                missing.add(raster);
            }
        }
        return new ReusedRecording(entry.withRasters(kept), missing);
    }
}
