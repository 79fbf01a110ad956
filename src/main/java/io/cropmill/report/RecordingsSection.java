package io.cropmill.report;

import io.cropmill.report.TableColumn.AmountColumn.Form;
import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationReport.RecordingChecked;
import java.io.IOException;
import java.util.List;

/** All recordings, one a row. */
record RecordingsSection(ValidationReport report) {
    private static final DataTable<RecordingChecked> TABLE = new DataTable<>(
            "recordings-table",
            "Recordings in the order of their names",
            List.of(
                    new TableColumn.TextColumn<>("Recording", RecordingChecked::name),
                    new TableColumn.AmountColumn<>("Failures", Form.FINDINGS, RecordingChecked::failures),
                    new TableColumn.AmountColumn<>("Warnings", Form.FINDINGS, RecordingChecked::warnings),
                    new TableColumn.AmountColumn<>(
                            "Crops", Form.COUNT, recording -> recording.sums().crops()),
                    new TableColumn.AmountColumn<>(
                            "Compared",
                            Form.COUNT,
                            recording -> recording.sums().compared()),
                    new TableColumn.AmountColumn<>(
                            "Points in source",
                            Form.COUNT,
                            recording -> recording.sums().sourcePoints()),
                    new TableColumn.AmountColumn<>(
                            "Points kept",
                            Form.COUNT,
                            recording -> recording.sums().points()),
                    new TableColumn.AmountColumn<>(
                            "Points lost",
                            Form.COUNT,
                            recording -> recording.sums().sourcePoints()
                                    - recording.sums().points()),
                    new TableColumn.AmountColumn<>(
                            "Crops over cap",
                            Form.COUNT,
                            recording -> recording.sums().overCap()),
                    new TableColumn.AmountColumn<>(
                            "Source", Form.BYTES, recording -> recording.bytes().source()),
                    new TableColumn.AmountColumn<>(
                            "Pair", Form.BYTES, recording -> recording.bytes().pair()),
                    new TableColumn.AmountColumn<>(
                            "Rasters",
                            Form.BYTES,
                            recording -> recording.bytes().rasters())));

    void write(Markup page) throws IOException {
        page.raw("<section id=\"recordings\" aria-labelledby=\"recordings-title\">\n");
        page.element("h2", "Recordings", "id", "recordings-title");
        TABLE.write(page, report.recordings());
        page.raw("</section>\n");
    }
}
