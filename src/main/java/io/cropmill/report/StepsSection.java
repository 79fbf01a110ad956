package io.cropmill.report;

import io.cropmill.validate.CheckedStep;
import io.cropmill.validate.ValidationReport;
import java.io.IOException;

/** Who checked which step from the source to the files, one a row. */
record StepsSection(ValidationReport report) {
    void write(Markup page) throws IOException {
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
}
