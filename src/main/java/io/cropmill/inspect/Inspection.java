package io.cropmill.inspect;

import io.cropmill.raster.RasterSpec;
import java.util.List;
import java.util.Optional;

/**
 * What a source or a dataset holds.
 *
 * @param jobs number of training jobs that read it at once
 * @param sizing settings that the sizes are for
 * @param contents recordings, crops and points
 * @param faults what cannot be read, and what a rebuild would refuse
 * @param bytes bytes of the source
 * @param converted sizes in every form, with a cap that cuts nothing of a source; the files of a dataset are among them
 */
public record Inspection(
        InspectedLocation place,
        int jobs,
        Sizing sizing,
        FoundContents contents,
        Faults faults,
        SourceBytes bytes,
        ConvertedBytes converted) {
    /**
     * Settings that the sizes are for.
     *
     * @param cap largest number of points that a crop keeps
     * @param rasters rasters of the sizes
     * @param needed settings that the source needs and that were not given; the rest is reported as if they had been
     */
    public record Sizing(int cap, List<RasterSpec> rasters, PasteLines needed) {
        public Sizing {
            rasters = List.copyOf(rasters);
        }
    }

    /**
     * Recordings, crops and points.
     *
     * @param recordings number of recordings that could be read
     * @param counts counts of crops and points; of a dataset as it is, of a source before the cap
     * @param layouts forms of the crops, in the order of their first appearance
     * @param values values of the points that were read
     * @param notes oddities, a sentence each
     */
    public record FoundContents(
            long recordings,
            PointTally counts,
            List<Layout> layouts,
            Optional<PointValues> values,
            List<String> notes) {
        public FoundContents {
            layouts = List.copyOf(layouts);
            notes = List.copyOf(notes);
        }
    }

    /**
     * What cannot be read or used.
     *
     * @param unreadable a message for each recording that cannot be read; it begins with the file
     * @param refusals reasons for which a rebuild would refuse the source; none for a dataset
     */
    public record Faults(List<String> unreadable, List<String> refusals) {
        public Faults {
            unreadable = List.copyOf(unreadable);
            refusals = List.copyOf(refusals);
        }
    }

    /**
     * Bytes of the source.
     *
     * @param files bytes of the source's files; of a dataset those that it was built from, if all are known
     * @param slots bytes that the source reserves for points; 0 for a dataset, and if that is not known
     * @param padding bytes of the slots that hold no point
     * @param cut bytes of the points that the cap would drop
     */
    public record SourceBytes(long files, long slots, long padding, long cut) {
        /** Share of the reserved points that is padding, 0 to 1; 0 if there are none. */
        public double paddingShare() {
            return slots == 0 ? 0 : (double) padding / slots;
        }
    }

    /** A form of crops, and how many recordings have it. */
    public record Layout(RecordingShape shape, long recordings) {}

    boolean isSource() {
        return place.kind() == InspectedLocation.LocationKind.SOURCE;
    }

    /** Bytes by which pairs are smaller than the source; below 0 if they are larger. */
    long saving() {
        return bytes.files() - converted.pair();
    }

    /** How a raster fits what was seen of the points; nothing if none were looked at. */
    Optional<RasterWindow> window(RasterSpec raster) {
        return contents.values()
                .flatMap(points -> Optional.ofNullable(points.uses().get(raster.name())))
                .map(use -> new RasterWindow(raster, use));
    }
}
