package io.cropmill.subsample;

/**
 * The raw stream of NumPy's {@code PCG64}: a 128-bit linear congruential generator whose output is the XSL-RR
 * permutation of its state.
 *
 * <p>Mutable, for one thread. {@code new Pcg64(a, b)} gives the numbers of
 * {@code np.random.PCG64(np.random.SeedSequence([a, b])).random_raw}; every argument is an unsigned 64-bit integer.
 *
 * @see <a href="https://www.pcg-random.org/paper.html">M. E. O'Neill, PCG: A Family of Simple Fast Space-Efficient
 *     Statistically Good Algorithms for Random Number Generation, section 6.3.3</a>
 */
public final class Pcg64 {
    private static final long MULTIPLIER_HIGH = 0x2360ED051FC65DA4L;
    private static final long MULTIPLIER_LOW = 0x4385DF649FCCF645L;

    private final long incrementHigh;
    private final long incrementLow;
    private long high;
    private long low;

    /** Seeds the stream from {@code SeedSequence([...entropy])}; at least one integer. */
    public Pcg64(long... entropy) {
        long[] state = new SeedSequence(entropy).state(4);
        incrementHigh = state[2] << 1 | state[3] >>> 63;
        incrementLow = state[3] << 1 | 1;
        step();
        low += state[1];
        high += state[0] + (Long.compareUnsigned(low, state[1]) < 0 ? 1 : 0);
        step();
    }

    /** The next 64 random bits. */
    public long next() {
        step();
        return Long.rotateRight(high ^ low, (int) (high >>> 58));
    }

    /** The next number in [0, 1): the upper 53 bits of {@link #next} times 2^-53. */
    public double nextDouble() {
        return (next() >>> 11) * 0x1p-53;
    }

    private void step() {
        long productHigh = unsignedMultiplyHigh(low) + high * MULTIPLIER_LOW + low * MULTIPLIER_HIGH;
        low = low * MULTIPLIER_LOW + incrementLow;
        high = productHigh + incrementHigh + (Long.compareUnsigned(low, incrementLow) < 0 ? 1 : 0);
    }

    /** Upper half of the unsigned product with {@link #MULTIPLIER_LOW}, which is positive. */
    private static long unsignedMultiplyHigh(long factor) {
        return Math.multiplyHigh(factor, MULTIPLIER_LOW) + ((factor >> 63) & MULTIPLIER_LOW);
    }
}
