package io.cropmill.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A text table: the first column is left-aligned, all others, which hold numbers, right-aligned; two spaces between
 * columns, no space at the end of a line. Not safe for threads.
 */
public final class Table {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    /** Adds a row; a row may be shorter than others. Text from outside is made visible. Returns this table. */
    public Table row(String... cells) {
        rows.add(Stream.of(cells).map(VisibleText::of).toList());
        return this;
    }

    /** All rows, each ended by a line feed. */
    public String text() {
        int[] widths = widths();
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                String cell = row.get(column);
                String pad = " ".repeat(widths[column] - length(cell));
                line.append(column == 0 ? cell + pad : GAP + pad + cell);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int[] widths() {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                widths[column] = Math.max(widths[column], length(row.get(column)));
            }
        }
        return widths;
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
