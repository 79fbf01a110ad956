package io.cropmill.spark;

import io.cropmill.report.Figures;
import io.cropmill.report.PointNotes;
import io.cropmill.report.Table;
import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationReport.Finding;
import io.cropmill.validate.ValidationReport.PointsReached;
import io.cropmill.validate.ValidationReport.RasterChecked;
import io.cropmill.validate.ValidationReport.Totals;
import java.util.ArrayList;
import java.util.List;

/** What a person at a terminal reads of a validation. */
final class ValidationTelling {
    /** Enough to see a pattern, few enough to read. */
    private static final int MOST_FINDINGS_TOLD = 20;

    private ValidationTelling() {}

    /**
     * The verdict, counts, first findings and where the rest is.
     *
     * @param where folder of the report, empty for none
     */
    static String text(ValidationReport report, String where) {
        Totals totals = report.totals();
        StringBuilder text = new StringBuilder(report.equal() ? "Equal: " : "NOT EQUAL: ")
                .append(report.dataset())
                .append(report.version().isEmpty() ? "" : "/" + report.version())
                .append(report.equal() ? " gives what " : " does not give what ")
                .append(report.source())
                .append(" gave\n\n");
        Table table = new Table()
                .row("recordings", Figures.count(report.recordings().size()))
                .row("crops", Figures.count(totals.crops()))
                .row("crops compared", Figures.count(totals.compared()))
                .row("points kept", Figures.count(totals.points()))
                .row("failures", Figures.count(totals.failures()))
                .row("warnings", Figures.count(totals.warnings()));
        text.append(table.text());
        if (!report.against().equals("source")) {
            long own = report.rasters().stream()
                    .mapToLong(RasterChecked::userGrids)
                    .sum();
            text.append("\nGrids of ")
                    .append(Figures.count(own))
                    .append(own == 1 ? " crop" : " crops")
                    .append(" were compared with ")
                    .append(report.against())
                    .append(", all others with grids computed anew from the source\n");
        }
        for (RasterChecked raster : report.rasters()) {
            if (!raster.independent()) {
                text.append("\nRaster ")
                        .append(raster.name())
                        .append(" was made by a class of yours on both sides: not independent\n");
            }
        }
        notes(report, text);
        if (report.sample() < 1) {
            text.append("\nOnly a sample was compared; checksums of points and rasters need --sample 1\n");
        }
        findings(report, text);
        text.append('\n')
                .append(where.isEmpty() ? "To keep a report: --report DIR" : "Report: " + where)
                .append('\n');
        return text.toString();
    }

    private static void notes(ValidationReport report, StringBuilder text) {
        List<String> notes = new ArrayList<>();
        for (RasterChecked raster : report.rasters()) {
            PointsReached reached = raster.reached();
            if (reached != null && reached.unreached() > 0) {
                notes.add(PointNotes.unreached(raster.name(), reached));
            }
        }
        if (report.totals().fullCrops() > 0) {
            notes.add(
                    PointNotes.full(report.totals().fullCrops(), report.totals().crops()));
        }
        text.append(notes.isEmpty() ? "" : "\n");
        notes.forEach(note -> text.append("Note: ").append(note).append('\n'));
    }

    private static void findings(ValidationReport report, StringBuilder text) {
        Totals totals = report.totals();
        if (report.findings().isEmpty()) {
            return;
        }
        text.append('\n');
        report.findings().stream()
                .limit(MOST_FINDINGS_TOLD)
                .forEach(finding -> text.append(
                                finding.severity() == Finding.Severity.FAILURE ? "failure: " : "warning: ")
                        .append(finding.message())
                        .append('\n'));
        long all = Math.addExact(totals.failures(), totals.warnings());
        if (all > MOST_FINDINGS_TOLD) {
            text.append("and ").append(Figures.count(all - MOST_FINDINGS_TOLD)).append(" more\n");
        }
    }
}
