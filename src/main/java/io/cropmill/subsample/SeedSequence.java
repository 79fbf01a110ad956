package io.cropmill.subsample;

import java.util.Arrays;

/**
 * NumPy's {@code SeedSequence} with its pool of four words and no spawn key: turns a few integers into well mixed state
 * for a generator.
 *
 * <p>Immutable. Each entropy value is an unsigned 64-bit integer; as in NumPy it counts as one 32-bit word if it is
 * below 2^32, else as two, low word first.
 *
 * @see <a href="https://www.pcg-random.org/posts/developing-a-seed_seq-alternative.html">M. E. O'Neill's design</a>
 */
final class SeedSequence {
    private static final int POOL_SIZE = 4;
    private static final int INIT_A = 0x43b0d7e5;
    private static final int MULT_A = 0x931e8875;
    private static final int INIT_B = 0x8b51f9dd;
    private static final int MULT_B = 0x58f38ded;
    private static final int MIX_LEFT = 0xca01f9dd;
    private static final int MIX_RIGHT = 0x4973f715;
    private static final int SHIFT = 16;

    private final int[] pool;

    /** Takes the entropy as unsigned 64-bit integers, at least one. */
    SeedSequence(long... entropy) {
        this.pool = mixed(words(entropy));
    }

    /** The first {@code count} words of state, as {@code generate_state(count, np.uint64)} gives them. */
    long[] state(int count) {
        long[] state = new long[count];
        int constant = INIT_B;
        for (int i = 0; i < 2 * count; i++) {
            int word = pool[i % POOL_SIZE] ^ constant;
            constant *= MULT_B;
            word *= constant;
            word ^= word >>> SHIFT;
            state[i / 2] |= Integer.toUnsignedLong(word) << (32 * (i % 2));
        }
        return state;
    }

    private static int[] words(long[] entropy) {
        int[] words = new int[2 * entropy.length];
        int length = 0;
        for (long value : entropy) {
            words[length++] = (int) value;
            int high = (int) (value >>> 32);
            if (high != 0) {
                words[length++] = high;
            }
        }
        return Arrays.copyOf(words, length);
    }

    private static int[] mixed(int[] words) {
        int[] pool = new int[POOL_SIZE];
        Hash hash = new Hash();
        for (int i = 0; i < POOL_SIZE; i++) {
            pool[i] = hash.of(i < words.length ? words[i] : 0);
        }
        for (int source = 0; source < POOL_SIZE; source++) {
            for (int target = 0; target < POOL_SIZE; target++) {
                if (source != target) {
                    pool[target] = mix(pool[target], hash.of(pool[source]));
                }
            }
        }
        for (int source = POOL_SIZE; source < words.length; source++) {
            for (int target = 0; target < POOL_SIZE; target++) {
                pool[target] = mix(pool[target], hash.of(words[source]));
            }
        }
        return pool;
    }

    private static int mix(int x, int y) {
        int result = MIX_LEFT * x - MIX_RIGHT * y;
        return result ^ (result >>> SHIFT);
    }

    /** A multiplicative hash whose constant moves on with every word. */
    private static final class Hash {
        private int constant = INIT_A;

        int of(int word) {
            int value = word ^ constant;
            constant *= MULT_A;
            value *= constant;
            return value ^ (value >>> SHIFT);
        }
    }
}
