package io.cropmill.raster;

import java.io.Serializable;

/**
 * Smallest and largest of some finite numbers.
 *
 * @param min positive infinity where there are none
 * @param max negative infinity where there are none
 */
public record ValueSpan(float min, float max) implements Serializable {
    /** The span of no numbers. */
    public static final ValueSpan NONE = new ValueSpan(Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY);

    /** The span of the finite ones of the first {@code count} values. */
    public static ValueSpan of(float[] values, int count) {
        float min = NONE.min;
        float max = NONE.max;
        for (int i = 0; i < count; i++) {
            if (Float.isFinite(values[i])) {
                min = Math.min(min, values[i]);
                max = Math.max(max, values[i]);
            }
        }
        return new ValueSpan(min, max);
    }

    /** The span of the numbers of both. */
    public ValueSpan plus(ValueSpan other) {
        return new ValueSpan(Math.min(min, other.min), Math.max(max, other.max));
    }

    public boolean isEmpty() {
        return min > max;
    }
}
