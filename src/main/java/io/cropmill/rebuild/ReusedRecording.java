package io.cropmill.rebuild;

import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.raster.RasterSpec;
import java.io.Serializable;
import java.util.List;

/**
 * A recording whose pair is taken over.
 *
 * @param entry as it stands in the new manifest, but for rasters that are missing
 * @param missing rasters that are to be made from the pair
 */
public record ReusedRecording(RecordingEntry entry, List<RasterSpec> missing) implements Serializable {
    public ReusedRecording {
        missing = List.copyOf(missing);
    }
}
