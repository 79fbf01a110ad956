package io.cropmill.raster;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.raster.RasterSpec.Range;
import org.junit.jupiter.api.Test;

/** Expected hashes are those of the bytes that the NumPy definition gives for the same crops. */
class FastRasterizerTest {
    private static final String[] ALL = {
        "count",
        "occupancy",
        "density",
        "max(height)",
        "min(height)",
        "mean(height)",
        "top(height)",
        "max(xy.0)",
        "min(intensity)",
        "mean(intensity)",
        "top(intensity)",
        "mean(xy.1)"
    };
    private static final float NAN = Float.NaN;
    private static final float INFINITY = Float.POSITIVE_INFINITY;

    @Test
    void equalsNumPyByDefault() {
        assertHash(
                RasterSpec.defaults(),
                Crops.drawn(3000, 1),
                "ec6c2461838d98b2645a3def0739f8d4916e4127afddf383297dc63cb683e643");
    }

    @Test
    void equalsNumPyOnACropWithoutPoints() {
        assertHash(
                RasterSpec.defaults(),
                Crops.drawn(0, 1),
                "0a182a88ffcf20dcc892515a01db9af1a707814b982b9c21e1d9b3b4b203ceef");
    }

    @Test
    void equalsNumPyOnACropOfOnePoint() {
        assertHash(
                RasterSpec.defaults(),
                Crops.drawn(1, 3),
                "67da5d7527c60926aa1d79f7a1e1e2e5f08f91735b7f7c5a340e5738914296fd");
    }

    @Test
    void equalsNumPyInEveryChannel() {
        assertHash(
                Specs.channels(ALL),
                Crops.drawn(3000, 4),
                "108e1079f8c4a05de435aa40bbe0eefd310bc28f5ec0040cc91e97dcc80e9513");
    }

    @Test
    void equalsNumPyOnOddSizesAndRangesInFloat16() {
        RasterSpec spec = Specs.spec(
                "default",
                Specs.parsed(ALL),
                new RasterSpec.Grid(7, 31, new Range(-0.3, 5.7), new Range(-7, 1.1)),
                GridType.FLOAT16,
                0);
        assertHash(spec, Crops.drawn(5000, 5), "9e4b140c32a9dc96adb1f98a80314ef85608442cec43a04af8695114e734341b");
    }

    @Test
    void equalsNumPyWithAShift() {
        RasterSpec spec = Specs.shifted("shifted", 1.5);
        float[] grid = Crops.grid(spec, Crops.drawn(3000, 6), 1.25f, -0.7f);
        assertThat(Crops.sha256(Crops.bytes(spec, grid)))
                .isEqualTo("2d818afe3b01ac60cd22390933421aa587407e765ea7d0f95973c5023ad454c2");
    }

    @Test
    void ignoresAShiftThatTheSpecificationDoesNotHave() {
        RasterSpec spec = Specs.strip(3, "count");
        assertThat(Crops.grid(spec, crop(new float[] {0.5f}, 1), 1, 0)).containsExactly(1, 0, 0);
    }

    @Test
    void countsTheLowerBorderOfACellAndNotTheUpper() {
        float[] x = {0, -0f, Math.nextDown(1f), 1, Math.nextDown(2f), 2, Math.nextDown(3f), 3, -Float.MIN_VALUE, -1};
        assertThat(Crops.grid(Specs.strip(3, "count"), crop(x, 1), 0, 0)).containsExactly(3, 2, 2);
    }

    @Test
    void leavesOutPointsThatAreNotFiniteInUse() {
        float[] x = {0.5f, NAN, INFINITY, -INFINITY, 0.5f, 0.5f, 0.5f};
        float[] intensity = {1, 1, 1, 1, NAN, INFINITY, -INFINITY};
        assertThat(Crops.grid(Specs.strip(1, "count", "mean(intensity)"), crop(x, intensity), 0, 0))
                .containsExactly(1, 1);
        assertThat(Crops.grid(Specs.strip(1, "count"), crop(x, intensity), 0, 0))
                .containsExactly(4);
    }

