package io.cropmill.report;

import io.cropmill.crop.LeftOutField;
import io.cropmill.text.Figures;
import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationReport.RecordingLoss;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** How many points crops have, and how many the cap takes. */
record PointsSection(ValidationReport report, Distribution distribution, List<RecordingLoss> losses) {
    private static final int MOST_LOSSES = 10;

    static PointsSection of(ValidationReport report) {
        List<RecordingLoss> losses = report.losses().stream()
                .filter(loss -> loss.loss().points() > 0)
                .sorted((a, b) -> Long.compare(b.loss().points(), a.loss().points()))
                .limit(MOST_LOSSES)
                .toList();
        return new PointsSection(report, Distribution.of(report.histogram()), losses);
    }

    void write(Markup page) throws IOException {
        page.raw("<section id=\"points\" aria-labelledby=\"points-title\">\n");
        page.element("h2", "Points", "id", "points-title").raw("<div class=\"beside\">\n<div>");
        writeDistribution(page);
        page.raw("</div>\n<div>");
        writeLosses(page);
        writeOddSlots(page);
        writeLeftOut(page);
        page.raw("</div>\n</div>\n</section>\n");
    }

    private void writeDistribution(Markup page) throws IOException {
        page.element("h3", "Points per crop");
        if (distribution.bins().isEmpty()) {
            page.element("p", "The source holds no crops.", "class", "empty");
            return;
        }
        new ChartFigure("chart-histogram", "high", "Crops by their points in the source", distribution.gist())
                .write(page);
        page.raw("<details><summary>As numbers</summary><div class=\"scroll\" tabindex=\"0\" role=\"region\"")
                .raw(" aria-label=\"Crops by their points in the source\"><table>")
                .element("caption", "Crops by their points in the source")
                .raw(
                        "<thead><tr><th scope=\"col\">Points</th><th scope=\"col\" class=\"count\">Crops</th></tr></thead><tbody>");
        for (Distribution.Bin bin : distribution.bins()) {
            page.raw("<tr>").element("th", bin.label(), "scope", "row");
            page.element("td", Figures.count(bin.crops()), "class", "count").raw("</tr>\n");
        }
        page.raw("</tbody></table></div></details>\n");
    }

    private void writeLosses(Markup page) throws IOException {
        page.element("h3", "Points lost by the cap");
        long lost =
                report.totals().sums().sourcePoints() - report.totals().sums().points();
        if (losses.isEmpty()) {
            page.element("p", "No crop lost a point.", "class", "empty");
            return;
        }
        page.element(
                "p",
                Figures.count(report.totals().sums().overCap()) + " of "
                        + Figures.count(report.totals().sums().crops())
                        + " crops had more points than the cap; " + Figures.count(lost) + " of "
                        + Figures.count(report.totals().sums().sourcePoints()) + " points ("
                        + Figures.percent(lost, report.totals().sums().sourcePoints()) + ") were left out.");
        new ChartFigure(
                        "chart-lost",
                        "high",
                        losses.size() == MOST_LOSSES
                                ? "The " + MOST_LOSSES + " recordings that lost most points"
                                : "Points lost by recording",
                        losses.get(0).recording() + " lost most: "
                                + Figures.count(losses.get(0).loss().points()))
                .write(page);
    }

    private void writeOddSlots(Markup page) throws IOException {
        List<RecordingLoss> odd =
                report.losses().stream().filter(loss -> loss.loss().slots() > 0).toList();
        if (odd.isEmpty()) {
            return;
        }
        long slots = odd.stream().mapToLong(loss -> loss.loss().slots()).sum();
        page.element("h3", "Values in padding");
        page.element(
                "p",
                Figures.counted(slots, "slot") + " behind the points of compared crops "
                        + (slots == 1 ? "holds" : "hold") + " other values than zeros, NaN or copies of points, in "
                        + Figures.counted(odd.size(), "recording") + ", "
                        + odd.get(0).recording()
                        + (odd.size() > 1 ? " first" : "") + ": a count may be too low.");
    }

    /** Most recordings lack the same fields, so each list of fields is written once. */
    private void writeLeftOut(Markup page) throws IOException {
        Map<String, List<String>> byFields = new LinkedHashMap<>();
        for (RecordingLoss loss : report.losses()) {
            if (!loss.loss().fields().isEmpty()) {
                String fields = loss.loss().fields().stream()
                        .map(LeftOutField::toString)
                        .collect(Collectors.joining(", "));
                byFields.computeIfAbsent(fields, key -> new ArrayList<>()).add(loss.recording());
            }
        }
        if (byFields.isEmpty()) {
            return;
        }
        page.element("h3", "Fields left out");
        for (Map.Entry<String, List<String>> fields : byFields.entrySet()) {
            page.element(
                    "p",
                    Figures.counted(fields.getValue().size(), "recording") + ", "
                            + fields.getValue().get(0)
                            + (fields.getValue().size() > 1 ? " first: " : ": ")
                            + fields.getKey());
        }
    }
}
