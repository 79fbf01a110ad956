package io.cropmill.inspect;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;

/**
 * How often numbers of about each size were seen, within 1 part in 32, so that it stays small for any number of values. Not safe
 * for threads.
 */
final class FloatSketch implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Leaves sign, exponent and five bits of the fraction. */
    private static final int DROPPED_BITS = 18;

    private final TreeMap<Integer, Long> counts = new TreeMap<>();
    private long total;

    void add(float value) {
        counts.merge(ordered(Float.floatToRawIntBits(value)) >> DROPPED_BITS, 1L, Math::addExact);
        total++;
    }

    void addAll(FloatSketch other) {
        other.counts.forEach((key, count) -> counts.merge(key, count, Math::addExact));
        total = Math.addExact(total, other.total);
    }

    boolean isEmpty() {
        return total == 0;
    }

    /** A bound that at most the given share of the numbers is below. */
    double lowerBound(double share) {
        long left = (long) (share * total);
        for (Map.Entry<Integer, Long> entry : counts.entrySet()) {
            left -= entry.getValue();
            if (left < 0) {
                return Float.intBitsToFloat(ordered(entry.getKey() << DROPPED_BITS));
            }
        }
        throw new IllegalStateException("a bound of no numbers");
    }

    /** A bound that at most the given share of the numbers is above. */
    double upperBound(double share) {
        long left = (long) (share * total);
        for (Map.Entry<Integer, Long> entry : counts.descendingMap().entrySet()) {
            left -= entry.getValue();
            if (left < 0) {
                return Float.intBitsToFloat(ordered((entry.getKey() << DROPPED_BITS) | ((1 << DROPPED_BITS) - 1)));
            }
        }
        throw new IllegalStateException("a bound of no numbers");
    }

    /** Bits whose order as integers is that of the floats; its own inverse. */
    private static int ordered(int bits) {
        return bits ^ ((bits >> 31) & Integer.MAX_VALUE);
    }
}
