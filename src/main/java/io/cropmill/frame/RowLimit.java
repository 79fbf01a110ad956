package io.cropmill.frame;

import java.io.IOException;
import java.util.Locale;

/** Rows that are too large for a DataFrame, in which each value is copied several times. */
final class RowLimit {
    private RowLimit() {}

    static void require(FoundFile file, FormPlan plan, long most) throws IOException {
        boolean whole = plan.readsWholeRows() && !plan.readsNothing();
        long selected = plan.selectedBytes(file);
        long bytes = whole ? Math.max(plan.bytesRead(file), selected) : selected;
        if (bytes > most) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "[%s] Expected rows of at most %,d bytes, but found %,d; select fewer columns, or raise the option"
                            + " maxRowBytes and the memory of executors",
                    file.file().path(),
                    most,
                    bytes));
        }
    }
}
