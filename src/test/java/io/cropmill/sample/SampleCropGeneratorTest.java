package io.cropmill.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class SampleCropGeneratorTest {
    private static final int CAPACITY = 4096;
    private static final String RECORDING = "drive-000/000003";
    private static final int MANY = 3000;

    private final Crops crops = new Crops(7, CAPACITY);

    @Test
    void givesTheSameBytesOnEveryMachine() throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (int row = 0; row < 64; row++) {
            digest.update(crops.bytes(RECORDING, row));
        }
        assertThat(HexFormat.of().formatHex(digest.digest()))
                .isEqualTo("ac10305fad2049ed2549425a77cec45fc450c515839758d38e1ee898f2eb590f");
    }

    @Test
    void dependsOnNothingThatWasMadeBefore() {
        byte[] seventh = crops.bytes(RECORDING, 7);
        crops.bytes("drive-000/000004", 3);
        crops.bytes(RECORDING, 2);
        assertThat(crops.bytes(RECORDING, 7)).isEqualTo(seventh);
        assertThat(new Crops(7, CAPACITY).bytes(RECORDING, 7)).isEqualTo(seventh);
    }

    @Test
    void givesOtherCropsForAnotherRowRecordingOrSeed() {
        byte[] crop = crops.bytes(RECORDING, 0);
        assertThat(crops.bytes(RECORDING, 1)).isNotEqualTo(crop);
        assertThat(crops.bytes("drive-000/000004", 0)).isNotEqualTo(crop);
        assertThat(new Crops(8, CAPACITY).bytes(RECORDING, 0)).isNotEqualTo(crop);
    }

    @Test
    void holdsJustOverHalfTheCapacityOnAverage() {
        double[] counts = crops.counts(RECORDING, MANY);
        assertThat(Arrays.stream(counts).average().orElseThrow()).isCloseTo(2177, within(0.03 * 2177));
    }

    @Test
    void spreadsCountsFromNothingToTheCapacity() {
        double[] counts = crops.counts(RECORDING, MANY);
        Arrays.sort(counts);
        assertThat(counts[0]).isZero();
        assertThat(counts[MANY - 1]).isEqualTo(CAPACITY);
        assertThat(share(counts, 0, 1)).isBetween(0.003, 0.03);
        assertThat(share(counts, 1, 200)).isBetween(0.01, 0.08);
        assertThat(share(counts, CAPACITY, CAPACITY + 1)).isBetween(0.15, 0.28);
        for (int low = 400; low < 4000; low += 400) {
            assertThat(share(counts, low, low + 400)).isBetween(0.02, 0.2);
        }
    }

    @Test
    void spreadsCountsInFewCropsToo() {
        double[] counts = crops.counts(RECORDING, 48);
        assertThat(Arrays.stream(counts).average().orElseThrow()).isBetween(1800.0, 2600.0);
        assertThat(Arrays.stream(counts).min().orElseThrow()).isLessThan(600);
        assertThat(Arrays.stream(counts).max().orElseThrow()).isEqualTo(CAPACITY);
    }

    @Test
    void fillsOtherCapacitiesAlike() {
        for (int capacity : new int[] {256, 1024}) {
            double mean = Arrays.stream(new Crops(7, capacity).counts(RECORDING, 1000))
                    .average()
                    .orElseThrow();
            assertThat(mean / capacity).isBetween(0.49, 0.57);
        }
        assertThat(new Crops(7, 1).counts(RECORDING, 50)).contains(1).containsOnly(0, 1);
        double[] large = new Crops(7, SampleSpec.MAX_CAPACITY).counts(RECORDING, 20);
        assertThat(Arrays.stream(large).max().orElseThrow()).isGreaterThan(SampleSpec.MAX_CAPACITY * 0.7);
    }

    @Test
    void givesFinitePointsInsideTheCrop() {
        for (int row = 0; row < 500; row++) {
            SampleCrop crop = crops.generate(RECORDING, row);
            int points = crop.pointCount();
            assertWithin(crops.x, points, -6, 6);
            assertWithin(crops.y, points, -6, 6);
            assertWithin(crops.height, points, -0.5f, 4.2f);
            assertWithin(crops.intensity, points, 0, 1);
        }
    }

    private static void assertWithin(float[] values, int count, float low, float high) {
        for (int i = 0; i < count; i++) {
            // Not a number fails this comparison too; one assertion a point would take longer than the crops.
            if (!(values[i] >= low && values[i] <= high)) {
                assertThat(values[i]).as("value %d", i).isBetween(low, high);
            }
        }
    }

    @Test
    void leavesSlotsBeyondThePointsAlone() {
        Arrays.fill(crops.x, -77f);
        Arrays.fill(crops.intensity, -77f);
        SampleCrop crop = crops.generate(RECORDING, rowBelowCapacity());
        for (int i = crop.pointCount(); i < CAPACITY; i++) {
            assertThat(crops.x[i]).isEqualTo(-77f);
            assertThat(crops.intensity[i]).isEqualTo(-77f);
        }
    }

    @Test
    void hasRealisticSharesOfLabels() {
        double[] labels = new double[SampleLabel.values().length];
        for (int row = 0; row < MANY; row++) {
            labels[crops.generate(RECORDING, row).label().code()] += 1.0 / MANY;
        }
        assertThat(labels[SampleLabel.CAR.code()]).isCloseTo(0.64, within(0.04));
        assertThat(labels[SampleLabel.PEDESTRIAN.code()]).isCloseTo(0.24, within(0.04));
        assertThat(labels[SampleLabel.CYCLIST.code()]).isCloseTo(0.12, within(0.03));
    }

    @Test
    void putsObjectsBeforeTheSensor() {
        for (int row = 0; row < 500; row++) {
            SampleCrop crop = crops.generate(RECORDING, row);
            assertThat(Math.hypot(crop.centreX(), crop.centreY())).isBetween(6.9, 140.1);
            assertThat(Math.abs(Math.atan2(crop.centreY(), crop.centreX()))).isLessThan(0.85);
            assertThat(crop.centreZ()).isBetween(0.5, 1.2);
            assertThat(crop.yaw()).isBetween((float) -Math.PI, (float) Math.PI);
        }
    }

    @Test
    void countsTimeInFramesOfEightCropsAtTenHertz() {
        long start = crops.generate(RECORDING, 0).timestamp();
        for (int row = 0; row < 100; row++) {
            assertThat(crops.generate(RECORDING, row).timestamp()).isEqualTo(start + row / 8 * 100_000_000L);
        }
        assertThat(start).isBetween(1_767_225_600_000_000_000L, 1_798_761_600_000_000_000L);
    }

    private int rowBelowCapacity() {
        for (int row = 0; ; row++) {
            if (crops.generate(RECORDING, row).pointCount() < CAPACITY / 2) {
                return row;
            }
        }
    }

    private static double share(double[] counts, int from, int to) {
        return Arrays.stream(counts).filter(n -> n >= from && n < to).count() / (double) counts.length;
    }

    /** A generator with the arrays it fills. */
    private static final class Crops {
        final SampleCropGenerator generator;
        final float[] x;
        final float[] y;
        final float[] height;
        final float[] intensity;

        Crops(long seed, int capacity) {
            generator = new SampleCropGenerator(seed, capacity);
            x = new float[capacity];
            y = new float[capacity];
            height = new float[capacity];
            intensity = new float[capacity];
        }

        SampleCrop generate(String recording, long row) {
            return generator.generate(recording, row, x, y, height, intensity);
        }

        double[] counts(String recording, int rows) {
            double[] counts = new double[rows];
            for (int row = 0; row < rows; row++) {
                counts[row] = generate(recording, row).pointCount();
            }
            return counts;
        }

        byte[] bytes(String recording, long row) {
            SampleCrop crop = generate(recording, row);
            ByteBuffer bytes = ByteBuffer.allocate(16 * crop.pointCount() + 44).order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < crop.pointCount(); i++) {
                bytes.putFloat(x[i]).putFloat(y[i]).putFloat(height[i]).putFloat(intensity[i]);
            }
            bytes.putInt(crop.pointCount()).putInt(crop.label().code());
            bytes.putDouble(crop.centreX()).putDouble(crop.centreY()).putDouble(crop.centreZ());
            return bytes.putFloat(crop.yaw()).putLong(crop.timestamp()).array();
        }
    }
}
