package io.cropmill.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Shared;
import io.cropmill.Slow;
import io.cropmill.subsample.PointSampler;
import io.cropmill.subsample.RecordingKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The proof's own draws are those of NumPy. */
@Slow
class PlainDrawTest {
    private static final String NUMPY = """
            import sys, hashlib, numpy as np
            for line in sys.stdin:
                name, seed, row, count, cap = line.rstrip('\\n').split('\\t')
                key = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], 'little')
                draws = np.random.PCG64(np.random.SeedSequence([int(seed), key, int(row)])).random_raw(int(count))
                kept = np.sort(np.argsort(draws, kind='stable')[:int(cap)])
                print(name, key, *kept)
            """;

    @Test
    void drawsWhatNumPyDraws() throws Exception {
        Random random = new Random(3);
        StringBuilder asked = new StringBuilder();
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            String name = i % 3 == 0 ? "kitti/000000" : "straße/" + random.nextInt();
            long seed = i % 4 == 0 ? i : random.nextLong();
            long row = i % 5 == 0 ? random.nextLong(1L << 40) : i;
            int cap = 1 + random.nextInt(40);
            int count = cap + 1 + random.nextInt(60);
            asked.append(String.join("\t", name, Long.toUnsignedString(seed), "" + row, "" + count, "" + cap))
                    .append('\n');
            expected.append(name).append(' ').append(Long.toUnsignedString(PlainRandom.key(name)));
            for (int kept : kept(new PlainDraw(seed, name, cap), row, count, count)) {
                expected.append(' ').append(kept);
            }
            expected.append('\n');
        }
        assertThat(python(asked.toString())).isEqualTo(expected.toString());
    }

    private static int[] kept(PlainDraw draw, long row, int count, int sourceCount) {
        return Objects.requireNonNull(draw.kept(row, count, sourceCount));
    }

    private static String python(String input) throws IOException, InterruptedException {
        Process python = new ProcessBuilder(List.of(Shared.python(), "-c", NUMPY))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        python.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
        python.getOutputStream().close();
        String output = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(python.waitFor()).isZero();
        return output;
    }

    @Test
    void keepsAllUpToTheCap() {
        assertThat(new PlainDraw(1, "a", 5).kept(0, 5, 5)).isNull();
        assertThat(new PlainDraw(1, "a", 5).kept(0, 0, 0)).isNull();
    }

    /** Cutting twice keeps what cutting once keeps. */
    @ParameterizedTest
    @CsvSource({"100, 50, 10", "1000, 999, 1", "64, 63, 62"})
    void drawsOfACropThatWasCutBeforeAsOfTheOriginal(int original, int first, int second) {
        int[] once = kept(new PlainDraw(9, "a", second), 4, original, original);
        int[] before = kept(new PlainDraw(9, "a", first), 4, original, original);
        int[] again = kept(new PlainDraw(9, "a", second), 4, first, original);
        assertThat(Arrays.stream(again).map(place -> before[place]).toArray()).isEqualTo(once);
    }

    /** Of more points than there is memory for: no more is kept than the crop has. */
    @Test
    void drawsAsARebuildDoesOfTheLargestCrops() {
        int source = 1 << 27;
        int[] once = new PointSampler(9).keepOf(RecordingKey.of("a"), 4, source, 3, 2);
        assertThat(new PlainDraw(9, "a", 2).kept(4, 3, source)).isEqualTo(once);
        int[] held = new PointSampler(9).keepOf(RecordingKey.of("a"), 4, 5_000_000, 1_000_000, 700);
        assertThat(new PlainDraw(9, "a", 700).kept(4, 1_000_000, 5_000_000)).isEqualTo(held);
    }

    @Test
    void tellsNumbersFromZeroToOne() {
        PlainRandom random = new PlainRandom(7);
        assertThat(LongStream.range(0, 1000).mapToDouble(i -> random.nextDouble()))
                .allMatch(number -> number >= 0 && number < 1);
    }
}
