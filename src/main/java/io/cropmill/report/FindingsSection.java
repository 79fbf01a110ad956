package io.cropmill.report;

import io.cropmill.report.TableColumn.AmountColumn.Form;
import io.cropmill.text.Figures;
import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationReport.Finding;
import io.cropmill.validate.ValidationReport.ValidationTotals;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** What is wrong or odd, failures first. */
record FindingsSection(ValidationReport report) {
    private static final DataTable<Finding> TABLE = new DataTable<>(
            "findings-table",
            "Findings, failures first",
            List.of(
                    new TableColumn.TextColumn<>(
                            "Severity", finding -> finding.severity().name().toLowerCase(Locale.ROOT)),
                    new TableColumn.TextColumn<>(
                            "What", finding -> finding.subject().kind()),
                    new TableColumn.TextColumn<>(
                            "Recording", finding -> finding.subject().recording()),
                    new TableColumn.AmountColumn<>(
                            "Row", Form.OPTIONAL, finding -> finding.subject().row()),
                    new TableColumn.TextColumn<>("Place", Finding::place),
                    new TableColumn.TextColumn<>(
                            "Expected", finding -> finding.values().expected()),
                    new TableColumn.TextColumn<>(
                            "Found", finding -> finding.values().found()),
                    new TableColumn.AmountColumn<>(
                            "Ulps", Form.OPTIONAL, finding -> finding.values().ulps()),
                    new TableColumn.TextColumn<>("Message", Finding::message),
                    new TableColumn.TextColumn<>(
                            "File", finding -> finding.subject().file())));

    void write(Markup page) throws IOException {
        page.raw("<section id=\"findings\" aria-labelledby=\"findings-title\">\n");
        page.element("h2", "Findings", "id", "findings-title");
        ValidationTotals totals = report.totals();
        if (report.findings().isEmpty() && report.evidence().findingsLeftOut() == 0) {
            page.element("p", "Nothing is wrong or odd.", "class", "empty");
        } else {
            page.element(
                    "p",
                    "Failures: " + Figures.count(totals.failures()) + ". Warnings: " + Figures.count(totals.warnings())
                            + "." + leftOut());
            TABLE.write(page, report.findings());
        }
        page.raw("</section>\n");
    }

    private String leftOut() {
        return report.evidence().findingsLeftOut() == 0
                ? ""
                : " The first " + Figures.count(report.findings().size()) + " are listed; "
                        + Figures.count(report.evidence().findingsLeftOut()) + " more were only counted.";
    }
}
