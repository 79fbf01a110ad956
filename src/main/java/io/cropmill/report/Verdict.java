package io.cropmill.report;

import io.cropmill.text.Figures;
import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationReport.RasterChecked;
import io.cropmill.validate.ValidationReport.ValidationTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What a validation found, in words: the first thing that its report says. */
record Verdict(ValidationReport report) {
    private static final String ANEW = " against grids computed again from the source";

    /** {@code EQUAL} or {@code DIFFERENT}. */
    String word() {
        return report.equal() ? "EQUAL" : "DIFFERENT";
    }

    /** What was compared with what, how much of it, and what came out. */
    String sentence() {
        return compared() + " " + outcome();
    }

    /** What makes the verdict weaker than it sounds; empty if nothing does. */
    String caveat() {
        List<String> own = names(report.rasters().stream()
                .filter(raster -> !raster.independent())
                .toList());
        if (own.isEmpty()) {
            return "";
        }
        return "Not independent: " + rasters(own) + (own.size() == 1 ? " was" : " were")
                + " made by your own class on both sides, so a fault in that class would not show.";
    }

    /** What was looked at, {@code version v000007}. */
    String subject() {
        return report.heading().version().isEmpty()
                ? "the pairs in " + report.heading().dataset()
                : "version " + report.heading().version();
    }

    private String compared() {
        ValidationTotals totals = report.totals();
        if (totals.sums().crops() == 0) {
            return "The source of " + subject() + " holds no crops.";
        }
        String share = report.heading().sample() < 1
                ? " (a sample of " + report.heading().sample() + ")"
                : "";
        if (totals.sums().compared() == 0) {
            return "None of the " + Figures.count(totals.sums().crops()) + " crops of " + subject() + share
                    + " was compared with the source.";
        }
        return Figures.count(totals.sums().compared()) + " of "
                + Figures.counted(totals.sums().crops(), "crop") + " of " + subject() + share
                + (totals.sums().compared() == 1 ? " was" : " were")
                + " compared with the source: points and crop fields bit for bit" + grids() + ".";
    }

    private String grids() {
        if (report.rasters().isEmpty()) {
            return "";
        }
        long compared = report.totals().sums().compared();
        StringBuilder text = new StringBuilder();
        List<RasterChecked> anew = new ArrayList<>();
        for (RasterChecked raster : report.rasters()) {
            long own = raster.userGrids();
            if (own == 0) {
                anew.add(raster);
            } else {
                String some = own < compared ? " of " + Figures.counted(own, "crop") : "";
                text.append(", raster ").append(raster.name()).append(some);
                text.append(" against the grids in ").append(report.heading().against());
            }
            if (own > 0 && own < compared) {
                text.append(" and of the others").append(ANEW);
            }
        }
        return anew.isEmpty() ? text.toString() : ", " + rasters(names(anew)) + ANEW + text;
    }

    private String outcome() {
        ValidationTotals totals = report.totals();
        String found = totals.failures() == 0
                ? "No difference was found."
                : Figures.counted(totals.failures(), "failure") + (totals.failures() == 1 ? " was" : " were")
                        + " found.";
        return totals.warnings() == 0
                ? found
                : found + " " + Figures.counted(totals.warnings(), "warning")
                        + (totals.warnings() == 1 ? " needs" : " need") + " a look.";
    }

    private static List<String> names(List<RasterChecked> rasters) {
        return rasters.stream().map(RasterChecked::name).toList();
    }

    private static String rasters(List<String> names) {
        if (names.size() == 1) {
            return "raster " + names.get(0);
        }
        String allButLast = names.stream().limit(names.size() - 1L).collect(Collectors.joining(", "));
        return "rasters " + allButLast + " and " + names.get(names.size() - 1);
    }
}
