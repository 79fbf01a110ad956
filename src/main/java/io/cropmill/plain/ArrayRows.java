package io.cropmill.plain;

import java.io.IOException;

/**
 * Rows of an array of three axes in C order, in either order of the file. In Fortran order a row is scattered over
 * the whole file, value by value; then some rows are gathered at once:
 *
 * <pre>
 * file: value (0, 0) of all rows | value (1, 0) of all rows | ...       (point, value): the point varies faster
 * </pre>
 */
final class ArrayRows {
    private static final int GATHERED = 1 << 22;

    private final PlainBytes file;
    private final StoredArray array;
    private final PlainWindow window;
    private final int rowBytes;
    private byte[] gathered = {};
    private long first;
    private long held;

    ArrayRows(PlainBytes file, StoredArray array) throws PlainException {
        this.file = file;
        this.array = array;
        this.window = new PlainWindow(file, file.length());
        if (array.rowBytes() > Integer.MAX_VALUE - Long.BYTES) {
            throw new PlainException("[" + file.path() + "] Expected rows of at most "
                    + (Integer.MAX_VALUE - Long.BYTES) + " bytes, but found " + array.rowBytes());
        }
        this.rowBytes = (int) array.rowBytes();
    }

    /** Where in {@link #bytes} a row begins. */
    int at(long row) throws IOException {
        if (array.hasWholeRows()) {
            return window.at(array.rowOffset(row), rowBytes);
        }
        if (row < first || row >= first + held) {
            gather(row);
        }
        return (int) ((row - first) * rowBytes);
    }

    byte[] bytes() {
        return array.hasWholeRows() ? window.bytes() : gathered;
    }

    private void gather(long row) throws IOException {
        int rows = (int) Math.min(Math.max(1, GATHERED / Math.max(1, rowBytes)), array.rows() - row);
        held = 0;
        gathered = PlainBytes.memory(file.path(), (long) rows * rowBytes);
        int size = array.type().size();
        long capacity = array.shape().get(1);
        long values = array.shape().get(2);
        byte[] column = new byte[rows * size];
        for (long value = 0; value < values; value++) {
            for (long point = 0; point < capacity; point++) {
                long place = (value * capacity + point) * array.rows() + row;
                file.read(array.dataOffset() + place * size, column, 0, column.length);
                int target = (int) (point * values + value) * size;
                for (int i = 0; i < rows; i++) {
                    System.arraycopy(column, i * size, gathered, i * rowBytes + target, size);
                }
            }
        }
        first = row;
        held = rows;
    }
}
