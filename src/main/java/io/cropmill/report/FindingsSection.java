package io.cropmill.report;

import io.cropmill.report.Column.Amount.Form;
import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationReport.Finding;
import io.cropmill.validate.ValidationReport.Totals;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** What is wrong or odd, failures first. */
record FindingsSection(ValidationReport report) {
    private static final DataTable<Finding> TABLE = new DataTable<>(
            "findings-table",
            "Findings, failures first",
            List.of(
                    new Column.Text<>(
                            "Severity", finding -> finding.severity().name().toLowerCase(Locale.ROOT)),
                    new Column.Text<>("What", Finding::kind),
                    new Column.Text<>("Recording", Finding::recording),
                    new Column.Amount<>("Row", Form.OPTIONAL, Finding::row),
                    new Column.Text<>("Place", Finding::place),
                    new Column.Text<>("Expected", Finding::expected),
                    new Column.Text<>("Found", Finding::found),
                    new Column.Amount<>("Ulps", Form.OPTIONAL, Finding::ulps),
                    new Column.Text<>("Message", Finding::message),
                    new Column.Text<>("File", Finding::file)));

    void write(Markup page) throws IOException {
        page.raw("<section id=\"findings\" aria-labelledby=\"findings-title\">\n");
        page.element("h2", "Findings", "id", "findings-title");
        Totals totals = report.totals();
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
