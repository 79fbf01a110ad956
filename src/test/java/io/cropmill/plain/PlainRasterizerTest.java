package io.cropmill.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.raster.Channel;
import io.cropmill.raster.Component;
import io.cropmill.raster.RasterReach;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.raster.RasterSpec.Range;
import io.cropmill.raster.Rasterizer;
import io.cropmill.raster.Rasterizers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlainRasterizerTest {
    private static final String[] CHANNELS = {
        "count",
        "occupancy",
        "density",
        "max(height)",
        "min(height)",
        "mean(height)",
        "top(height)",
        "top(intensity)",
        "max(xy.0)",
        "min(xy.1)",
        "mean(xy.0)",
        "top(xy.1)"
    };
    private static final float[] ODD = {
        Float.NaN, Float.POSITIVE_INFINITY, 0f, -0f, Float.MIN_VALUE, Float.MAX_VALUE, -Float.MAX_VALUE, -6f, 6f, 1e-40f
    };

    /** x, y, height, intensity of points that share cells, lie on borders, outside, or do not count. */
    private static final float[][] POINTS = {
        {-6f, -6f, 1f, 0.25f},
        {-3.5f, -4f, -2f, 0.5f},
        {5.9999995f, 5.9999995f, 3f, 0.1f},
        {6f, 0f, 9f, 9f},
        {-6.0000005f, 0f, 9f, 9f},
        {0f, 0f, -0f, 0.2f},
        {0.1f, 0.1f, -0f, 0.7f},
        {1f, 2f, Float.NaN, 1f},
        {1f, 2f, 1f, Float.POSITIVE_INFINITY},
        {-5.5f, -3.1f, 1f, 0.3f}
    };

    @Test
    void givesWhatTheDefinitionGives() {
        // From the NumPy definition, with the points above.
        RasterSpec spec = spec(
                4,
                4,
                new Range(-6, 6),
                0,
                "count",
                "density",
                "max(height)",
                "min(height)",
                "mean(intensity)",
                "top(intensity)");

        float[] grid = grid(new PlainRasterizer(spec), spec, POINTS, 0, 0);

        assertThat(occupied(grid))
                .containsExactly(
                        "0 0: 3.0",
                        "0 10: 2.0",
                        "1 0: 0.33333334",
                        "1 10: 0.26416042",
                        "2 0: 1.0",
                        "3 0: -2.0",
                        "4 0: 0.35",
                        "4 10: 0.45",
                        "5 0: 0.25",
                        "5 10: 0.2");
        assertThat(Float.floatToRawIntBits(grid[2 * 16 + 10])).as("no -0.0").isZero();
    }

    @Test
    void shiftsPointsBeforeTheyFallIntoCells() {
        RasterSpec spec = spec(1, 4, new Range(0, 4), 1, "count", "max(xy.0)");

        float[] grid = grid(new PlainRasterizer(spec), spec, new float[][] {{0.5f, 1f, 0, 0}}, 0.75f, -0.5f);

        assertThat(grid).containsExactly(0, 1, 0, 0, 0, 0.5f, 0, 0);
    }

    @Test
    void equalsTheFastRasterizer() {
        Random random = new Random(3);
        for (int i = 0; i < 500; i++) {
            RasterSpec spec = randomSpec(random);
            float[][] points = randomPoints(random, spec);
            float dx = (float) random.nextGaussian();
            float dy = (float) random.nextGaussian();

            PlainRasterizer second = new PlainRasterizer(spec);
            Rasterizer first = Rasterizers.of(spec, PlainRasterizerTest.class.getClassLoader());
            float[] plain = grid(second, spec, points, dx, dy);
            float[] fast = grid(first, spec, points, dx, dy);

            assertThat(bits(plain)).as(spec.fingerprint()).isEqualTo(bits(fast));
            RasterReach reach = Rasterizers.reach(first).orElseThrow();
            long[] counted = second.pointsByReason();
            assertThat(new long[] {counted[1] + counted[3], counted[2] + counted[3], counted[3], counted[4]})
                    .as(spec.fingerprint())
                    .containsExactly(
                            reach.counts().outsideX(),
                            reach.counts().outsideY(),
                            reach.counts().outsideBoth(),
                            reach.counts().notFinite());
            assertThat(Arrays.stream(counted).sum()).isEqualTo(reach.counts().points());
        }
    }

    @Test
    void forgetsTheCropBefore() {
        RasterSpec spec = spec(4, 4, new Range(-6, 6), 0, CHANNELS);
        PlainRasterizer rasterizer = new PlainRasterizer(spec);
        grid(rasterizer, spec, POINTS, 0, 0);

        assertThat(grid(rasterizer, spec, new float[0][4], 0, 0)).containsOnly(0);
    }

    private static RasterSpec randomSpec(Random random) {
        List<String> channels = new ArrayList<>();
        do {
            channels.add(CHANNELS[random.nextInt(CHANNELS.length)]);
        } while (random.nextInt(4) > 0);
        double min = random.nextBoolean() ? -6 : random.nextGaussian() * 5;
        Range range = new Range(min, min + 0.5 + random.nextInt(20));
        return spec(
                1 + random.nextInt(50),
                1 + random.nextInt(50),
                range,
                random.nextInt(3) == 0 ? 2 : 0,
                channels.toArray(String[]::new));
    }

    private static float[][] randomPoints(Random random, RasterSpec spec) {
        float[][] points = new float[random.nextInt(8) == 0 ? random.nextInt(3) : random.nextInt(2000)][4];
        double size = (spec.x().max() - spec.x().min()) / spec.width();
        for (float[] point : points) {
            for (int i = 0; i < 4; i++) {
                point[i] = (float) random.nextGaussian() * 4;
            }
            if (random.nextInt(4) == 0) {
                point[0] = (float) (spec.x().min() + random.nextInt(spec.width() + 1) * size);
            }
            if (random.nextInt(20) == 0) {
                point[random.nextInt(4)] = ODD[random.nextInt(ODD.length)];
            }
        }
        return points;
    }

    private static float[] grid(Rasterizer rasterizer, RasterSpec spec, float[][] points, float dx, float dy) {
        float[][] values = rasterizer.components().stream()
                .map(component -> column(points, component))
                .toArray(float[][]::new);
        float[] grid = new float[spec.gridSize()];
        Arrays.fill(grid, Float.NaN);
        rasterizer.rasterize(points.length, values, dx, dy, grid);
        return grid;
    }

    private static float[] column(float[][] points, Component component) {
        int at = List.of("xy", "xy.1", "height", "intensity").indexOf(component.toString());
        float[] column = new float[points.length];
        for (int i = 0; i < points.length; i++) {
            column[i] = points[i][at];
        }
        return column;
    }

    private static List<String> occupied(float[] grid) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < grid.length; i++) {
            if (grid[i] != 0) {
                cells.add(i / 16 + " " + i % 16 + ": " + grid[i]);
            }
        }
        return cells;
    }

    private static int[] bits(float[] values) {
        int[] bits = new int[values.length];
        for (int i = 0; i < values.length; i++) {
            bits[i] = Float.floatToRawIntBits(values[i]);
        }
        return bits;
    }

    private static RasterSpec spec(int height, int width, Range range, double shift, String... channels) {
        RasterSpec defaults = RasterSpec.defaults();
        return new RasterSpec(
                "any",
                Arrays.stream(channels).map(Channel::parse).toList(),
                new RasterSpec.Grid(height, width, range, range),
                defaults.coordinates(),
                GridType.FLOAT32,
                shift,
                null);
    }
}
