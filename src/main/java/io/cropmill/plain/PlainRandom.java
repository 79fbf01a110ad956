package io.cropmill.plain;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * {@code np.random.PCG64(np.random.SeedSequence([...])).random_raw}, written down from its description: M. E. O'Neill's
 * seed sequence of four 32-bit words, and her generator PCG XSL RR 128/64. For one thread.
 *
 * <pre>
 * state = state * multiplier + increment  (modulo 2^128)       number = rotr64(high ^ low, state >> 122)
 * </pre>
 */
public final class PlainRandom {
    private static final int WORDS = 4;
    private static final long MASK_32 = 0xffffffffL;
    private static final BigInteger MULTIPLIER = new BigInteger("47026247687942121848144207491837523525");
    private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);
    private static final BigInteger TWO_TO_128 = BigInteger.ONE.shiftLeft(128);
    private static final long MULTIPLIER_HIGH = MULTIPLIER.shiftRight(64).longValue();
    private static final long MULTIPLIER_LOW = MULTIPLIER.longValue();

    private final long incrementHigh;
    private final long incrementLow;
    private long high;
    private long low;

    /** Takes the numbers of the seed as unsigned 64-bit integers. */
    public PlainRandom(long... seed) {
        long[] words = state(pool(seed));
        BigInteger start = join(words[0], words[1]);
        BigInteger increment = join(words[2], words[3]).shiftLeft(1).setBit(0).mod(TWO_TO_128);
        BigInteger state =
                increment.add(start).multiply(MULTIPLIER).add(increment).mod(TWO_TO_128);
        incrementHigh = increment.shiftRight(64).longValue();
        incrementLow = increment.longValue();
        high = state.shiftRight(64).longValue();
        low = state.longValue();
    }

    private static BigInteger join(long high, long low) {
        return unsigned(high).multiply(TWO_TO_64).add(unsigned(low));
    }

    private static BigInteger unsigned(long bits) {
        BigInteger value = BigInteger.valueOf(bits);
        return bits < 0 ? value.add(TWO_TO_64) : value;
    }

    /** The next 64 bits. */
    public long next() {
        // The upper half of the product of two unsigned numbers, from that of the same bits taken as signed ones.
        long carried = Math.multiplyHigh(low, MULTIPLIER_LOW)
                + (low < 0 ? MULTIPLIER_LOW : 0)
                + (MULTIPLIER_LOW < 0 ? low : 0);
        long product = low * MULTIPLIER_LOW;
        high = carried + high * MULTIPLIER_LOW + low * MULTIPLIER_HIGH + incrementHigh;
        low = product + incrementLow;
        if (Long.compareUnsigned(low, product) < 0) {
            high++;
        }
        return Long.rotateRight(high ^ low, (int) (high >>> 58));
    }

    /** The next number from 0 to before 1, of 53 bits. */
    public double nextDouble() {
        return (next() >>> 11) / 9007199254740992.0;
    }

    /** Mixes the seed's 32-bit words, low ones first, into a pool of four. */
    private static long[] pool(long[] seed) {
        long[] entropy = new long[2 * seed.length];
        int length = 0;
        for (long number : seed) {
            entropy[length++] = number & MASK_32;
            if (number >>> 32 != 0) {
                entropy[length++] = number >>> 32;
            }
        }
        long[] pool = new long[WORDS];
        long[] constant = {0x43b0d7e5L};
        for (int i = 0; i < WORDS; i++) {
            pool[i] = hashed(i < length ? entropy[i] : 0, constant);
        }
        for (int from = 0; from < WORDS; from++) {
            for (int to = 0; to < WORDS; to++) {
                if (from != to) {
                    pool[to] = mixed(pool[to], hashed(pool[from], constant));
                }
            }
        }
        for (int from = WORDS; from < length; from++) {
            for (int to = 0; to < WORDS; to++) {
                pool[to] = mixed(pool[to], hashed(entropy[from], constant));
            }
        }
        return pool;
    }

    private static long hashed(long word, long[] constant) {
        long value = word ^ constant[0];
        constant[0] = constant[0] * 0x931e8875L & MASK_32;
        value = value * constant[0] & MASK_32;
        return value ^ value >>> 16;
    }

    private static long mixed(long x, long y) {
        long value = 0xca01f9ddL * x - 0x4973f715L * y & MASK_32;
        return value ^ value >>> 16;
    }

    /** Four numbers of 64 bits out of the pool, the lower half of each first. */
    private static long[] state(long[] pool) {
        long[] state = new long[WORDS];
        long constant = 0x8b51f9ddL;
        for (int i = 0; i < 2 * WORDS; i++) {
            long value = pool[i % WORDS] ^ constant;
            constant = constant * 0x58f38dedL & MASK_32;
            value = value * constant & MASK_32;
            value ^= value >>> 16;
            state[i / 2] |= i % 2 == 0 ? value : value << 32;
        }
        return state;
    }

    /** What a name adds to a seed: the first eight bytes of its SHA-256, the lowest first. */
    public static long key(String name) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return PlainNumber.integer(digest, 0, Long.BYTES, false, false);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
