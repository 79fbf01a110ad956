package io.cropmill.npy;

import java.util.List;

/** Products of axis lengths that never wrap. */
final class Extent {
    private Extent() {}

    /**
     * Product of all axes.
     *
     * @throws ArithmeticException as for {@link #bytes}
     */
    static long elements(List<Long> shape) {
        return bytes(shape, 1);
    }

    /**
     * Product of all axes and the size of one element. An axis of length 0 makes it 0 but hides nothing: like NumPy,
     * the other axes must have a product that fits.
     *
     * @throws ArithmeticException if the product without its zeros does not fit 63 bits
     */
    static long bytes(List<Long> shape, long itemSize) {
        long product = Math.max(1, itemSize);
        boolean empty = itemSize == 0;
        for (long axis : shape) {
            empty |= axis == 0;
            product = axis == 0 ? product : Math.multiplyExact(product, axis);
        }
        return empty ? 0 : product;
    }
}
