package io.cropmill.crop;

import io.cropmill.npy.ScalarType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Counts all points of a row up to the last that has a value other than zero; -0.0 is zero, NaN is not. */
final class InferredCounts implements PlainCounts {
    private static final int SIGN_CLEARED = 0x7f;
    private static final int ALL_BITS = 0xff;

    @Override
    public boolean needsRows() {
        return true;
    }

    @Override
    public void requireRows(String array, long rows) {
        // Rows count themselves.
    }

    @Override
    public long count(long row, ByteBuffer rows, int offset, PlainLayout layout) {
        ScalarType type = layout.type();
        int size = (int) type.itemSize();
        int signByte = type.order() == ByteOrder.LITTLE_ENDIAN ? size - 1 : 0;
        boolean isFloat = type.kind() == ScalarType.Kind.FLOAT;
        int last = Math.toIntExact(layout.rowBytes()) - 1;
        while (last >= 0) {
            int mask = isFloat && last % size == signByte ? SIGN_CLEARED : ALL_BITS;
            if ((rows.get(offset + last) & mask) != 0) {
                break;
            }
            last--;
        }
        return (last + layout.pointBytes()) / layout.pointBytes();
    }

    @Override
    public void close() {
        // There is no file.
    }
}
