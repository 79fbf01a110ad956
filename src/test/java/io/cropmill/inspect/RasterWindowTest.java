package io.cropmill.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cropmill.inspect.RasterWindow.WindowFault;
import io.cropmill.raster.Component;
import io.cropmill.raster.RasterSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which ranges of the default raster, [-6, 6) on both axes, do not fit, and which would. */
class RasterWindowTest {
    private static final RasterSpec SPEC = RasterSpec.defaults();

    private final RasterScan scan = new RasterScan(SPEC, "a", 0);
    private long row;

    @Test
    void fitsPointsThatFillIt() {
        crop(new float[] {-5.9f, 3, 5.9f}, new float[] {-5.9f, 0, 4});

        assertThat(window().fault()).isEqualTo(WindowFault.NONE);
    }

    @Test
    void isNarrowWhereCropsReachBeyond() {
        for (int i = 0; i < 50; i++) {
            crop(new float[] {-28.4f, 1, 27}, new float[] {-25, 2, 26});
        }

        assertThat(window().fault()).isEqualTo(WindowFault.NARROW);
        assertThat(window().ranges()).isEqualTo("x = [-30, 30], y = [-30, 30]");
    }

    @Test
    void keepsRangesApartThatAreNotAlike() {
        for (int i = 0; i < 50; i++) {
            crop(new float[] {0.5f, 30, 69.7f}, new float[] {-39, 2, 38});
        }

        assertThat(window().ranges()).isEqualTo("x = [0, 70], y = [-40, 40]");
    }

    @Test
    void leavesOutTheRangeOfStrayCrops() {
        for (int i = 0; i < 200; i++) {
            crop(new float[] {-9, 8}, new float[] {-9, 8});
        }
        crop(new float[] {-9_000, 8}, new float[] {-9, 80_000});

        assertThat(window().fault()).isEqualTo(WindowFault.NARROW);
        assertThat(window().ranges()).isEqualTo("x = [-9.5, 9.5], y = [-9.5, 9.5]");
    }

    @Test
    void saysThatCropsInMapCoordinatesHaveNoRange() {
        for (int i = 0; i < 50; i++) {
            crop(new float[] {450_000 + 40 * i, 450_008 + 40 * i}, new float[] {5_000_000, 5_000_004});
        }

        assertThat(window().fault()).isEqualTo(WindowFault.NOT_CENTRED);
        assertThat(window().longest()).isEqualTo(8, within(0.5));
        assertThat(window().furthest()).isEqualTo(5_000_004, within(0.5));
        assertThat(window().centredRanges()).isEqualTo("x = [-4.5, 4.5], y = [-4.5, 4.5]");
    }

    @Test
    void saysThatCropsAtOnePlaceFarFrom0HaveNoRange() {
        for (int i = 0; i < 50; i++) {
            crop(new float[] {450_000, 450_008}, new float[] {-1, 1});
        }

        assertThat(window().fault()).isEqualTo(WindowFault.NOT_CENTRED);
        assertThat(window().furthest()).isEqualTo(450_008);
        assertThat(window().centredRanges()).isEqualTo("x = [-4.5, 4.5], y = [-1.5, 1.5]");
    }

    @Test
    void saysThatCropsAroundAVehicleHaveNoRange() {
        for (int i = 0; i < 200; i++) {
            float x = i % 70;
            crop(new float[] {x - 4, x + 4}, new float[] {-2, 2});
        }

        assertThat(window().fault()).isEqualTo(WindowFault.NOT_CENTRED);
        assertThat(window().furthest()).isEqualTo(73, within(1.0));
    }

    @Test
    void isWideWherePointsKeepToTheMiddle() {
        crop(new float[] {-0.9f, 0.8f}, new float[] {-0.7f, 0.6f});

        assertThat(window().fault()).isEqualTo(WindowFault.WIDE);
        assertThat(window().ranges()).isEqualTo("x = [-0.9, 0.9], y = [-0.9, 0.9]");
    }

    @Test
    void hasNoRangeForPointsAtOnePlace() {
        crop(new float[] {0, 0}, new float[] {0, 0});

        assertThat(window().fault()).isEqualTo(WindowFault.NONE);
        assertThat(window().ranges()).isEmpty();
    }

    @Test
    void isNotToBlameForPointsThatAreNotFinite() {
        crop(new float[] {1, Float.NaN, 2, -5}, new float[] {1, 1, Float.POSITIVE_INFINITY, 5});

        assertThat(window().fault()).isEqualTo(WindowFault.NONE);
        assertThat(scan.use().reach().notFinite()).isPositive();
    }

    private RasterWindow window() {
        RasterUse use = new RasterUse();
        use.addAll(scan.use());
        return new RasterWindow(SPEC, use);
    }

    private void crop(float[] x, float[] y) {
        List<Component> components = scan.components();
        float[][] values = new float[components.size()][x.length];
        values[components.indexOf(SPEC.xField())] = x;
        values[components.indexOf(SPEC.yField())] = y;
        scan.crop(row++, x.length, values);
    }
}
