package io.cropmill.validate;

import io.cropmill.crop.LeftOutField;
import io.cropmill.plain.PlainChecksum.Piece;
import io.cropmill.raster.GridCounts;
import io.cropmill.rebuild.Split;
import io.cropmill.validate.ValidationReport.CropSums;
import io.cropmill.validate.ValidationReport.Finding;
import io.cropmill.validate.ValidationReport.SlotSums;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of comparing a split. Small, since the driver holds one for every split of every recording.
 *
 * @param rows rows of the split
 * @param figures sums over these rows
 * @param reached points of the compared rows that have a cell, in the order of the specifications; null for a raster
 *     whose points are not counted
 * @param files files of the recording: metadata, points, then the caches in the order of the specifications
 * @param leftOut fields of the source that are in no crop
 * @param findings the first findings
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
     * @param bytes its length; 0 if it is not there
     * @param run bytes of it that belong to this split and were read in one go; null if they were not
     */
    record FileChecked(long bytes, @Nullable Piece run) implements Serializable {}

    /** Rows of a recording, from the first to before the end, and how many rows it has. */
    record CheckedRows(long first, long end, long all) implements Serializable {}

    /**
     * Sums over a split's rows.
     *
     * @param userGrids compared rows whose grid was compared with the user's own
     * @param oddSlots slots of compared rows that hold what neither points nor usual padding do
     * @param failures findings that are failures, listed or not
     * @param warnings findings that are warnings, listed or not
     */
    record SplitSums(CropSums crops, SlotSums slots, long userGrids, long oddSlots, long failures, long warnings)
            implements Serializable {
        static final SplitSums NONE = new SplitSums(CropSums.NONE, SlotSums.NONE, 0, 0, 0, 0);

        SplitSums plus(SplitSums other) {
            return new SplitSums(
                    crops.plus(other.crops),
                    slots.plus(other.slots),
                    Math.addExact(userGrids, other.userGrids),
                    Math.addExact(oddSlots, other.oddSlots),
                    Math.addExact(failures, other.failures),
                    Math.addExact(warnings, other.warnings));
        }
    }
}
