package io.cropmill.report;

import io.cropmill.validate.ValidationReport;
import java.io.IOException;
import java.util.List;

/** How many points crops have, and how many the cap takes. */
record PointsSection(ValidationReport report, Distribution distribution, List<Loss> losses) {
    private static final int MOST_LOSSES = 10;

    /** A recording and the points that its crops lost. */
    record Loss(String recording, long points) {}

    static PointsSection of(ValidationReport report) {
        List<Loss> losses = report.recordings().stream()
                .map(recording -> new Loss(recording.name(), recording.sourcePoints() - recording.points()))
                .filter(loss -> loss.points() > 0)
                .sorted((a, b) -> Long.compare(b.points(), a.points()))
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
        long lost = report.totals().sourcePoints() - report.totals().points();
        if (losses.isEmpty()) {
            page.element("p", "No crop lost a point.", "class", "empty");
            return;
        }
        page.element(
                "p",
                Figures.count(report.totals().overCap()) + " of "
                        + Figures.count(report.totals().crops())
                        + " crops had more points than the cap; " + Figures.count(lost) + " of "
                        + Figures.count(report.totals().sourcePoints()) + " points ("
                        + Figures.percent(lost, report.totals().sourcePoints()) + ") were left out.");
        new ChartFigure(
                        "chart-lost",
                        "high",
                        losses.size() == MOST_LOSSES
                                ? "The " + MOST_LOSSES + " recordings that lost most points"
                                : "Points lost by recording",
                        losses.get(0).recording() + " lost most: "
                                + Figures.count(losses.get(0).points()))
                .write(page);
    }
}
