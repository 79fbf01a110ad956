package io.cropmill.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScanWindowTest {
    private static final int CAPACITY = 4096;
    private static final Scene.Ground FLAT = new Scene.Ground(0, 0, 0, new Material(1f, 1f, 0f));

    private final ScanGrid grid = new ScanGrid(CAPACITY);
    private final SampleRandom random = new SampleRandom();
    private final float[] x = new float[CAPACITY];
    private final float[] y = new float[CAPACITY];
    private final float[] height = new float[CAPACITY];
    private final float[] intensity = new float[CAPACITY];

    @Test
    void missesNoGroundInsideTheCrop() {
        for (double distance : new double[] {24, 31, 47, 80}) {
            Pose pose = Pose.of(distance * Math.cos(0.4), distance * Math.sin(0.4), 0);
            ScanWindow window = cast(pose, List.of());
            int found = 0;
            for (int ray = 0; ray < window.count(); ray++) {
                double range = window.rays.range[ray];
                found += inside(range * window.rays.directionX[ray] - pose.x())
                                && inside(range * window.rays.directionY[ray] - pose.y())
                        ? 1
                        : 0;
            }
            int expected = groundRays(pose);
            assertThat(found).isCloseTo(expected, within(expected / 20 + 10));
        }
    }

    @Test
    void thinsWhatIsNearSoThatWorkStaysBounded() {
        for (double distance = 6; distance < 24; distance += 3) {
            assertThat(cast(Pose.of(distance, 0, 0), List.of()).count()).isBetween(CAPACITY, 3 * CAPACITY + 400);
        }
    }

    @Test
    void seesACarFromBehindAndWithinItsSize() {
        Pose pose = Pose.of(20, 0, 0);
        int points = receiveCar(pose);
        int inBox = 0;
        int rear = 0;
        int object = 0;
        for (int i = 0; i < points; i++) {
            if (height[i] > 0.15) {
                object++;
                inBox += Math.abs(x[i]) < 2.3 && Math.abs(y[i]) < 0.95 ? 1 : 0;
                rear += x[i] < 0 ? 1 : 0;
                assertThat(height[i]).isLessThan(1.6f);
            }
        }
        assertThat(object).isGreaterThan(200);
        assertThat(inBox).isGreaterThan(object * 9 / 10);
        assertThat(rear).isGreaterThan(object * 8 / 10);
    }

    @Test
    void seesTheNearSideOfACarThatCrosses() {
        Pose pose = Pose.of(20, 0, Math.PI / 2);
        int points = receiveCar(pose);
        double left = 0;
        double right = 0;
        int near = 0;
        int object = 0;
        for (int i = 0; i < points; i++) {
            if (height[i] > 0.15) {
                object++;
                near += x[i] < 0 ? 1 : 0;
                left = Math.max(left, y[i]);
                right = Math.min(right, y[i]);
            }
        }
        assertThat(near).isGreaterThan(object * 8 / 10);
        assertThat(left - right).isCloseTo(4.5, within(0.25));
    }

    @Test
    void hidesWhatABoardBeforeTheSensorCovers() {
        Pose board = Pose.of(4, 0, 0);
        Solid screen = Prism.box(board, Box.around(0, 0, 0.1, 30, 0, 5), Material.METAL);
        Scene scene = new Scene(SampleLabel.CAR, Pose.of(30, 0, 0), 0.75, FLAT, List.of(), List.of(screen));
        ScanWindow window = new ScanWindow(grid, CAPACITY);
        window.cast(scene, random);
        assertThat(window.count()).isGreaterThan(1000);
        assertThat(new Receiver(CAPACITY)
                        .receive(window, scene, random, new Receiver.PointArrays(x, y, height, intensity)))
                .isZero();
    }

    private int receiveCar(Pose pose) {
        List<Solid> solids = new ArrayList<>();
        new CarShape(4.5, 1.8, 1.5, true, Material.paint(0.6)).addTo(solids, pose);
        Scene scene = new Scene(SampleLabel.CAR, pose, 0.75, FLAT, solids, List.of());
        random.start(3, 4, 5);
        ScanWindow window = new ScanWindow(grid, CAPACITY);
        window.cast(scene, random);
        return new Receiver(CAPACITY).receive(window, scene, random, new Receiver.PointArrays(x, y, height, intensity));
    }

    private ScanWindow cast(Pose pose, List<Solid> solids) {
        ScanWindow window = new ScanWindow(grid, CAPACITY);
        window.cast(new Scene(SampleLabel.CAR, pose, 0.75, FLAT, solids, List.of()), random);
        return window;
    }

    /** Rays of the whole raster, without jitter, that meet flat ground inside the crop. */
    private int groundRays(Pose pose) {
        int rays = 0;
        for (int row = 0; row < grid.rows && grid.groundDistance[row] < 200; row++) {
            for (int column = 0; column < grid.columns; column++) {
                double along = grid.groundDistance[row] * grid.cosAzimuth[column] - pose.x();
                double across = grid.groundDistance[row] * grid.sinAzimuth[column] - pose.y();
                rays += inside(along) && inside(across) ? 1 : 0;
            }
        }
        return rays;
    }

    private static boolean inside(double offset) {
        return Math.abs(offset) < SampleCropGenerator.HALF_SIZE;
    }
}
