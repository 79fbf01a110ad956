package io.cropmill.validate;

import io.cropmill.crop.LeftOutField;
import io.cropmill.dataset.Loss;
import io.cropmill.raster.GridCounts;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a validation: all that {@code validation.json} and {@code report.html} say.
 *
 * @param rasters the specifications that were looked at, in manifest order
 * @param totals totals of all recordings
 * @param histogram histogram of the source's point counts: crops a bin of equal width
 * @param recordings one line a recording, in name order
 * @param losses contents of sources that their pairs do not hold, by recording; recordings that lack nothing are left
 *     out
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
     * @param findings faults and oddities, failures first; at most {@link #MOST_FINDINGS}, the rest is counted
     * @param findingsLeftOut number of findings beyond these
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
     * @param cached true if grids were read from a cache, false if the fast rasteriser made them from the pair read
     *     back
     * @param independent false if the user's own class made both sides of some grids
     * @param userGrids compared crops whose grid was compared with the user's own, in place of the old side's
     * @param reached points of the compared crops that have a cell, as the old side counts them; null if the user's
     *     own class made the old side
     */
    public record RasterChecked(
            RasterForm form,
            boolean cached,
            boolean independent,
            long userGrids,
            @Nullable GridCounts reached) {
        /** Name of the raster. */
        public String name() {
            return form.name();
        }
    }

    /**
     * What grids of a raster are.
     *
     * @param name name of the raster
     * @param channels names in grid order, {@code max(height)}
     * @param shift greatest shift in metres, 0 for none
     */
    public record RasterForm(String name, List<String> channels, int height, int width, String dtype, double shift) {}

    /**
     * Sums over crops.
     *
     * @param crops number of crops in the recordings
     * @param compared crops that were compared
     * @param sourcePoints real points in the source
     * @param points points in the pairs
     * @param overCap crops that lost points
     * @param drawn compared crops whose kept points were drawn, here and not by an earlier cap
     */
    public record CropSums(long crops, long compared, long sourcePoints, long points, long overCap, long drawn)
            implements Serializable {
        static final CropSums NONE = new CropSums(0, 0, 0, 0, 0, 0);

        CropSums plus(CropSums other) {
            return new CropSums(
                    Math.addExact(crops, other.crops),
                    Math.addExact(compared, other.compared),
                    Math.addExact(sourcePoints, other.sourcePoints),
                    Math.addExact(points, other.points),
                    Math.addExact(overCap, other.overCap),
                    Math.addExact(drawn, other.drawn));
        }
    }

    /**
     * Sums over the point slots of padded rows.
     *
     * @param reserved slots that the source reserves, as far as it is known
     * @param points real points in those slots
     * @param fullCrops crops that leave none of their slots free: they were probably cut before; 0 if nothing is
     *     reserved
     */
    public record SlotSums(long reserved, long points, long fullCrops) implements Serializable {
        static final SlotSums NONE = new SlotSums(0, 0, 0);

        SlotSums plus(SlotSums other) {
            return new SlotSums(
                    Math.addExact(reserved, other.reserved),
                    Math.addExact(points, other.points),
                    Math.addExact(fullCrops, other.fullCrops));
        }
    }

    /**
     * Totals of all recordings.
     *
     * @param sourceBytes bytes of the source files
     * @param pairBytes bytes of the pairs
     * @param rasterBytes bytes of the caches by raster name, in manifest order
     * @param failures findings that are failures, listed or not
     * @param warnings findings that are warnings, listed or not
     */
    public record ValidationTotals(
            CropSums sums,
            SlotSums slots,
            long sourceBytes,
            long pairBytes,
            Map<String, Long> rasterBytes,
            long failures,
            long warnings) {}

    /** Crops by source point count: bin i holds counts from i * width to before (i + 1) * width. */
    public record Histogram(long width, List<Long> crops) {
        /** The same with so many neighbouring bins joined to one. */
        public Histogram joined(int bins) {
            List<Long> sums = new ArrayList<>();
            for (int start = 0; start < crops.size(); start += bins) {
                int end = Math.min(start + bins, crops.size());
                sums.add(crops.subList(start, end).stream()
                        .mapToLong(Long::longValue)
                        .sum());
            }
            return new Histogram(width * bins, sums);
        }
    }

    /**
     * One recording's line of the table.
     *
     * @param oddSlots padding slots of compared crops that hold what neither zeros nor NaN nor a real point are
     */
    public record RecordingChecked(
            String name, CropSums sums, long oddSlots, RecordingBytes bytes, long failures, long warnings) {
        /** Bytes of a recording's source files, of its pair and of its caches. */
        public record RecordingBytes(long source, long pair, long rasters) {}

        /** What the pair lacks of the source; a pair of more points than its source is a failure, no loss. */
        public Loss loss(List<LeftOutField> leftOut) {
            return Loss.of(sums.sourcePoints(), Math.min(sums.points(), sums.sourcePoints()), leftOut)
                    .withSlots(oddSlots);
        }
    }

    /**
     * Something that is wrong (a failure) or odd (a warning).
     *
     * @param place place in the file: {@code byte 1,234}, {@code default max(height) cell (12, 40)}, {@code field label}
     * @param values both values, as text
     * @param message the whole, as one sentence
     */
    public record Finding(Severity severity, FindingSubject subject, String place, ValuePair values, String message)
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
     * @param why reason for the picture: {@code worst}, {@code random}, {@code largest}
     * @param seen points of the picture
     * @param rasters old and new grids
     */
    public record CropPicture(
            String recording,
            long row,
            String why,
            long sourcePoints,
            long points,
            SeenPoints seen,
            List<GridPair> rasters) {}

    /**
     * Points of a crop from above, at most a few thousand of them.
     *
     * @param x metres along x
     * @param y metres along y, as many
     * @param value numbers that colour the points, as many: the height
     */
    public record SeenPoints(float[] x, float[] y, float[] value) {}

    /**
     * Both grids of one raster.
     *
     * @param name of the raster
     * @param before (C, H, W) from the source, in C order
     * @param after the same from the cache or the pair
     */
    public record GridPair(String name, float[] before, float[] after) {}
}
