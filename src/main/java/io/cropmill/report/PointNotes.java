package io.cropmill.report;

import io.cropmill.validate.ValidationReport.PointsReached;
import java.util.ArrayList;
import java.util.List;

/** Sentences about points that a person should know of: those that no grid shows, and those that were never seen. */
public final class PointNotes {
    private PointNotes() {}

    /** {@code 12 of 100 points (12.0 %) reach no cell of raster default: 10 outside x, 2 not finite}; some must be so. */
    public static String unreached(String raster, PointsReached reached) {
        long unreached = reached.unreached();
        return Figures.count(unreached) + " of " + Figures.counted(reached.points(), "point") + " ("
                + Figures.percent(unreached, reached.points()) + ") " + (unreached == 1 ? "reaches" : "reach")
                + " no cell of raster " + raster + ": " + reasons(reached);
    }

    /** {@code 10 outside x, 8 outside y (6 outside both), 2 not finite}. */
    public static String reasons(PointsReached reached) {
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

    /** {@code 28 of 40 crops (70.0 %) fill their rows to the last slot: they were probably cut before}; some must do so. */
    public static String full(long full, long crops) {
        return Figures.count(full) + " of " + Figures.counted(crops, "crop") + " (" + Figures.percent(full, crops)
                + ") " + (full == 1 ? "fills its row" : "fill their rows") + " to the last slot: "
                + (full == 1 ? "it was" : "they were") + " probably cut before";
    }
}
