package io.cropmill.crop.padded;

import io.cropmill.crop.CropException;
import io.cropmill.npy.ScalarType;
import io.cropmill.storage.LentBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Counts the points of a row without those that pad it. The rule:
 *
 * <ol>
 *   <li>A point is empty if each of its values is a zero (0.0, -0.0, the integer 0, all bytes 0) or a NaN; only floating
 *       point numbers of 2, 4 and 8 bytes can be NaN. The padding of a row is the longest run of empty points at its end,
 *       and its count is the number of points before that run. Empty points before a point that is not empty are points.
 *   <li>The values of a row's padding are all zeros or all NaN. Both in one row, be it in one point or in two, are refused.
 *   <li>The padding of all rows of a recording is of one kind: a row padded with zeros and a row padded with NaN are
 *       refused. A row of empty points alone is padding throughout; a row without padding says nothing.
 * </ol>
 *
 * <p>Each part of a recording may be read by itself, so the kind is that of the first padded row of the whole array, which
 * is looked for once, as soon as a padded row is met.
 */
final class InferredCounts implements PlainNpyRecording.PlainCounts {
    private static final int SEARCHED_BYTES = 1 << 20;

    /** The bits of float16's infinity; above it is NaN. */
    private static final int INFINITE_HALF = 0x7c00;

    private PlainNpyRecording.@Nullable OpenPlainArray array;

    /** The first row of the array that has padding, once it is known. */
    private @Nullable PaddedRowKind first;

    /** Rows before it are known to have no padding. */
    private long fullRows;

    /** What a row is padded with. */
    private record PaddedRowKind(long row, boolean isNaN) {
        @Override
        public String toString() {
            return (isNaN ? "NaN" : "zeros") + " in row " + row;
        }
    }

    @Override
    public boolean needsRows() {
        return true;
    }

    @Override
    public void begin(PlainNpyRecording.OpenPlainArray newArray) {
        array = newArray;
    }

    @Override
    public long count(long row, ByteBuffer rows, int offset, PlainLayout layout) throws IOException {
        RowPadding padding = padding(row, rows, offset, layout);
        if (padding.count < layout.capacity()) {
            requireAlike(new PaddedRowKind(row, padding.firstNaN >= 0));
        } else if (row == fullRows) {
            fullRows++;
        }
        return padding.count;
    }

    private RowPadding padding(long row, ByteBuffer rows, int offset, PlainLayout layout) throws CropException {
        RowPadding padding = RowPadding.of(rows, offset, layout);
        if (padding.firstZero >= 0 && padding.firstNaN >= 0) {
            throw refused(
                    "zeros in point " + padding.firstZero + " and NaN in point " + padding.firstNaN + " of row " + row);
        }
        return padding;
    }

    private void requireAlike(PaddedRowKind found) throws IOException {
        if (first == null) {
            first = firstBefore(found);
        }
        if (first.isNaN != found.isNaN) {
            throw refused(first.row < found.row ? first + " and " + found : found + " and " + first);
        }
    }

    /** The first padded row up to one that is found. */
    private PaddedRowKind firstBefore(PaddedRowKind found) throws IOException {
        if (array == null || found.row <= fullRows) {
            return found;
        }
        PlainLayout layout = array.layout();
        long fitting = Math.max(1, SEARCHED_BYTES / layout.rowBytes());
        int piece = (int) Math.min(fitting, found.row - fullRows);
        try (LentBuffer lent = LentBuffer.ofRow(array.file(), Math.toIntExact(piece * layout.rowBytes()))) {
            while (fullRows < found.row) {
                int rows = (int) Math.min(piece, found.row - fullRows);
                array.reader().readRows(fullRows, rows, lent.buffer().clear());
                for (int i = 0; i < rows; i++) {
                    int offset = Math.toIntExact(i * layout.rowBytes());
                    RowPadding padding = padding(fullRows, lent.buffer(), offset, layout);
                    if (padding.count < layout.capacity()) {
                        return new PaddedRowKind(fullRows, padding.firstNaN >= 0);
                    }
                    fullRows++;
                }
            }
        }
        return found;
    }

    @Override
    public void close() {
        // There is no file.
    }

    private CropException refused(String found) {
        String file = array == null ? "" : array.file();
        return new CropException("[" + file + "] Expected padding of one kind, zeros or NaN, but found " + found
                + "; fill all padding with zeros, or numpy.save the counts to " + file.replaceFirst("\\.npy$", "")
                + ".counts.npy and set source.counts = file");
    }

    /**
     * The empty points at the end of a row.
     *
     * @param count points before them
     * @param firstZero the first of them with a zero, -1 for none
     * @param firstNaN the first of them with a NaN, -1 for none
     */
    private record RowPadding(long count, long firstZero, long firstNaN) {
        static RowPadding of(ByteBuffer rows, int offset, PlainLayout layout) {
            ScalarType type = layout.type();
            ByteBuffer ordered = rows.duplicate().order(type.order());
            int size = Math.toIntExact(type.itemSize());
            int pointBytes = Math.toIntExact(layout.pointBytes());
            long count = layout.capacity();
            long firstZero = -1;
            long firstNaN = -1;
            for (; count > 0; count--) {
                int at = offset + Math.toIntExact((count - 1) * pointBytes);
                boolean zero = false;
                boolean nan = false;
                int value = at;
                for (; value < at + pointBytes; value += size) {
                    boolean isZero = isZero(ordered, value, size, type.kind());
                    boolean isNaN =
                            !isZero && type.kind() == ScalarType.ScalarKind.FLOAT && isNaN(ordered, value, size);
                    if (!isZero && !isNaN) {
                        break;
                    }
                    zero |= isZero;
                    nan |= isNaN;
                }
                if (value < at + pointBytes) {
                    break;
                }
                firstZero = zero ? count - 1 : firstZero;
                firstNaN = nan ? count - 1 : firstNaN;
            }
            return new RowPadding(count, firstZero, firstNaN);
        }

        private static boolean isZero(ByteBuffer bytes, int at, int size, ScalarType.ScalarKind kind) {
            boolean signed = kind == ScalarType.ScalarKind.FLOAT;
            return switch (size) {
                case Short.BYTES -> (bytes.getShort(at) & (signed ? Short.MAX_VALUE : -1)) == 0;
                case Integer.BYTES -> (bytes.getInt(at) & (signed ? Integer.MAX_VALUE : -1)) == 0;
                case Long.BYTES -> (bytes.getLong(at) & (signed ? Long.MAX_VALUE : -1L)) == 0;
                default -> areZeros(bytes, at, size, signed);
            };
        }

        private static boolean areZeros(ByteBuffer bytes, int at, int size, boolean signed) {
            int signAt = bytes.order() == ByteOrder.LITTLE_ENDIAN ? at + size - 1 : at;
            for (int i = at; i < at + size; i++) {
                if ((bytes.get(i) & (signed && i == signAt ? Byte.MAX_VALUE : -1)) != 0) {
                    return false;
                }
            }
            return true;
        }

        private static boolean isNaN(ByteBuffer bytes, int at, int size) {
            return switch (size) {
                case Short.BYTES -> (bytes.getShort(at) & Short.MAX_VALUE) > INFINITE_HALF;
                case Integer.BYTES -> Float.isNaN(bytes.getFloat(at));
                case Long.BYTES -> Double.isNaN(bytes.getDouble(at));
                default -> false;
            };
        }
    }
}
