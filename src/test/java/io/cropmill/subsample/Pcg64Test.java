package io.cropmill.subsample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Expected numbers are from {@code np.random.PCG64(np.random.SeedSequence(entropy)).random_raw(n)}. */
class Pcg64Test {
    @Test
    void givesTheRawStreamOfNumPyForZero() {
        long[] draws = draws(100_000, 0);
        assertThat(Arrays.copyOf(draws, 4))
                .containsExactly(0xa30febcfd9c2825fL, 0x4510bdf882d9d721L, 0x0a7d3da94ecde8b8L, 0x043b27b61342f01dL);
        assertThat(Hashes.of(draws)).isEqualTo("62d7a81bd0685c4673083dbb04fb2d6eafb1ac8a2249d3de32926be4601ebbed");
    }

    @Test
    void givesTheRawStreamOfNumPyForThreeIntegers() {
        long[] draws = draws(100_000, 1, 2, 3);
        assertThat(Arrays.copyOf(draws, 4))
                .containsExactly(0xaba411f8f6c9b990L, 0x1c6b7489df5024fbL, 0x82f2425c7e3229b3L, 0x5b2e60d5f3e5e266L);
        assertThat(Hashes.of(draws)).isEqualTo("768e4d465dfe0b187e047c09816db5546a10017bc6118ea86614e7c604e41e80");
    }

    @Test
    void givesTheRawStreamOfNumPyForIntegersOfEverySize() {
        long[] draws = draws(100_000, -1L, 1L << 32, (1L << 32) - 1, 0, 7);
        assertThat(Arrays.copyOf(draws, 4))
                .containsExactly(0x968ea8f7e8729c7dL, 0x365faa98150f938eL, 0x3ee05d68bd884840L, 0x3a66bca6112781efL);
        assertThat(Hashes.of(draws)).isEqualTo("d7d5e0fee7fb7e66a0cd8ade026a227d246d80ca2bdb33b0db71e2834b9f7e36");
    }

    @Test
    void takesEntropyAsUnsigned() {
        long[] draws = draws(100_000, 5, Long.MIN_VALUE);
        assertThat(Hashes.of(draws)).isEqualTo("d360bca304cfdef9848fb80687f0acfdc829c2b79557f7da6bf15440c4ad192f");
    }

    @Test
    void takesDoublesFromTheUpperBits() {
        assertThat(new Pcg64(1, 2, 3).nextDouble()).isEqualTo((0xaba411f8f6c9b990L >>> 11) / 9007199254740992.0);
    }

    private static long[] draws(int count, long... entropy) {
        Pcg64 random = new Pcg64(entropy);
        long[] draws = new long[count];
        Arrays.setAll(draws, i -> random.next());
        return draws;
    }
}
