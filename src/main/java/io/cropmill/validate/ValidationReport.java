package io.cropmill.validate;

import io.cropmill.crop.LeftOutField;
import io.cropmill.dataset.Loss;
import io.cropmill.raster.GridCounts;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a validation: all that {@code validation.json} and {@code report.html} say.
 *
 * @param rasters the specifications that were looked at, in manifest order
 * @param totals of all recordings
 * @param histogram of the source's point counts: crops a bin of equal width
 * @param recordings in name order
 * @param losses what sources hold and their pairs do not, by recording; those that lack nothing are left out
 */
public record ValidationReport(
        ReportHeading heading,
        List<RasterChecked> rasters,
        ValidationTotals totals,
        Histogram histogram,
        List<RecordingChecked> recordings,
        List<RecordingLoss> losses,
        Evidence evidence) {
    /** What one recording's pair lacks of its source. */
    public record RecordingLoss(String recording, Loss loss) {}

    /**
     * What to look at.
     *
     * @param findings what is wrong or odd, failures first; at most {@link #MOST_FINDINGS}, the rest is counted
     * @param findingsLeftOut how many more there were
     * @param crops a few pictures: the worst, or some random and the largest when all is equal
     */
    public record Evidence(List<Finding> findings, long findingsLeftOut, List<CropPicture> crops) {}

    /** What is wrong or odd, failures first. */
    public List<Finding> findings() {
        return evidence.findings();
    }

    /** Pictures of a few crops. */
    public List<CropPicture> crops() {
        return evidence.crops();
    }

    /** Findings listed one by one. */
    public static final int MOST_FINDINGS = 1000;

    /** True if no finding is a failure. */
    public boolean equal() {
        return totals.failures() == 0;
    }

    /** Who checked which step. */
    public List<CheckedStep> checkedBy() {
        return CheckedStep.of(this);
    }

    /**
     * A raster specification that was looked at.
     *
     * @param channels names in grid order, {@code max(height)}
     * @param shift metres, 0 for none
     * @param cached whether grids were read from a cache, or made by the fast rasteriser from the pair read back
     * @param independent false where the user's own class made both sides of some grids
     * @param userGrids compared crops whose grid was compared with the user's own, in place of the old side's
     * @param reached which points of the compared crops have a cell, as the old side counts them; null where the user's
     *     own class stands for it
     */
    public record RasterChecked(
            String name,
            List<String> channels,
            int height,
            int width,
            String dtype,
            double shift,
            boolean cached,
            boolean independent,
            long userGrids,
            @Nullable GridCounts reached) {}

    /**
     * Sums.
     *
     * @param crops in the recordings
     * @param compared crops that were compared
     * @param sourcePoints real points in the source
     * @param points in the pairs
     * @param overCap crops that lost points
     * @param paddedSlots point slots that the source reserves, as far as it is known
     * @param paddedPoints real points in those slots
     * @param fullCrops crops that leave none of their slots free: they were probably cut before; 0 where nothing is
     *     reserved
     * @param drawn compared crops whose kept points were drawn, here and not by an earlier cap
     * @param sourceBytes of the source files
     * @param pairBytes of the pairs
     * @param rasterBytes of the caches by raster name, in manifest order
     * @param failures findings that are failures, listed or not
     * @param warnings findings that are warnings, listed or not
     */
    public record ValidationTotals(
            long crops,
            long compared,
            long sourcePoints,
            long points,
            long overCap,
            long paddedSlots,
            long paddedPoints,
            long fullCrops,
            long drawn,
            long sourceBytes,
            long pairBytes,
            Map<String, Long> rasterBytes,
            long failures,
            long warnings) {}

    /** Crops by source point count: bin i holds counts from i * width to before (i + 1) * width. */
    public record Histogram(long width, List<Long> crops) {}

    /**
     * One recording's line of the table.
     *
     * @param oddSlots padding slots of compared crops that hold what neither zeros nor NaN nor a real point are
     */
    public record RecordingChecked(
            String name,
            long crops,
            long compared,
            long sourcePoints,
            long points,
            long overCap,
            long oddSlots,
            long sourceBytes,
            long pairBytes,
            long rasterBytes,
            long failures,
            long warnings) {
        /** What the pair lacks of the source; a pair of more points than its source is a failure, no loss. */
        public Loss loss(List<LeftOutField> leftOut) {
            return Loss.of(sourcePoints, Math.min(points, sourcePoints), leftOut)
                    .withSlots(oddSlots);
        }
    }

    /**
     * Something that is wrong (a failure) or odd (a warning).
     *
     * @param kind what was compared: {@code points}, {@code metadata}, {@code raster}, {@code file}, {@code count},
     *     {@code padding}, {@code reach}
     * @param recording its name
     * @param row of the crop, -1 where it is about the whole recording
     * @param file path of the file that is at fault
     * @param place where in it: {@code byte 1,234}, {@code default max(height) cell (12, 40)}, {@code field label}
     * @param expected value, as text
     * @param found value, as text
     * @param ulps distance of two floats in units in the last place, -1 where that has no meaning
     * @param message the whole, as one sentence
     */
    public record Finding(
            Severity severity,
            String kind,
            String recording,
            long row,
            String file,
            String place,
            String expected,
            String found,
            long ulps,
            String message)
            implements Serializable {
        /** How bad. */
        public enum Severity {
            FAILURE,
            WARNING
        }
    }

    /**
     * A crop to look at.
     *
     * @param why it is shown: {@code worst}, {@code random}, {@code largest}
     * @param x metres, of the points (at most a few thousand of them)
     * @param y metres, as many
     * @param value what colours the points: height, as many
     * @param rasters old and new grids
     */
    public record CropPicture(
            String recording,
            long row,
            String why,
            long sourcePoints,
            long points,
            float[] x,
            float[] y,
            float[] value,
            List<GridPair> rasters) {}

    /**
     * Both grids of one raster.
     *
     * @param name of the raster
     * @param before (C, H, W) from the source, in C order
     * @param after the same from the cache or the pair
     */
    public record GridPair(String name, float[] before, float[] after) {}
}
