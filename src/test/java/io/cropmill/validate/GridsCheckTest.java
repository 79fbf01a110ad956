package io.cropmill.validate;

import static io.cropmill.validate.Pairs.messages;
import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.raster.Channel;
import io.cropmill.raster.Component;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.raster.Rasterizer;
import io.cropmill.raster.Rasterizers;
import io.cropmill.validate.ValidationReport.RasterChecked;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Grids from caches, from pairs without caches, from rasterisers with bugs and of the user's own. */
class GridsCheckTest {
    @TempDir
    Path folder;

    @Test
    void makesGridsFromThePairWhereThereIsNoCache() throws IOException {
        ValidationSettings both = Pairs.settings(
                Pairs.raster("default", GridType.FLOAT32), shifted(), Pairs.raster("half", GridType.FLOAT16));
        Pairs pairs = new Pairs(folder);
        pairs.writeSource("a", 1, Pairs.COUNTS);
        pairs.build(both, "v000001");
        pairs.forget("half");
        assertThat(messages(pairs.validate(both, 2))).isEmpty();
        int at = Pairs.dataOffset(pairs.read("v000001/a.points.npy")) + 2 * 16 + 11;
        pairs.flip("v000001/a.points.npy", at, 6);

        ValidationReport report = pairs.validate(both, 1);

        assertThat(messages(report)).hasSize(3);
        assertThat(messages(report).get(0)).startsWith("[v000001/a.points.npy] Expected height of point 2 of row 0 ");
        assertThat(messages(report).get(1))
                .startsWith("[v000001/a.points.npy] Expected default max(height) of row 0 in cell (")
                .contains("), made from the pair: ");
        assertThat(messages(report).get(2))
                .startsWith("[v000001/a.points.npy] Expected shifted max(height) of row 0 in cell (");
        assertThat(report.rasters()).extracting(RasterChecked::cached).containsExactly(false, false, true);
    }

    private static RasterSpec shifted() {
        RasterSpec plain = Pairs.raster("shifted", GridType.FLOAT32);
        return new RasterSpec(
                plain.name(), plain.channels(), plain.grid(), plain.coordinates(), plain.dtype(), 0.9, null);
    }

    @ParameterizedTest
    @ValueSource(classes = {OffByOneCell.class, LastOfEqual.class})
    void catchesARasteriserWithABug(Class<? extends Rasterizer> bug) throws IOException {
        Pairs pairs = new Pairs(folder);
        pairs.writeSource("a", 4, Pairs.COUNTS);
        pairs.build(Pairs.settings(spec(Optional.of(bug.getName()))), "v000001");

        ValidationReport report = pairs.validate(Pairs.settings(spec(Optional.empty())), 2);

        assertThat(report.equal()).isFalse();
        assertThat(messages(report).get(0)).startsWith("[v000001/a.raster.npy] Expected default ");
        assertThat(report.rasters()).extracting(RasterChecked::independent).containsExactly(true);
    }

    @Test
    void runsTheUsersOwnRasteriserAgainAndSaysSo() throws IOException {
        ValidationSettings own = Pairs.settings(spec(Optional.of(OffByOneCell.class.getName())));
        Pairs pairs = new Pairs(folder);
        pairs.writeSource("a", 4, Pairs.COUNTS);
        pairs.build(own, "v000001");

        ValidationReport report = pairs.validate(own, 2);

        assertThat(messages(report)).isEmpty();
        assertThat(report.rasters()).extracting(RasterChecked::independent).containsExactly(false);
    }

    /** Wide cells, so that several points share one and order settles the x of the top. */
    private static RasterSpec spec(Optional<String> rasterizer) {
        RasterSpec plain = Pairs.raster("default", GridType.FLOAT32);
        return new RasterSpec(
                plain.name(),
                List.of(Channel.parse("max(height)"), Channel.parse("top(xy.0)")),
                new RasterSpec.Grid(4, 4, plain.x(), plain.y()),
                plain.coordinates(),
                plain.dtype(),
                0,
                RasterSpec.UserClass.of(rasterizer, ""));
    }

    /** Has what is right at hand, to make something else of it. */
    abstract static class AlmostRight implements Rasterizer {
        final Rasterizer right;

        AlmostRight(RasterSpec spec) {
            right = Rasterizers.of(withoutClass(spec), AlmostRight.class.getClassLoader());
        }

        @Override
        public final List<Component> components() {
            return right.components();
        }
    }

    /** Moves every value one cell on. */
    public static final class OffByOneCell extends AlmostRight {
        /** As a rasteriser of the user's own. */
        public OffByOneCell(RasterSpec spec) {
            super(spec);
        }

        @Override
        public void rasterize(int count, float[][] values, float dx, float dy, float[] grid) {
            right.rasterize(count, values, dx, dy, grid);
            float[] before = grid.clone();
            System.arraycopy(before, 0, grid, 1, grid.length - 1);
        }
    }

    /** Compares rounded heights with {@code >=}: the last of almost equal points is the top. */
    public static final class LastOfEqual extends AlmostRight {
        /** As a rasteriser of the user's own. */
        public LastOfEqual(RasterSpec spec) {
            super(spec);
        }

        @Override
        public void rasterize(int count, float[][] values, float dx, float dy, float[] grid) {
            float[][] turned = Arrays.stream(values)
                    .map(column -> backwards(column, count))
                    .toArray(float[][]::new);
            float[] heights = turned[components().indexOf(new Component("height", 0))];
            for (int i = 0; i < count; i++) {
                heights[i] = Math.round(heights[i]);
            }
            right.rasterize(count, turned, dx, dy, grid);
        }

        private static float[] backwards(float[] column, int count) {
            float[] turned = new float[count];
            for (int i = 0; i < count; i++) {
                turned[i] = column[count - 1 - i];
            }
            return turned;
        }
    }

    private static RasterSpec withoutClass(RasterSpec spec) {
        return new RasterSpec(
                spec.name(), spec.channels(), spec.grid(), spec.coordinates(), spec.dtype(), spec.shift(), null);
    }
}
