package io.cropmill.npy;

import java.util.List;

/**
 * A fixed-shape array inside an element, in C order: {@code ('<f4', (4096, 2))}.
 *
 * @param base type of one entry; never itself a sub-array (nested sub-arrays are flattened into one shape, as NumPy
 *     does)
 * @param shape lengths of the axes, at least one, none negative
 */
public record SubArrayType(Dtype base, List<Long> shape) implements Dtype {
    @Override
    public long itemSize() {
        throw new UnsupportedOperationException("TODO npy room");
    }

    @Override
    public Dtype packed() {
        throw new UnsupportedOperationException("TODO npy room");
    }

    @Override
    public String descr() {
        throw new UnsupportedOperationException("TODO npy room");
    }
}
