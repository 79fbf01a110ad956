package io.cropmill.job;

import io.cropmill.report.HtmlReport;
import io.cropmill.report.PointNotes;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import io.cropmill.text.Figures;
import io.cropmill.text.Table;
import io.cropmill.validate.ValidationJson;
import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationReport.Finding;
import io.cropmill.validate.ValidationReport.RasterChecked;
import io.cropmill.validate.ValidationReport.ValidationTotals;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/** What a person reads of a validation: text at a terminal, and the files that are kept. */
final class ValidationMessages {
    /** Enough to see a pattern, few enough to read. */
    private static final int MOST_FINDINGS_TOLD = 20;

    private static final String JSON = "validation.json";
    private static final String HTML = "report.html";

    private ValidationMessages() {}

    /**
     * The verdict, counts, first findings and where the rest is.
     *
     * @param where folder of the report, empty for none
     */
    static String text(ValidationReport report, String where) {
        ValidationTotals totals = report.totals();
        StringBuilder text = new StringBuilder(report.equal() ? "Equal: " : "NOT EQUAL: ")
                .append(report.heading().dataset())
                .append(
                        report.heading().version().isEmpty()
                                ? ""
                                : "/" + report.heading().version())
                .append(report.equal() ? " gives what " : " does not give what ")
                .append(report.heading().source())
                .append(" gave\n\n");
        Table table = new Table()
                .row("recordings", Figures.count(report.recordings().size()))
                .row("crops", Figures.count(totals.sums().crops()))
                .row("crops compared", Figures.count(totals.sums().compared()))
                .row("points kept", Figures.count(totals.sums().points()))
                .row("failures", Figures.count(totals.failures()))
                .row("warnings", Figures.count(totals.warnings()));
        text.append(table.text());
        if (!report.heading().against().equals("source")) {
            long own = report.rasters().stream()
                    .mapToLong(RasterChecked::userGrids)
                    .sum();
            text.append("\nGrids of ")
                    .append(Figures.counted(own, "crop"))
                    .append(own == 1 ? " was" : " were")
                    .append(" compared with ")
                    .append(report.heading().against())
                    .append(", all others with grids computed again from the source\n");
        }
        for (RasterChecked raster : report.rasters()) {
            if (!raster.independent()) {
                text.append("\nRaster ")
                        .append(raster.name())
                        .append(" was made by a class of yours on both sides: not independent\n");
            }
        }
        notes(report, text);
        if (report.heading().sample() < 1) {
            text.append("\nOnly a sample was compared; checksums of points and rasters need --sample 1\n");
        }
        findings(report, text);
        text.append('\n')
                .append(where.isEmpty() ? "To keep a report: --report DIR" : "Report: " + where)
                .append('\n');
        return text.toString();
    }

    private static void notes(ValidationReport report, StringBuilder text) {
        List<String> notes = PointNotes.of(report);
        text.append(notes.isEmpty() ? "" : "\n");
        notes.forEach(note -> text.append("Note: ").append(note).append('\n'));
    }

    private static void findings(ValidationReport report, StringBuilder text) {
        ValidationTotals totals = report.totals();
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

    /** Writes the files of a report to a folder of a storage ({@code ""} is its root), over those of an earlier run. */
    static void write(Storage storage, String folder, ValidationReport report) throws IOException {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        ValidationJson.write(report, json);
        storage.replace(StoragePath.join(folder, JSON), json.toByteArray());
        ByteArrayOutputStream html = new ByteArrayOutputStream();
        HtmlReport.write(report, html);
        storage.replace(StoragePath.join(folder, HTML), html.toByteArray());
    }
}
