package io.cropmill.inspect;

import io.cropmill.text.Figures;
import io.cropmill.text.Table;
import io.cropmill.validate.ValidationReport.Histogram;
import java.util.List;

/** A histogram in text: a line a bin, its bar the longer the more crops are in it. */
final class Bars {
    private static final int LINES = 10;
    private static final int LONGEST = 40;

    private Bars() {}

    static String text(Histogram counted) {
        Histogram histogram = counted;
        while (histogram.crops().size() > LINES) {
            histogram = histogram.joined(2);
        }
        List<Long> crops = histogram.crops();
        long most = crops.stream().mapToLong(Long::longValue).max().orElse(0);
        Table table = new Table().row("points", "crops");
        for (int bin = 0; bin < crops.size(); bin++) {
            table.row(range(bin, histogram.width()), Figures.count(crops.get(bin)));
        }
        List<String> lines = table.text().lines().toList();
        StringBuilder text = new StringBuilder(lines.get(0)).append('\n');
        for (int bin = 0; bin < crops.size(); bin++) {
            text.append((lines.get(bin + 1) + "  " + bar(crops.get(bin), most)).stripTrailing())
                    .append('\n');
        }
        return text.toString();
    }

    private static String range(long bin, long width) {
        String first = Figures.count(bin * width);
        return width == 1 ? first : first + " to " + Figures.count((bin + 1) * width - 1);
    }

    /** A bin that is not empty has a mark, however few crops are in it. */
    private static String bar(long crops, long most) {
        return "#".repeat((int) Math.ceil((double) LONGEST * crops / most));
    }
}
