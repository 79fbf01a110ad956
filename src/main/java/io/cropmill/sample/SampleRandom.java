package io.cropmill.sample;

/**
 * A stream of random numbers that is the same on every JVM: SplitMix64 (Steele, Lea, Flood: Fast splittable
 * pseudorandom number generators, OOPSLA 2014) and plain arithmetic on its output. Not safe for threads.
 */
final class SampleRandom {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
    private static final double UNIT = 0x1.0p-53;
    private static final double SQRT_3 = 1.7320508075688772;

    private long state;

    /** Starts the stream of one crop. */
    void start(long seed, long recordingKey, long row) {
        state = mix(mix(mix(seed + GOLDEN_GAMMA) ^ recordingKey) + row * GOLDEN_GAMMA);
    }

    /**
     * The row's element, in [0, 1), of a sequence that covers the interval evenly in every stretch of rows (multiples of
     * the golden ratio modulo 1), shifted by seed and recording.
     */
    static double spread(long seed, long recordingKey, long row) {
        return ((mix(seed ^ mix(recordingKey)) + row * GOLDEN_GAMMA) >>> 11) * UNIT;
    }

    long nextLong() {
        state += GOLDEN_GAMMA;
        return mix(state);
    }

    /** Uniform in [0, 1). */
    double unit() {
        return (nextLong() >>> 11) * UNIT;
    }

    double between(double low, double high) {
        return low + (high - low) * unit();
    }

    boolean chance(double probability) {
        return unit() < probability;
    }

    /** Uniform in 0..bound-1. */
    int below(int bound) {
        return (int) (((nextLong() >>> 32) * bound) >>> 32);
    }

    /** -1 or 1. */
    int sign() {
        return nextLong() < 0 ? -1 : 1;
    }

    /** Nearly normal, mean 0 and variance 1, within 3.5: the sum of four uniform numbers. */
    double normal() {
        return normal(nextLong());
    }

    /** The same of 64 random bits. */
    static double normal(long bits) {
        long sum = (bits & 0xFFFF) + ((bits >>> 16) & 0xFFFF) + ((bits >>> 32) & 0xFFFF) + (bits >>> 48);
        return (sum * 0x1.0p-16 - 2.0) * SQRT_3;
    }

    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
