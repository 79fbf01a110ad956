package io.cropmill.report;

import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationReport.RecordingLoss;
import java.io.IOException;
import java.util.Map;

/** The numbers that {@code report.js} draws. */
record ChartData(ValidationReport report, PointsSection points) {
    void write(Markup page) throws IOException {
        ScriptJson json = page.openData("chart-data").openObject();
        json.name("bytes").openList();
        part(json, "Source", report.totals().sourceBytes());
        part(json, "Pairs", report.totals().pairBytes());
        for (Map.Entry<String, Long> raster : report.totals().rasterBytes().entrySet()) {
            part(json, "Raster " + raster.getKey(), raster.getValue());
        }
        json.closeList().name("histogram").openList();
        for (Distribution.Bin bin : points.distribution().bins()) {
            part(json, bin.label(), bin.crops());
        }
        json.closeList().name("lost").openList();
        for (RecordingLoss loss : points.losses()) {
            part(json, loss.recording(), loss.loss().points());
        }
        json.closeList().closeObject();
        page.close("script");
    }

    private static void part(ScriptJson json, String name, long number) throws IOException {
        json.openList().string(name).number(number).closeList();
    }
}
