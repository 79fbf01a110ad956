package io.cropmill.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.inspect.ConvertedBytes.RasterBytes;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdviceTest {
    private static final long GB = 1_000_000_000;
    private static final ConvertedBytes SEED = new ConvertedBytes(
            500_000_000,
            27_130_000_000L,
            OptionalLong.of(27_130_000_000L),
            List.of(new RasterBytes("default", 21_540_000_000L, 10_770_000_000L)));
    private static final String CONVERT =
            "Convert it: 51.05 GB of point slots become pairs of 27.6 GB, 46 % less than the source takes; with float32"
                    + " rasters 49.2 GB. ";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "128 | 3 | 3 training jobs at once leave 122.0 GB of 128.0 GB for page cache: pairs and float32 rasters stay"
                        + " in memory, so only the first epoch reads from disk.",
                "80 | 3 | 3 training jobs at once leave 74.0 GB of 80.0 GB for page cache: train from the float32 rasters,"
                        + " which stay in memory; the pairs do not fit beside them.",
                "62 | 3 | 3 training jobs at once leave 56.0 GB of 62.0 GB for page cache: store float16 rasters, which stay"
                        + " in memory; in float32 their 3 rasters would take 64.6 GB.",
                "62 | 1 | One training job leaves 60.0 GB of 62.0 GB for page cache: pairs and float32 rasters stay in"
                        + " memory, so only the first epoch reads from disk.",
                "36 | 3 | 3 training jobs at once leave 30.0 GB of 36.0 GB for page cache: train from the pairs, which all"
                        + " jobs share and which stay in memory; their 3 rasters would not.",
                "26 | 3 | 3 training jobs at once leave 20.0 GB of 26.0 GB for page cache: nothing fits; run 2 at a time"
                        + " from float16 rasters, which then stay in memory.",
                "8 | 3 | 3 training jobs at once leave 2.0 GB of 8.0 GB for page cache: nothing fits, so every epoch reads"
                        + " from disk; keep pairs (27.6 GB) on a fast disk and no swap on a slow one, and run one job"
                        + " at a time.",
                "2 | 3 | 3 training jobs at once leave 0 B of 2.0 GB for page cache: nothing fits, so every epoch reads from"
                        + " disk; keep pairs (27.6 GB) on a fast disk and no swap on a slow one, and run one job at a time.",
                "4 | 1 | One training job leaves 2.0 GB of 4.0 GB for page cache: nothing fits, so every epoch reads from"
                        + " disk; keep rasters, float16 (10.8 GB) on a fast disk and no swap on a slow one.",
                "0 | 3 | How much memory this machine has is not known; give --ram.",
            })
    void saysWhatToTrainFrom(long ram, int jobs, String memory) {
        assertThat(inspection(SEED, 51_540_000_000L, ram, jobs).advice()).isEqualTo(CONVERT + memory);
    }

    @Test
    void saysSoWhereConversionSavesNothing() {
        assertThat(inspection(SEED, 27 * GB, 128, 1).advice())
                .startsWith(
                        "Conversion saves nothing: pairs of 27.6 GB would replace 27.0 GB; with float32 rasters 49.2"
                                + " GB. One training job leaves 126.0 GB");
    }

    @Test
    void speaksOfPairsAloneWithoutRasters() {
        ConvertedBytes pairs = new ConvertedBytes(GB, 9 * GB, OptionalLong.empty(), List.of());
        assertThat(inspection(pairs, 20 * GB, 16, 2).advice())
                .isEqualTo(
                        "Convert it: 51.05 GB of point slots become pairs of 10.0 GB, 50 % less than the source takes."
                                + " 2 training jobs at once leave 12.0 GB of 16.0 GB for page cache: the pairs stay in memory, so"
                                + " only the first epoch reads from disk.");
    }

    private static Inspection inspection(ConvertedBytes converted, long sourceBytes, long ramGb, int jobs) {
        PointCounts counts = new PointCounts();
        counts.add(1, 0);
        MachineMemory memory = new MachineMemory(ramGb * GB, "--ram");
        return new Inspection(
                new Place(Place.Kind.SOURCE, "file:///a", Optional.empty()),
                1,
                List.of(),
                counts,
                4096,
                List.of(),
                sourceBytes,
                51_052_544_000L,
                23_918_000_000L,
                converted,
                MemoryPlan.of(memory, jobs, 2 * GB, sourceBytes, converted),
                Optional.empty(),
                List.of());
    }
}
