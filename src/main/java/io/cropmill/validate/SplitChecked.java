package io.cropmill.validate;

import io.cropmill.crop.LeftOutField;
import io.cropmill.plain.PlainChecksum.Piece;
import io.cropmill.raster.GridCounts;
import io.cropmill.rebuild.Split;
import io.cropmill.validate.ValidationReport.Finding;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a split turned out to be. Small, for the driver holds one of these for every recording there is.
 *
 * @param rows that were gone through
 * @param figures of its rows
 * @param reached which points of the compared rows have a cell, in the order of the specifications; null where nobody
 *     counts them
 * @param files of the recording: metadata, points, then the caches in the order of the specifications
 * @param leftOut fields of the source that are in no crop
 * @param findings some of them
 */
public record SplitChecked(
        Split split,
        CheckedRows rows,
        SplitSums figures,
        @Nullable GridCounts[] reached,
        FileChecked[] files,
        List<LeftOutField> leftOut,
        List<Finding> findings)
        implements Serializable {
    /**
     * A file of the recording.
     *
     * @param bytes its length; 0 where it is not there
     * @param run bytes of it that belong to this split and were read in one go; null where they were not
     */
    record FileChecked(long bytes, @Nullable Piece run) implements Serializable {}

    /** Rows of a recording, from the first to before the end, and how many rows it has. */
    record CheckedRows(long first, long end, long all) implements Serializable {}

    /**
     * Sums over a split's rows.
     *
     * @param crops rows
     * @param compared rows of the sample
     * @param sourcePoints in the source
     * @param points that the pair keeps
     * @param overCap crops that lost points
     * @param paddedSlots that the source reserves, as far as it is known
     * @param paddedPoints in those slots
     * @param fullCrops rows without a free slot
     * @param drawn compared rows whose kept points were drawn
     * @param userGrids compared rows whose grid was compared with the user's own
     * @param oddSlots of compared rows that hold what neither points nor usual padding do
     * @param failures listed or not
     * @param warnings listed or not
     */
    record SplitSums(
            long crops,
            long compared,
            long sourcePoints,
            long points,
            long overCap,
            long paddedSlots,
            long paddedPoints,
            long fullCrops,
            long drawn,
            long userGrids,
            long oddSlots,
            long failures,
            long warnings)
            implements Serializable {
        static final SplitSums NONE = new SplitSums(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

        SplitSums plus(SplitSums other) {
            return new SplitSums(
                    Math.addExact(crops, other.crops),
                    Math.addExact(compared, other.compared),
                    Math.addExact(sourcePoints, other.sourcePoints),
                    Math.addExact(points, other.points),
                    Math.addExact(overCap, other.overCap),
                    Math.addExact(paddedSlots, other.paddedSlots),
                    Math.addExact(paddedPoints, other.paddedPoints),
                    Math.addExact(fullCrops, other.fullCrops),
                    Math.addExact(drawn, other.drawn),
                    Math.addExact(userGrids, other.userGrids),
                    Math.addExact(oddSlots, other.oddSlots),
                    Math.addExact(failures, other.failures),
                    Math.addExact(warnings, other.warnings));
        }
    }
}
