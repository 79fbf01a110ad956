package io.cropmill.report;

import io.cropmill.text.Figures;
import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationReport.ValidationTotals;
import java.io.IOException;
import java.util.Map;

/** Crops, points, padding and bytes before and after. */
record FiguresSection(ValidationReport report) {
    void write(Markup page) throws IOException {
        page.raw("<section id=\"figures\" aria-labelledby=\"figures-title\">\n");
        page.element("h2", "Figures", "id", "figures-title");
        writeTiles(page);
        page.raw("<div class=\"beside\">\n");
        writeBytes(page);
        new ChartFigure(
                        "chart-bytes",
                        "low",
                        "Bytes before and after",
                        "Source " + Figures.bytes(totals().sourceBytes()) + ", result " + Figures.bytes(targetBytes()))
                .write(page);
        page.raw("</div>\n");
        writeNotes(page);
        page.raw("</section>\n");
    }

    /** What a person should know of the points. */
    private void writeNotes(Markup page) throws IOException {
        for (String note : PointNotes.of(report)) {
            page.element("p", note + ".", "class", "hint");
        }
    }

    private ValidationTotals totals() {
        return report.totals();
    }

    private void writeTiles(Markup page) throws IOException {
        ValidationTotals totals = totals();
        long empty = totals.slots().reserved() - totals.slots().points();
        page.raw("<ul class=\"tiles\">\n");
        tile(
                page,
                "Crops compared",
                Figures.count(totals.sums().compared()),
                "of " + Figures.count(totals.sums().crops()));
        tile(
                page,
                "Points",
                Figures.count(totals.sums().points()),
                "in the pairs, " + Figures.count(totals.sums().sourcePoints()) + " in the source");
        tile(
                page,
                "Lost by the cap",
                Figures.count(totals.sums().sourcePoints() - totals.sums().points()),
                Figures.percent(
                                totals.sums().sourcePoints() - totals.sums().points(),
                                totals.sums().sourcePoints()) + " of the points, from "
                        + Figures.counted(totals.sums().overCap(), "crop"));
        tile(
                page,
                "Padding",
                Figures.percent(empty, totals.slots().reserved()),
                Figures.count(empty) + " of " + Figures.count(totals.slots().reserved()) + " slots hold no point");
        tile(
                page,
                "Size",
                Figures.percent(targetBytes(), totals.sourceBytes()),
                Figures.bytes(targetBytes()) + " of " + Figures.bytes(totals.sourceBytes()));
        page.raw("</ul>\n");
    }

    private static void tile(Markup page, String name, String number, String detail) throws IOException {
        page.raw("<li>")
                .element("span", name, "class", "name")
                .element("strong", number)
                .element("span", detail, "class", "detail")
                .raw("</li>\n");
    }

    private void writeBytes(Markup page) throws IOException {
        page.raw("<table class=\"bytes\">").element("caption", "Bytes before and after");
        page.raw("<thead><tr><th scope=\"col\">What</th><th scope=\"col\" class=\"bytes\">Size</th>")
                .raw(
                        "<th scope=\"col\" class=\"bytes\">Of source</th><th scope=\"col\" class=\"exact bytes\">Bytes</th></tr></thead><tbody>\n");
        row(page, "Source", totals().sourceBytes(), "");
        row(page, "Pairs", totals().pairBytes(), "");
        for (Map.Entry<String, Long> raster : totals().rasterBytes().entrySet()) {
            row(page, "Raster " + raster.getKey(), raster.getValue(), "");
        }
        row(page, "Sum of pairs and rasters", targetBytes(), "sum");
        page.raw("</tbody></table>\n");
    }

    private void row(Markup page, String name, long bytes, String style) throws IOException {
        page.open("tr", "class", style).element("th", name, "scope", "row");
        page.element("td", Figures.bytes(bytes), "class", "bytes");
        page.element("td", Figures.percent(bytes, totals().sourceBytes()), "class", "bytes");
        page.element("td", Figures.count(bytes), "class", "exact bytes");
        page.close("tr");
    }

    private long targetBytes() {
        return totals().rasterBytes().values().stream()
                .mapToLong(Long::longValue)
                .reduce(totals().pairBytes(), Math::addExact);
    }
}
