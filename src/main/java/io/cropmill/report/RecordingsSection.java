package io.cropmill.report;

import io.cropmill.report.Column.Amount.Form;
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
                    new Column.Text<>("Recording", RecordingChecked::name),
                    new Column.Amount<>("Failures", Form.FINDINGS, RecordingChecked::failures),
                    new Column.Amount<>("Warnings", Form.FINDINGS, RecordingChecked::warnings),
                    new Column.Amount<>("Crops", Form.COUNT, RecordingChecked::crops),
                    new Column.Amount<>("Compared", Form.COUNT, RecordingChecked::compared),
                    new Column.Amount<>("Points in source", Form.COUNT, RecordingChecked::sourcePoints),
                    new Column.Amount<>("Points kept", Form.COUNT, RecordingChecked::points),
                    new Column.Amount<>(
                            "Points lost", Form.COUNT, recording -> recording.sourcePoints() - recording.points()),
                    new Column.Amount<>("Crops over cap", Form.COUNT, RecordingChecked::overCap),
                    new Column.Amount<>("Source", Form.BYTES, RecordingChecked::sourceBytes),
                    new Column.Amount<>("Pair", Form.BYTES, RecordingChecked::pairBytes),
                    new Column.Amount<>("Rasters", Form.BYTES, RecordingChecked::rasterBytes)));

    void write(Markup page) throws IOException {
        page.raw("<section id=\"recordings\" aria-labelledby=\"recordings-title\">\n");
        page.element("h2", "Recordings", "id", "recordings-title");
        TABLE.write(page, report.recordings());
        page.raw("</section>\n");
    }
}
