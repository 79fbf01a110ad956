package io.cropmill.report;

import io.cropmill.report.TableColumn.AmountColumn.Form;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.util.List;

/**
 * A table of any length. The page holds its first {@value #PAGE} rows as HTML and all rows as data, of which {@code report.js}
 * shows a page at a time, sorted and filtered; so 100,000 rows are as quick as ten, and without scripts the first ones
 * are still there. Rows are written one by one.
 *
 * @param id id in the page
 * @param caption description of a row
 * @param columns columns; the first one names the row
 * @param <R> type of a row
 */
record DataTable<R>(String id, String caption, List<TableColumn<R>> columns) {
    /** Rows shown at a time; {@code report.js} reads it from the page. */
    static final int PAGE = 25;

    DataTable {
        columns = List.copyOf(columns);
    }

    void write(Markup page, List<R> rows) throws IOException {
        page.open("div", "class", "data-table", "id", id, "data-page", Integer.toString(PAGE));
        writeControls(page);
        page.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", caption);
        page.open("table").element("caption", caption);
        writeHead(page);
        page.raw("<tbody>\n");
        for (R row : rows.subList(0, Math.min(PAGE, rows.size()))) {
            writeRow(page, row);
        }
        page.raw("</tbody></table></div>\n");
        page.element("p", status(rows.size()), "class", "status", "aria-live", "polite");
        page.raw("<p class=\"pager\" hidden><button type=\"button\" class=\"previous\">Previous</button>")
                .raw("<button type=\"button\" class=\"next\">Next</button></p>\n");
        page.close("div");
        writeData(page, rows);
    }

    private void writeControls(Markup page) throws IOException {
        page.raw("<p class=\"controls\" hidden><label>Filter <input type=\"search\" autocomplete=\"off\"></label>");
        if (columns.stream().anyMatch(DataTable::tellsFindings)) {
            page.raw("<label><input type=\"checkbox\"> only with findings</label>");
        }
        page.raw("</p>\n");
    }

    private void writeHead(Markup page) throws IOException {
        page.raw("<thead><tr>");
        for (TableColumn<R> column : columns) {
            page.open("th", "scope", "col", "class", column.form())
                    .text(column.label())
                    .raw("</th>");
        }
        page.raw("</tr></thead>\n");
    }

    private void writeRow(Markup page, R row) throws IOException {
        page.raw("<tr>");
        for (TableColumn<R> column : columns) {
            page.open("td", "class", column.form(), "data-label", column.label())
                    .text(column.shown(row))
                    .raw("</td>");
        }
        page.raw("</tr>\n");
    }

    private static String status(int rows) {
        return rows == 0
                ? "No rows"
                : "Rows 1\u2013" + Figures.count(Math.min(PAGE, rows)) + " of " + Figures.count(rows);
    }

    private void writeData(Markup page, List<R> rows) throws IOException {
        ScriptJson json = page.openData(id + "-data").openList();
        for (R row : rows) {
            json.openList();
            for (TableColumn<R> column : columns) {
                column.write(row, json);
            }
            json.closeList();
        }
        json.closeList();
        page.close("script");
    }

    private static boolean tellsFindings(TableColumn<?> column) {
        return column instanceof TableColumn.AmountColumn<?> amount && amount.amountForm() == Form.FINDINGS;
    }
}
