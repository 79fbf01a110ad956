package io.cropmill.report;

import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationReport.RasterChecked;
import java.io.IOException;

/** The head of the page: the verdict, big, and what it is about. */
record VerdictSection(ValidationReport report) {
    private static final String EQUAL_SIGN = "M6 12.5l4 4 8-9";
    private static final String DIFFERENT_SIGN = "M7 7l10 10M17 7L7 17";

    void write(Markup page) throws IOException {
        Verdict verdict = new Verdict(report);
        page.open("header", "class", report.equal() ? "verdict equal" : "verdict different");
        page.element("p", "Cropmill validation", "class", "kicker");
        page.open("h1")
                .raw("<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><circle cx=\"12\" cy=\"12\" r=\"11\"/><path d=\"")
                .raw(report.equal() ? EQUAL_SIGN : DIFFERENT_SIGN)
                .raw("\"/></svg>")
                .text(verdict.word())
                .close("h1");
        page.element("p", verdict.sentence(), "class", "sentence");
        if (!verdict.caveat().isEmpty()) {
            page.element("p", verdict.caveat(), "class", "caveat");
        }
        writeFacts(page);
        page.close("header");
    }

    private void writeFacts(Markup page) throws IOException {
        page.raw("<dl class=\"facts\">\n");
        fact(page, "Source", report.heading().source());
        fact(page, "Dataset", report.heading().dataset());
        fact(
                page,
                "Version",
                report.heading().version().isEmpty()
                        ? "none, a folder of pairs"
                        : report.heading().version());
        fact(page, "Created", report.heading().created().toString());
        fact(
                page,
                "Sample",
                report.heading().sample() < 1 ? report.heading().sample() + " of the crops" : "every crop");
        fact(page, "Grids against", report.heading().against());
        for (RasterChecked raster : report.rasters()) {
            fact(page, "Raster " + raster.name(), described(raster));
        }
        page.raw("</dl>\n");
    }

    private static String described(RasterChecked raster) {
        return raster.form().channels().size() + " \u00d7 " + raster.form().height() + " \u00d7 "
                + raster.form().width() + " "
                + raster.form().dtype() + ": " + String.join(", ", raster.form().channels())
                + (raster.cached() ? "; read from its cache" : "; no cache, made from the pair")
                + (raster.independent() ? "" : "; not independent");
    }

    private static void fact(Markup page, String name, String value) throws IOException {
        page.raw("<div>").element("dt", name).element("dd", value).raw("</div>\n");
    }
}
