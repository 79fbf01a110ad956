package io.cropmill.npy;

import java.util.List;

/**
 * What stands before the data of a {@code .npy} file.
 *
 * @param version major format version, 1 to 3
 * @param shape lengths of the axes, empty for a scalar
 * @param dataOffset of the first data byte
 */
public record NpyHeader(int version, Dtype dtype, boolean fortranOrder, List<Long> shape, long dataOffset) {
    /** Number of elements: the product of the shape, 1 for a scalar. Checked to fit 63 bits when the header was read. */
    public long elementCount() {
        throw new UnsupportedOperationException("TODO npy room");
    }

    /** Bytes of data: {@link #elementCount()} times the item size. */
    public long dataBytes() {
        throw new UnsupportedOperationException("TODO npy room");
    }
}
