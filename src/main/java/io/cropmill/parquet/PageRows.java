package io.cropmill.parquet;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the levels of a page say: how many of its values belong to the row that began before it, and how many to each row
 * that begins in it. Reused from page to page, for the inner lists of a list of lists may go on over a page's end.
 *
 * <pre>
 * repetition level 0 begins a row, 1 an entry of its list, 2 an entry of an inner list;
 * definition level = highest: a value; = listDefinition with repetition 0: an empty list; else a null
 * </pre>
 */
final class PageRows {
    private static final int PIECE = 4096;
    /** Rows of a page of lists, whose lengths are held: levels of a few bytes can begin rows without end. */
    private static final int MOST_ROWS = PageCodec.MOST_BYTES / Integer.BYTES;

    private final int nesting;
    private final int highestDefinition;
    private final int listDefinition;
    private final int[] repetitions;
    private final int[] definitions = new int[PIECE];
    private @Nullable BitSet nulls;
    private int continued;
    private int[] lengths = new int[64];
    private int rows;
    private int inner;
    private int width;

    /** Why a row cannot be read; {@code row} counts from the page's first, -1 is the row before. */
    static final class RowRefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        private final int row;

        RowRefusedException(int row, String found) {
            super(found);
            this.row = row;
        }

        int row() {
            return row;
        }
    }

    PageRows(int nesting, int highestDefinition, int listDefinition) {
        this.nesting = nesting;
        this.repetitions = new int[nesting == 0 ? 0 : PIECE];
        this.highestDefinition = highestDefinition;
        this.listDefinition = listDefinition;
    }

    /** Lets rows of a column without lists be null. */
    void keepNulls() {
        nulls = new BitSet();
    }

    /** True for a null row, if those are kept. */
    boolean isNull(int row) {
        return nulls != null && nulls.get(row);
    }

    /** The next null row from a row on; the number of rows where there is none. */
    int nextNull(int row) {
        int found = nulls == null ? -1 : nulls.nextSetBit(row);
        return found < 0 ? rows : found;
    }

    /** Values of the row that began before the page. */
    int continued() {
        return continued;
    }

    /** Rows that begin in the page. */
    int rows() {
        return rows;
    }

    /** Values of a row that begins in the page, as far as they are in the page. */
    int length(int row) {
        return nesting == 0 ? 1 : lengths[row];
    }

    /** Values of the page: its entries without nulls and empty lists. */
    int values() {
        int values = continued;
        for (int row = 0; row < rows; row++) {
            values += length(row);
        }
        return nulls == null ? values : values - nulls.cardinality();
    }

    /** Length of all inner lists so far; 0 before the first. */
    int width() {
        return width;
    }

    /** Reads the levels of a page of so many entries; decoders are null where the column has no such levels. */
    void decode(int entries, @Nullable HybridDecoder repetition, @Nullable HybridDecoder definition)
            throws RowRefusedException {
        continued = 0;
        rows = 0;
        if (nulls != null) {
            nulls.clear();
        }
        if (entries == 0) {
            return;
        }
        boolean complete = definition == null || isComplete(definition, entries);
        if (repetition == null) {
            decodeFlat(entries, complete ? null : definition);
        } else if (nesting == 1 && complete) {
            decodeLists(entries, repetition);
        } else if (nesting == 1 && definition != null) {
            decodeRuns(entries, repetition, definition);
        } else {
            decodeEntries(entries, repetition, complete ? null : definition);
        }
    }

    /** True if all values are there: the definition levels are one run, as they are in nearly every page. */
    private boolean isComplete(HybridDecoder definition, int entries) {
        return definition.repeats() >= entries && definition.value() == highestDefinition;
    }

    private void decodeFlat(int entries, @Nullable HybridDecoder definition) throws RowRefusedException {
        rows = entries;
        BitSet kept = nulls;
        for (int done = 0; definition != null && done < entries; done += PIECE) {
            int count = Math.min(PIECE, entries - done);
            definition.read(definitions, 0, count);
            for (int i = 0; i < count; i++) {
                if (definitions[i] != highestDefinition) {
                    if (kept == null) {
                        throw new RowRefusedException(done + i, "null");
                    }
                    kept.set(done + i);
                }
            }
        }
    }

    private void decodeLists(int entries, HybridDecoder repetition) {
        int left = entries;
        while (left > 0) {
            int repeats = Math.min(repetition.repeats(), left);
            if (repeats > 0 && repetition.value() == 1) {
                extend(repeats);
                repetition.pass(repeats);
                left -= repeats;
            } else {
                int count = Math.min(PIECE, left);
                // Not across the end of a run of ones, which would be spelt out.
                count = repeats > 0 ? Math.min(count, repeats) : Math.min(count, 64);
                repetition.read(repetitions, 0, count);
                for (int i = 0; i < count; i++) {
                    if (repetitions[i] == 0) {
                        start(1);
                    } else {
                        extend(1);
                    }
                }
                left -= count;
            }
        }
    }

    /** Empty lists are rare: what lies between them is decoded as if there were none. */
    private void decodeRuns(int entries, HybridDecoder repetition, HybridDecoder definition)
            throws RowRefusedException {
        for (int left = entries; left > 0; ) {
            int repeats = Math.min(definition.repeats(), left);
            int count = repeats;
            if (repeats > 0 && definition.value() == highestDefinition) {
                decodeLists(repeats, repetition);
                definition.pass(repeats);
            } else {
                // As in lists: not across much of a run that may follow.
                count = Math.min(repeats > 0 ? Math.min(repeats, PIECE) : 64, left);
                repetition.read(repetitions, 0, count);
                definition.read(definitions, 0, count);
                for (int i = 0; i < count; i++) {
                    entry(repetitions[i], definitions[i]);
                }
            }
            left -= count;
        }
    }

    private void decodeEntries(int entries, HybridDecoder repetition, @Nullable HybridDecoder definition)
            throws RowRefusedException {
        Arrays.fill(definitions, highestDefinition);
        for (int done = 0; done < entries; done += PIECE) {
            int count = Math.min(PIECE, entries - done);
            repetition.read(repetitions, 0, count);
            if (definition != null) {
                definition.read(definitions, 0, count);
            }
            for (int i = 0; i < count; i++) {
                entry(repetitions[i], definitions[i]);
            }
        }
    }

    private void entry(int repetition, int definition) throws RowRefusedException {
        if (repetition < nesting) {
            closeInner();
        }
        boolean present = definition == highestDefinition;
        if (repetition == 0) {
            start(present ? 1 : 0);
        } else {
            extend(1);
        }
        inner += present ? 1 : 0;
        if (!present && (repetition > 0 || definition != listDefinition)) {
            throw new RowRefusedException(
                    rows - 1, definition < listDefinition ? "null" : "a null or an empty list within");
        }
    }

    /** All inner lists have one length. */
    void closeInner() throws RowRefusedException {
        if (nesting == 2 && inner > 0) {
            width = width == 0 ? inner : width;
            if (inner != width) {
                throw new RowRefusedException(rows - 1, "inner lists of " + width + " and of " + inner + " values");
            }
        }
        inner = 0;
    }

    private void start(int length) {
        if (rows == lengths.length) {
            if (rows >= MOST_ROWS) {
                throw new IllegalArgumentException(
                        String.format(Locale.ROOT, "it begins more than %,d rows, which a page may hold", MOST_ROWS));
            }
            lengths = Arrays.copyOf(lengths, Math.multiplyExact(2, rows));
        }
        lengths[rows++] = length;
    }

    private void extend(int count) {
        if (rows == 0) {
            continued += count;
        } else {
            lengths[rows - 1] += count;
        }
    }
}
