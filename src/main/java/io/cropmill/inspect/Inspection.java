package io.cropmill.inspect;

import io.cropmill.raster.RasterSpec;
import java.util.List;
import java.util.Optional;

/**
 * What a source or a dataset holds.
 *
 * @param jobs training jobs that read it at once
 * @param recordings that could be read
 * @param unreadable what is wrong with the others, a message each that begins with the file
 * @param refusals why a rebuild would refuse the source; empty where it would not, and for a dataset
 * @param counts of crops and points; of a dataset as it is, of a source before the cap
 * @param cap that points would be dropped by, or were
 * @param cutBytes of the points that the cap would drop
 * @param layouts that the recordings have, in the order of their first appearance
 * @param sourceBytes of the source's files; of a dataset those that it was built from, where all are known
 * @param slotBytes that the source reserves for points; 0 for a dataset, and where that is not known
 * @param paddingBytes of those that hold no point
 * @param converted sizes in every form, with a cap that cuts nothing of a source; for a dataset those that it has are
 *     among them
 * @param rasters that the sizes are of
 * @param needed settings that the source needs and that were not given; the rest is told as if they had been
 * @param values of the points that were looked at
 * @param notes odd things, a sentence each
 */
public record Inspection(
        InspectedLocation place,
        int jobs,
        long recordings,
        List<String> unreadable,
        List<String> refusals,
        PointTally counts,
        int cap,
        long cutBytes,
        List<Layout> layouts,
        long sourceBytes,
        long slotBytes,
        long paddingBytes,
        ConvertedBytes converted,
        List<RasterSpec> rasters,
        PasteLines needed,
        Optional<PointValues> values,
        List<String> notes) {
    public Inspection {
        unreadable = List.copyOf(unreadable);
        refusals = List.copyOf(refusals);
        layouts = List.copyOf(layouts);
        rasters = List.copyOf(rasters);
        notes = List.copyOf(notes);
    }

    /** A form of crops, and how many recordings have it. */
    public record Layout(RecordingShape shape, long recordings) {}

    /** Share of the reserved points that is padding, 0 to 1; 0 where there are none. */
    public double paddingShare() {
        return slotBytes == 0 ? 0 : (double) paddingBytes / slotBytes;
    }

    boolean isSource() {
        return place.kind() == InspectedLocation.LocationKind.SOURCE;
    }

    /** What pairs would save of the source; below 0 if they are larger. */
    long saving() {
        return sourceBytes - converted.pair();
    }

    /** How a raster fits what was seen of the points; nothing where none were looked at. */
    Optional<RasterWindow> window(RasterSpec raster) {
        return values.flatMap(points -> Optional.ofNullable(points.uses().get(raster.name())))
                .map(use -> new RasterWindow(raster, use));
    }
}
