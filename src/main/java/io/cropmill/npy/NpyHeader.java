package io.cropmill.npy;

import java.util.List;

/**
 * The content of the header of a {@code .npy} file. Immutable.
 *
 * <p>A row is what one index of the first axis selects: the product of the other axes. A scalar is one row.
 *
 * @param version major format version, 1 to 3
 * @param fortranOrder true if the first axis varies fastest in the file
 * @param shape lengths of the axes, empty for a scalar
 * @param dataOffset offset of the first data byte
 */
public record NpyHeader(int version, Dtype dtype, boolean fortranOrder, List<Long> shape, long dataOffset) {
    /** Refuses negative axes, and shapes whose bytes do not fit 63 bits even if an axis is 0. */
    public NpyHeader {
        shape = List.copyOf(shape);
        if (shape.stream().anyMatch(axis -> axis < 0)) {
            throw new IllegalArgumentException("shape must not be negative but was " + shape);
        }
        Math.addExact(dataOffset, Extent.bytes(shape, dtype.itemSize()));
    }

    /** Number of elements: the product of the shape, 1 for a scalar. */
    public long elementCount() {
        return Extent.elements(shape);
    }

    /** Bytes of data: {@link #elementCount()} times the item size. */
    public long dataBytes() {
        return Extent.bytes(shape, dtype.itemSize());
    }

    /** Length of the first axis, 1 for a scalar. */
    public long rows() {
        return shape.isEmpty() ? 1 : shape.get(0);
    }

    /** Elements of one row: the product of all axes but the first. */
    public long rowElements() {
        return shape.isEmpty() ? 1 : Extent.elements(shape.subList(1, shape.size()));
    }

    /** Bytes of one row, padding included. */
    public long rowBytes() {
        return Math.multiplyExact(rowElements(), dtype.itemSize());
    }

    /** True if the bytes of each row lie together in the file, rows one after the other. */
    public boolean hasWholeRows() {
        return !fortranOrder || shape.size() < 2 || rowElements() <= 1 || (rows() <= 1 && shape.size() == 2);
    }

    /**
     * Where the bytes of a row begin in the file.
     *
     * @param row 0 to {@link #rows()}, the end of the data
     * @throws IllegalStateException if rows are scattered ({@link #hasWholeRows()})
     */
    public long rowOffset(long row) {
        if (!hasWholeRows()) {
            throw new IllegalStateException("Rows of an array in Fortran order are scattered over the file");
        }
        if (row < 0 || row > rows()) {
            throw new IndexOutOfBoundsException("row " + row + " of " + rows());
        }
        return Math.addExact(dataOffset, Math.multiplyExact(row, rowBytes()));
    }
}