    @Test
    void leavesOutPointsWhoseHeightIsNotFiniteOnlyIfItIsUsed() {
        float[][] crop = crop(new float[] {0.5f, 0.5f}, 5);
        crop[2] = new float[] {INFINITY, 1};
        assertThat(Crops.grid(Specs.strip(1, "count", "top(intensity)"), crop, 0, 0))
                .containsExactly(1, 5);
        assertThat(Crops.grid(Specs.strip(1, "count", "max(intensity)"), crop, 0, 0))
                .containsExactly(2, 5);
    }

    @Test
    void takesTheFirstOfEquallyHighPointsForTheTop() {
        float[][] crop = crop(new float[] {0.1f, 0.2f, 0.3f, 0.4f}, new float[] {1, 2, 3, 4});
        crop[2] = new float[] {-1, -0f, 0, -0f};
        assertThat(Crops.grid(Specs.strip(1, "top(intensity)"), crop, 0, 0)).containsExactly(2);
    }

    @Test
    void addsUpInTheOrderOfThePoints() {
        float[] x = {0.5f, 0.5f, 0.5f};
        float[] grid = Crops.grid(Specs.strip(1, "mean(intensity)"), crop(x, new float[] {1e30f, 1, -1e30f}), 0, 0);
        assertThat(grid).containsExactly(0);
    }

    @Test
    void findsExtremesOfNegativeValuesAndOfZeros() {
        RasterSpec spec = Specs.strip(2, "max(intensity)", "min(intensity)");
        float[][] crop = crop(new float[] {0, 0, 1, 1}, new float[] {-3, -2, -0f, 0});
        assertThat(Crops.grid(spec, crop, 0, 0)).containsExactly(-2, 0, -3, 0);
        float[][] negative = crop(new float[] {0, 1}, -0f);
        assertThat(Crops.bytes(spec, Crops.grid(spec, negative, 0, 0))).containsOnly(0);
    }

    @Test
    void reachesADensityOfOneAtSixtyThreePoints() {
        assertThat(Crops.grid(Specs.strip(1, "density"), crop(new float[62], 1), 0, 0)[0])
                .isLessThan(1);
        assertThat(Crops.grid(Specs.strip(1, "density"), crop(new float[63], 1), 0, 0))
                .containsExactly(1);
        assertThat(Crops.grid(Specs.strip(1, "density"), crop(new float[5000], 1), 0, 0))
                .containsExactly(1);
    }

    @Test
    void findsEveryCellOfTheLargestRaster() {
        int cells = PointCells.MOST_CELLS;
        float[] x = new float[cells];
        for (int i = 0; i < cells; i++) {
            x[i] = i;
        }
        float[] grid = Crops.grid(Specs.strip(cells, "max(xy.0)"), crop(x, 0), 0, 0);
        assertThat(grid).isEqualTo(x);
    }

    @Test
    void readsEveryComponentOnce() {
        assertThat(new FastRasterizer(Specs.channels(ALL)).components()).hasToString("[xy, xy.1, height, intensity]");
        assertThat(new FastRasterizer(Specs.channels("count")).components()).hasToString("[xy, xy.1]");
        assertThat(new FastRasterizer(Specs.channels("top(xy.1)")).components()).hasToString("[xy, xy.1, height]");
    }

    private static float[][] crop(float[] x, float intensity) {
        float[] all = new float[x.length];
        java.util.Arrays.fill(all, intensity);
        return crop(x, all);
    }

    /** Points of y 0.5 and height 0. */
    private static float[][] crop(float[] x, float[] intensity) {
        float[] y = new float[x.length];
        java.util.Arrays.fill(y, 0.5f);
        return new float[][] {x, y, new float[x.length], intensity};
    }

    private static void assertHash(RasterSpec spec, float[][] crop, String hash) {
        assertThat(Crops.sha256(Crops.bytes(spec, Crops.grid(spec, crop, 0, 0))))
                .isEqualTo(hash);
    }
}
