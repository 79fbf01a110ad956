package io.cropmill.raster;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.raster.RasterSpec.Range;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReachCounterTest {
    private static final float NAN = Float.NaN;
    private static final float INFINITY = Float.POSITIVE_INFINITY;

    /** Ten columns from -5 to 5, two rows from 0 to 2; uses intensity. */
    private static final RasterSpec GRID = Specs.spec(
            "default",
            Specs.parsed("count", "mean(intensity)"),
            new RasterSpec.Grid(2, 10, new Range(-5, 5), new Range(0, 2)),
            GridType.FLOAT32,
            0);

    @Test
    void countsWhyPointsReachNoCell() {
        float[][] crop = {
            {-5, Math.nextDown(5f), 5, -6, 0, 7, NAN, 1, 2, 3},
            {0, 1, 1, 1, 2, -1, 1, INFINITY, 1, 0.5f},
            {0, 0, 0, 0, 0, 0, 0, 0, 0, NAN},
            {1, 1, 1, 1, 1, 1, 1, 1, NAN, 1}
        };
        // The float before 5 plus 5 is 10 in float32, so it is in column 10, which is none.
        RasterReach expected =
                new RasterReach(new GridCounts(10, 4, 2, 1, 3), new ValueSpan(-6, 7), new ValueSpan(-1, 2));
        assertThat(rasterized(GRID, crop, 0, 0)).isEqualTo(expected);
        assertThat(counted(GRID, crop, 0, 0)).isEqualTo(expected);
        assertThat(expected.counts().unreached()).isEqualTo(8);
        assertThat(expected.isNowhere()).isFalse();
    }

    @Test
    void countsTheShiftedPointAndTellsWhereItLies() {
        RasterSpec shifted = Specs.shifted("shifted", 2);
        float[][] crop = {{5, 0, -6}, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}};
        RasterReach expected = new RasterReach(new GridCounts(3, 1, 0, 0, 0), new ValueSpan(5, 5), new ValueSpan(0, 0));
        assertThat(rasterized(shifted, crop, 1, -1)).isEqualTo(expected);
        assertThat(counted(shifted, crop, 1, -1)).isEqualTo(expected);
    }

    @Test
    void reachesNothingInMapCoordinates() {
        float[][] crop = {{450_001.5f, 449_999.25f}, {5_400_000, 5_400_001}, {1, 1}, {1, 1}};
        RasterReach reach = rasterized(RasterSpec.defaults(), crop, 0, 0);
        assertThat(reach)
                .isEqualTo(new RasterReach(
                        new GridCounts(2, 2, 2, 2, 0),
                        new ValueSpan(449_999.25f, 450_001.5f),
                        new ValueSpan(5_400_000, 5_400_001)));
        assertThat(reach.isNowhere()).isTrue();
        assertThat(RasterReach.NONE.isNowhere()).isFalse();
        assertThat(reach.plus(RasterReach.NONE)).isEqualTo(reach);
    }

    @Test
    void leavesOutValuesThatAreNotFiniteFromWhatItTells() {
        float[][] crop = {{NAN, INFINITY}, {INFINITY, NAN}, {1, 1}, {1, 1}};
        RasterReach reach = rasterized(RasterSpec.defaults(), crop, 0, 0);
        assertThat(reach).isEqualTo(new RasterReach(new GridCounts(2, 0, 0, 0, 2), ValueSpan.NONE, ValueSpan.NONE));
        assertThat(reach.isNowhere()).isTrue();
    }

    @Test
    void takesAPointThatTheShiftMovesBeyondAllNumbersForOneOutside() {
        RasterSpec shifted = Specs.shifted("shifted", 3e38);
        float[][] crop = {{3e38f, NAN}, {0, 0}, {1, 1}, {1, 1}};
        assertThat(rasterized(shifted, crop, 3e38f, 0))
                .isEqualTo(new RasterReach(
                        new GridCounts(2, 1, 0, 0, 1), new ValueSpan(3e38f, 3e38f), new ValueSpan(0, 0)));
    }

    /** Half of the least float32 is rounded to -0, which is at least 0. */
    @Test
    void takesAPositionOfMinusZeroForOneInside() {
        RasterSpec doubled = Specs.spec(
                "default",
                Specs.parsed("count"),
                new RasterSpec.Grid(2, 10, new Range(0, 20), new Range(0, 4)),
                GridType.FLOAT32,
                0);
        float[][] crop = {{-Float.MIN_VALUE, -2 * Float.MIN_VALUE}, {-Float.MIN_VALUE, 0}, {1, 1}, {1, 1}};
        RasterReach expected = new RasterReach(
                new GridCounts(2, 1, 0, 0, 0),
                new ValueSpan(-2 * Float.MIN_VALUE, -2 * Float.MIN_VALUE),
                new ValueSpan(0, 0));
        assertThat(rasterized(doubled, crop, 0, 0)).isEqualTo(expected);
        assertThat(counted(doubled, crop, 0, 0)).isEqualTo(expected);
    }

    @Test
    void addsUpCropsOfAllSizes() {
        for (String channels : List.of("count", "max(height),mean(intensity)")) {
            RasterSpec spec = Specs.channels(channels.split(","));
            FastRasterizer rasterizer = new FastRasterizer(spec);
            RasterReach expected = RasterReach.NONE;
            for (int points : new int[] {0, 1, 300, 0, 7, 5000, 300}) {
                float[][] crop = Crops.drawn(points, points);
                rasterizer.rasterize(points, Crops.chosen(rasterizer, crop), 0, 0, new float[spec.gridSize()]);
                expected = expected.plus(counted(spec, crop, 0, 0));
            }
            assertThat(rasterizer.reach()).isEqualTo(expected);
            assertThat(expected.counts().unreached()).isPositive();
        }
    }

    /** The rasteriser asks only about the points that it could not place; asked about all, the answer is the same. */
    @Test
    void agreesWithTheRasteriserOnDrawnCrops() {
        List<RasterSpec> specs = List.of(
                RasterSpec.defaults(),
                GRID,
                Specs.channels("count"),
                Specs.channels("top(intensity)"),
                Specs.shifted("shifted", 3),
                Specs.spec(
                        "default",
                        Specs.parsed("count"),
                        new RasterSpec.Grid(3, 7, new Range(-0.3, 5.7), new Range(-7, 1.1)),
                        GridType.FLOAT32,
                        0));
        for (RasterSpec spec : specs) {
            for (int seed = 0; seed < 50; seed++) {
                float[][] crop = Crops.drawn(211, seed);
                crop[seed % 4][seed] = seed % 3 == 0 ? NAN : INFINITY;
                RasterReach reach = rasterized(spec, crop, 1.3f, -2.2f);
                assertThat(counted(spec, crop, 1.3f, -2.2f)).isEqualTo(reach);
                float[] grid = Crops.grid(withCount(spec), crop, 1.3f, -2.2f);
                double placed = 0;
                for (int cell = 0; cell < spec.height() * spec.width(); cell++) {
                    placed += grid[cell];
                }
                assertThat(reach.counts().points() - reach.counts().unreached()).isEqualTo((long) placed);
            }
        }
    }

    private static RasterSpec withCount(RasterSpec spec) {
        List<Channel> channels = new java.util.ArrayList<>(List.of(Channel.parse("count")));
        channels.addAll(spec.channels());
        return Specs.spec(
                spec.name(),
                channels,
                new RasterSpec.Grid(spec.height(), spec.width(), spec.x(), spec.y()),
                spec.dtype(),
                spec.shift());
    }

    private static RasterReach rasterized(RasterSpec spec, float[][] crop, float dx, float dy) {
        Rasterizer rasterizer = new FastRasterizer(spec);
        rasterizer.rasterize(crop[0].length, Crops.chosen(rasterizer, crop), dx, dy, new float[spec.gridSize()]);
        return Rasterizers.reach(rasterizer).orElseThrow();
    }

    private static RasterReach counted(RasterSpec spec, float[][] crop, float dx, float dy) {
        ReachCounter counter = new ReachCounter(spec);
        counter.add(crop[0].length, Crops.chosen(new FastRasterizer(spec), crop), dx, dy);
        return counter.reach();
    }
}
