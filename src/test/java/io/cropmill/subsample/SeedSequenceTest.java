package io.cropmill.subsample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Expected numbers are from {@code np.random.SeedSequence(entropy).generate_state(4, np.uint64)}. */
class SeedSequenceTest {
    @Test
    void countsZeroAsOneWord() {
        assertThat(new SeedSequence(0).state(4))
                .containsExactly(0xdb2cd7e7b0f478beL, 0xabf4641a2c71ba49L, 0x20c6ed6d9d7b8d41L, 0x2c4099de223c39d4L);
    }

    @Test
    void mixesInWordsBeyondThePool() {
        assertThat(new SeedSequence(1, 2, 3, 4, 5, 6, 7).state(4))
                .containsExactly(0x8bebfc3657d6e06eL, 0x2ed446e3a9f0fc7aL, 0x45f95784cb07f94fL, 0x4cd5e102119ad5e0L);
    }

    @Test
    void splitsLargeIntegersIntoTwoWordsLowFirst() {
        assertThat(new SeedSequence(-1L, 1L << 32).state(4))
                .containsExactly(0x5ffb10783cb00d97L, 0xe41c5762c264198dL, 0x4434cc176b36cb11L, 0xa531d7bfa4c0ff09L);
    }

    @Test
    void givesFewerWordsAsTheBeginningOfMore() {
        assertThat(new SeedSequence(3).state(2)).isEqualTo(java.util.Arrays.copyOf(new SeedSequence(3).state(4), 2));
    }
}
