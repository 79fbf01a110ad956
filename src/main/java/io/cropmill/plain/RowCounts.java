package io.cropmill.plain;

import io.cropmill.text.Figures;
import java.io.Closeable;
import java.io.IOException;
import java.util.Locale;

/** Where the point counts of a plain array come from. For one thread. */
abstract class RowCounts implements Closeable {
    /** True if the row itself is needed to count its points. */
    abstract boolean needsRow();

    /** Refuses counts that are not of an array of so many rows. */
    abstract void requireRows(String array, long rows) throws PlainException;

    /** The count of a row, which begins at a byte of {@code row} if it is needed. */
    abstract int of(long index, byte[] row, int at) throws IOException;

    /** {@code <rec>.counts.npy}, a whole number a row. */
    static RowCounts ofFile(PlainBytes file, String array, long capacity) throws IOException {
        StoredArray stored = StoredArray.read(file);
        if (stored.shape().size() != 1 || !stored.type().isInteger()) {
            throw new PlainException("[" + file.path()
                    + "] Expected a 1-D array of whole numbers, a count a crop, but found "
                    + stored.type().shown() + " of shape " + stored.tuple());
        }
        PlainWindow window = new PlainWindow(file, file.length());
        return new RowCounts() {
            @Override
            boolean needsRow() {
                return false;
            }

            @Override
            void requireRows(String name, long rows) throws PlainException {
                if (stored.rows() != rows) {
                    throw new PlainException("[" + file.path() + "] Expected " + rows + " counts, one for each crop of "
                            + name + ", but found " + stored.rows());
                }
            }

            @Override
            int of(long index, byte[] row, int at) throws IOException {
                StoredType type = stored.type();
                int place = window.at(stored.rowOffset(index), type.size());
                long count =
                        PlainNumber.integer(window.bytes(), place, type.size(), type.kind() == 'i', type.swapped());
                if (count < 0 || count > capacity) {
                    throw PlainException.of(
                            array,
                            "a point count from 0 to " + Figures.count(capacity) + " for row " + Figures.count(index),
                            String.format(Locale.ROOT, "%,d", PlainNumber.value(count, type.kind() == 'i')));
                }
                return (int) count;
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }

    /** No file: padding is what is all zero, or all not a number, at the end of a row. */
    static RowCounts inferred(PlainBytes file, StoredArray stored) {
        return new InferredCount(file, stored);
    }

    /** Counts the points before the padding. */
    private static final class InferredCount extends RowCounts {
        private static final int ZERO = 0;
        private static final int NOT_A_NUMBER = 1;
        private static final int BOTH = 2;
        private static final int ELSE = 3;

        private final PlainBytes file;
        private final StoredArray stored;
        private final StoredType type;
        private final int capacity;
        private final int values;
        private int padding = ELSE;
        private int own = ELSE;

        InferredCount(PlainBytes file, StoredArray stored) {
            this.file = file;
            this.stored = stored;
            this.type = stored.type();
            this.capacity = Math.toIntExact(stored.shape().get(1));
            this.values = Math.toIntExact(stored.shape().get(2));
        }

        @Override
        boolean needsRow() {
            return true;
        }

        @Override
        void requireRows(String array, long rows) {
            // Rows count themselves.
        }

        @Override
        int of(long index, byte[] row, int at) throws IOException {
            int count = count(index, row, at);
            int found = own;
            if (found != ELSE && padding == ELSE) {
                padding = firstPadding(index, found);
            }
            if (found != ELSE && found != padding) {
                throw mixed(index, capacity - 1);
            }
            return count;
        }

        /** Counts a row by itself; afterwards {@code own} is what pads it. */
        private int count(long index, byte[] row, int at) throws PlainException {
            own = ELSE;
            int count = capacity;
            while (count > 0) {
                int kind = point(row, at + (count - 1) * values * type.size());
                if (kind == ELSE) {
                    break;
                }
                if (kind == BOTH || own != ELSE && kind != own) {
                    throw mixed(index, count - 1);
                }
                own = kind;
                count--;
            }
            return count;
        }

        /** What pads the first padded row of the whole array, of which this may be a part. */
        private int firstPadding(long end, int found) throws IOException {
            ArrayRows rows = new ArrayRows(file, stored);
            for (long index = 0; index < end; index++) {
                int at = rows.at(index);
                count(index, rows.bytes(), at);
                if (own != ELSE) {
                    return own;
                }
            }
            return found;
        }

        private PlainException mixed(long index, int point) {
            return new PlainException("[" + file.path()
                    + "] Expected padding of one kind, zeros or NaN, but found both, in row " + index + " at point "
                    + point + "; fill all padding with zeros, or numpy.save the counts to "
                    + file.path().replaceFirst("\\.npy$", "") + ".counts.npy and set source.counts = file");
        }

        /** What the numbers of a point are, one like the other; {@code BOTH} if some are zero and all others not a number. */
        private int point(byte[] row, int at) {
            int kind = values == 0 ? ZERO : number(row, at);
            for (int value = 1; value < values && kind != ELSE; value++) {
                int next = number(row, at + value * type.size());
                kind = next == ELSE || next == kind ? next : BOTH;
            }
            return kind;
        }

        /** What one number is; -0.0 is zero. */
        private int number(byte[] row, int at) {
            int size = type.size();
            if (type.kind() == 'f' && size <= Long.BYTES) {
                long bits = PlainNumber.integer(row, at, size, false, type.swapped()) & (1L << (8 * size - 1)) - 1;
                long infinite = size == 2 ? 0x7c00 : size == 4 ? 0x7f800000L : 0x7ff0000000000000L;
                return bits == 0 ? ZERO : bits > infinite ? NOT_A_NUMBER : ELSE;
            }
            int sign = type.swapped() ? 0 : size - 1;
            for (int i = 0; i < size; i++) {
                int bits = row[at + i] & (type.kind() == 'f' && i == sign ? 0x7f : 0xff);
                if (bits != 0) {
                    return ELSE;
                }
            }
            return ZERO;
        }

        @Override
        public void close() {
            // There is no file.
        }
    }
}
