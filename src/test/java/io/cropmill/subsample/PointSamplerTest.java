package io.cropmill.subsample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Expected indices are from {@code np.sort(np.argsort(draws, kind="stable")[:cap])}. */
class PointSamplerTest {
    private static final RecordingKey KITTI = RecordingKey.of("kitti/000000");

    @Test
    void keepsTheCapSmallestDraws() {
        assertThat(new PointSampler(0).keep(KITTI, 0, 10, 3)).containsExactly(3, 4, 9);
        assertThat(new PointSampler(-1).keep(KITTI, 5, 10, 9)).containsExactly(0, 1, 2, 3, 4, 6, 7, 8, 9);
    }

    @Test
    void keepsWhatNumPyKeepsOfFiveThousand() {
        int[] kept = new PointSampler(7).keep(RecordingKey.of("größe/雪"), 12, 5000, 4096);
        assertThat(Hashes.of(kept)).isEqualTo("f2592573e96e465e4b4c6ad49ee68e91ba9ffe280ff357208a2d87955d5573ab");
    }

    @Test
    void keepsOneOfManyInARowBeyondInt() {
        assertThat(new PointSampler(1).keep(RecordingKey.of("a"), 1L << 33, 100_000, 1))
                .containsExactly(95693);
    }

    @Test
    void keepsWhatNumPyKeepsOfThreeMillion() {
        int[] kept = new PointSampler(42).keep(RecordingKey.of("big"), 1, 3_000_000, 4096);
        assertThat(Hashes.of(kept)).isEqualTo("9a3565971e9bcc07ad5cb3bc81335d7930429b094d91db70a4eadf4bf764e240");
    }

    @Test
    void keepsAllOfACropThatIsNotOverTheCap() {
        PointSampler sampler = new PointSampler(0);
        assertThat(sampler.keep(KITTI, 0, 0, 1)).isEmpty();
        assertThat(sampler.keep(KITTI, 0, 4, 4)).containsExactly(0, 1, 2, 3);
        assertThat(sampler.keepOf(KITTI, 0, 4, 5, 6)).containsExactly(0, 1, 2, 3);
    }

    @Test
    void refusesToBringBackLostPoints() {
        assertThatThrownBy(() -> new PointSampler(0).keepOf(KITTI, 8, 30, 20, 21))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cap must be at most 20 for row 8, which was cut to 20 of 30 points, but was 21");
    }

    @Test
    void refusesNegativeNumbersAndACapOfZero() {
        PointSampler sampler = new PointSampler(0);
        assertThatThrownBy(() -> sampler.keep(KITTI, -1, 1, 1)).hasMessage("row must not be negative but was -1");
        assertThatThrownBy(() -> sampler.keep(KITTI, 0, -1, 1)).hasMessage("count must not be negative but was -1");
        assertThatThrownBy(() -> sampler.keep(KITTI, 0, 1, 0)).hasMessage("cap must be positive but was 0");
    }

    @Property(tries = 200)
    void doesNotDependOnWhatWasSampledBefore(
            @ForAll long seed, @ForAll @IntRange(max = 300) int count, @ForAll @IntRange(min = 1, max = 300) int cap) {
        PointSampler used = new PointSampler(seed);
        used.keep(KITTI, 1, 400, 17);
        assertThat(used.keep(KITTI, 2, count, cap)).isEqualTo(new PointSampler(seed).keep(KITTI, 2, count, cap));
    }

    @Property(tries = 200)
    void agreesWithAStableSort(
            @ForAll long seed, @ForAll @IntRange(max = 300) int count, @ForAll @IntRange(min = 1, max = 300) int cap) {
        Pcg64 random = new Pcg64(seed, KITTI.value(), 3);
        long[] keys = IntStream.range(0, count).mapToLong(i -> random.next()).toArray();
        int[] expected = IntStream.range(0, count)
                .boxed()
                .sorted((a, b) -> Long.compareUnsigned(keys[a], keys[b]))
                .limit(cap)
                .mapToInt(i -> i)
                .sorted()
                .toArray();
        assertThat(new PointSampler(seed).keep(KITTI, 3, count, cap)).isEqualTo(expected);
    }

    @Property(tries = 200)
    void cutsACutCropToTheSamePointsAsTheOriginal(
            @ForAll long seed,
            @ForAll @IntRange(max = 300) int count,
            @ForAll @IntRange(min = 1, max = 300) int oldCap,
            @ForAll @IntRange(min = 1, max = 300) int newCap) {
        int lower = Math.min(oldCap, newCap);
        PointSampler sampler = new PointSampler(seed);
        int[] first = sampler.keep(KITTI, 4, count, oldCap);
        int[] again = sampler.keepOf(KITTI, 4, count, oldCap, lower);
        int[] together = Arrays.stream(again).map(position -> first[position]).toArray();
        assertThat(together).isEqualTo(sampler.keep(KITTI, 4, count, lower));
    }

    @Property(tries = 300)
    void keepsTheSameWhereFewerKeysAreHeldAtOnce(
            @ForAll long seed,
            @ForAll @IntRange(max = 300) int count,
            @ForAll @IntRange(min = 1, max = 40) int oldCap,
            @ForAll @IntRange(min = 1, max = 40) int newCap) {
        int lower = Math.min(oldCap, newCap);
        PointSampler few = new PointSampler(seed, 8);
        PointSampler all = new PointSampler(seed);
        assertThat(few.keep(KITTI, 3, count, oldCap)).isEqualTo(all.keep(KITTI, 3, count, oldCap));
        assertThat(few.keepOf(KITTI, 3, count, oldCap, lower)).isEqualTo(all.keepOf(KITTI, 3, count, oldCap, lower));
    }
}
