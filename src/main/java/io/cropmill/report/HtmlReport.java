package io.cropmill.report;

import io.cropmill.text.Figures;
import io.cropmill.validate.CheckedStep;
import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationReport.RecordingLoss;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * {@code report.html}: a validation as one page for a person. It holds all it shows (scripts, styles, pictures) and its
 * policy forbids the browser any request and any script but its own. Everything from data is escaped, and characters
 * that would hide or turn text are shown as escapes. Equal reports give equal pages. Safe for threads.
 */
public final class HtmlReport {
    private HtmlReport() {}

    /** Writes the page in UTF-8 and flushes {@code out}, which stays open. */
    public static void write(ValidationReport report, OutputStream out) throws IOException {
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        write(report, writer);
        writer.flush();
    }

    /** Writes the page, which says of itself that it is UTF-8. */
    public static void write(ValidationReport report, Appendable out) throws IOException {
        Markup page = new Markup(out);
        PointsSection points = PointsSection.of(report);
        writeHead(page, report);
        page.raw("<body>\n");
        new VerdictSection(report).write(page);
        writeLinks(page, report);
        page.raw("<main>\n");
        new FiguresSection(report).write(page);
        points.write(page);
        new FindingsSection(report).write(page);
        new RecordingsSection(report).write(page);
        writeSteps(page, report);
        new CropsSection(report).write(page);
        page.raw("</main>\n");
        writeChartData(page, report, points);
        page.raw("<script>").raw(Asset.CHARTS.text()).raw("</script>\n");
        page.raw("<script>").raw(Asset.SCRIPT.text()).raw("</script>\n</body>\n</html>\n");
    }

    private static void writeHead(Markup page, ValidationReport report) throws IOException {
        Verdict verdict = new Verdict(report);
        page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        page.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"")
                .raw(policy())
                .raw("\">\n");
        page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
                .raw("<meta name=\"referrer\" content=\"no-referrer\">\n")
                // Else a browser asks a web server for /favicon.ico.
                .raw("<link rel=\"icon\" href=\"data:,\">\n");
        page.element("title", verdict.word() + ": validation of " + verdict.subject());
        page.raw("<style>\n").raw(Asset.STYLE.text());
        page.raw(".sequential{background:" + Colors.sequentialGradient() + "}\n");
        page.raw(".diverging{background:" + Colors.divergingGradient() + "}\n</style>\n</head>\n");
    }

    private static String policy() {
        return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src 'unsafe-inline'; "
                + "script-src " + Asset.CHARTS.policySource() + " " + Asset.SCRIPT.policySource();
    }

    private static void writeLinks(Markup page, ValidationReport report) throws IOException {
        page.raw("<nav aria-label=\"Contents\"><a href=\"#figures\">Figures</a><a href=\"#points\">Points</a>");
        long findings =
                Math.addExact(report.totals().failures(), report.totals().warnings());
        page.element("a", "Findings (" + Figures.count(findings) + ")", "href", "#findings");
        page.element("a", "Recordings (" + Figures.count(report.recordings().size()) + ")", "href", "#recordings");
        page.element("a", "Steps", "href", "#steps");
        page.element("a", "Crops (" + Figures.count(report.crops().size()) + ")", "href", "#crops");
        page.raw("</nav>\n");
    }

    /** Who checked which step from the source to the files, one a row. */
    private static void writeSteps(Markup page, ValidationReport report) throws IOException {
        page.raw("<section id=\"steps\" aria-labelledby=\"steps-title\">\n");
        page.element("h2", "Who checked what", "id", "steps-title");
        page.raw(
                "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Steps and their checkers\"><table>");
        page.element("caption", "Steps from the source to the files");
        page.raw("<thead><tr><th scope=\"col\">Step</th><th scope=\"col\">Checker</th>"
                + "<th scope=\"col\">Independent</th><th scope=\"col\">What was done</th></tr></thead>\n<tbody>\n");
        for (CheckedStep checked : report.checkedBy()) {
            page.raw("<tr>");
            page.element("td", checked.step(), "data-label", "Step");
            page.element("td", checked.checker(), "data-label", "Checker");
            page.element("td", checked.independent() ? "yes" : "no", "data-label", "Independent");
            page.element("td", checked.what(), "data-label", "What was done");
            page.raw("</tr>\n");
        }
        page.raw("</tbody></table></div>\n</section>\n");
    }

    /** The numbers that {@code report.js} draws. */
    private static void writeChartData(Markup page, ValidationReport report, PointsSection points) throws IOException {
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
