package io.cropmill.report;

import io.cropmill.raster.GridCounts;
import io.cropmill.report.NightlyResult.RasterPoints;
import io.cropmill.text.Figures;
import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationReport.RasterChecked;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sentences about points that a person should know of: those that no grid shows, and those that are not in the source. */
public final class PointNotes {
    private static final int MOST_NAMES = 20;

    private PointNotes() {}

    /** Those of a validation. */
    public static List<String> of(ValidationReport report) {
        List<RasterPoints> rasters = new ArrayList<>();
        for (RasterChecked raster : report.rasters()) {
            if (raster.reached() != null) {
                rasters.add(new RasterPoints(raster.name(), raster.reached(), List.of()));
            }
        }
        ValidationReport.ValidationTotals totals = report.totals();
        return of(
                rasters,
                totals.sums().crops(),
                totals.sums().sourcePoints(),
                totals.slots().fullCrops());
    }

    /**
     * Those of recordings.
     *
     * @param points number of points of all crops
     * @param full number of crops that leave no slot of their row free; null if rows reserve none
     */
    public static List<String> of(List<RasterPoints> rasters, long crops, long points, @Nullable Long full) {
        List<String> notes = new ArrayList<>();
        for (RasterPoints raster : rasters) {
            if (raster.reached().unreached() > 0) {
                notes.add(unreached(raster.name(), raster.reached()));
            }
            if (!raster.nowhere().isEmpty()) {
                notes.add(nowhere(raster.name(), raster.nowhere()));
            }
        }
        if (full != null && full > 0) {
            notes.add(full(full, crops));
        }
        if (crops > 0 && points == 0) {
            notes.add(empty(crops));
        }
        return notes;
    }

    /** {@code 12 of 100 points (12.0 %) reach no cell of raster default: 10 outside x, 2 not finite}; at least one must be unreached. */
    public static String unreached(String raster, GridCounts reached) {
        long unreached = reached.unreached();
        return Figures.count(unreached) + " of " + Figures.counted(reached.points(), "point") + " ("
                + Figures.percent(unreached, reached.points()) + ") " + (unreached == 1 ? "reaches" : "reach")
                + " no cell of raster " + raster + ": " + reasons(reached);
    }

    /** {@code 10 outside x, 8 outside y (6 outside both), 2 not finite}. */
    public static String reasons(GridCounts reached) {
        List<String> reasons = new ArrayList<>();
        if (reached.outsideX() > 0) {
            reasons.add(Figures.count(reached.outsideX()) + " outside x");
        }
        if (reached.outsideY() > 0) {
            String both =
                    reached.outsideBoth() == 0 ? "" : " (" + Figures.count(reached.outsideBoth()) + " outside both)";
            reasons.add(Figures.count(reached.outsideY()) + " outside y" + both);
        }
        if (reached.notFinite() > 0) {
            reasons.add(Figures.count(reached.notFinite()) + " not finite");
        }
        return String.join(", ", reasons);
    }

    /** {@code no point of 2 recordings reaches raster default: a, b}. */
    private static String nowhere(String raster, List<String> recordings) {
        String first = String.join(", ", recordings.subList(0, Math.min(MOST_NAMES, recordings.size())));
        return "no point of " + Figures.counted(recordings.size(), "recording") + " reaches raster " + raster + ": "
                + first + (recordings.size() > MOST_NAMES ? ", ..." : "");
    }

    /** {@code 28 of 40 crops (70.0 %) fill their rows to the last slot: they were probably cut before}; at least one must be full. */
    public static String full(long full, long crops) {
        return Figures.count(full) + " of " + Figures.counted(crops, "crop") + " (" + Figures.percent(full, crops)
                + ") " + (full == 1 ? "fills its row" : "fill their rows") + " to the last slot: "
                + (full == 1 ? "it was" : "they were") + " probably cut before";
    }

    /** {@code None of 40 crops has a point: every count in the source is 0}. */
    public static String empty(long crops) {
        return (crops == 1
                        ? "The only crop has no point: its count"
                        : "None of " + Figures.count(crops) + " crops has a point: every count")
                + " in the source is 0";
    }
}
