package io.cropmill.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SolidTest {
    private static final double SENSOR = ScanGrid.SENSOR_HEIGHT;
    private static final Material MATT = new Material(0.5f, 0f, 0f);

    private final SampleRandom random = new SampleRandom();
    private final RayBuffer rays = new RayBuffer();

    @Test
    void meetsABallAtItsNearSide() {
        Ellipsoid ball =
                Ellipsoid.upright(Pose.of(10, 0, 0.7), new double[] {0, 0, SENSOR}, new double[] {1, 1, 1}, MATT);
        cast(ball, 1, 0, 0);
        assertThat(rays.range[0]).isCloseTo(9f, within(1e-4f));
        assertThat(rays.signal[0]).isCloseTo(0.5f, within(1e-4f));
        assertThat(cast(ball, 1, 0.11, 0).range[0]).isEqualTo(Float.MAX_VALUE);
        assertThat(cast(ball, -1, 0, 0).range[0]).isEqualTo(Float.MAX_VALUE);
    }

    @Test
    void meetsATubeWhereItLies() {
        double[] left = {0, 1, SENSOR};
        double[] right = {0, -1, SENSOR};
        Ellipsoid tube = Ellipsoid.between(Pose.of(60, 0, 0), left, right, 0.03, MATT);
        assertThat(cast(tube, 1, 0, 0).range[0]).isCloseTo(59.97f, within(1e-3f));
        assertThat(cast(tube, 60, 0.9, 0).range[0]).isBetween(59.97f, 60.05f);
        assertThat(cast(tube, 60, 1.2, 0).range[0]).isEqualTo(Float.MAX_VALUE);
        assertThat(cast(tube, 60, 0, 0.04).range[0]).isEqualTo(Float.MAX_VALUE);
    }

    @Test
    void meetsABoxAtTheFaceThatLooksBack() {
        Prism box = Prism.box(Pose.of(10, 0, Math.PI / 2), Box.around(0, 0, 2, 1, 0, 3), MATT);
        cast(box, 1, 0, 0);
        assertThat(rays.range[0]).isCloseTo(9f, within(1e-4f));
        assertThat(rays.signal[0]).isCloseTo(0.5f, within(1e-4f));
        assertThat(cast(box, 9, 1.99, 0).range[0]).isCloseTo((float) Math.hypot(9, 1.99), within(1e-3f));
        assertThat(cast(box, 9, 2.01, 0).range[0]).isEqualTo(Float.MAX_VALUE);
        assertThat(cast(box, 9, 0, 1.25).range[0]).isEqualTo(Float.MAX_VALUE);
        assertThat(cast(box, -1, 0, 0).range[0]).isEqualTo(Float.MAX_VALUE);
    }

    @Test
    void meetsTheSlantedFaceOfAFrustum() {
        Box bottom = Box.around(0, 0, 2, 1, SENSOR - 1, SENSOR - 1);
        Box top = Box.around(0, 0, 1, 1, SENSOR + 1, SENSOR + 1);
        Prism frustum = Prism.frustum(Pose.of(10, 0, 0), bottom, top, MATT, Material.RUBBER);
        cast(frustum, 1, 0, 0);
        assertThat(rays.range[0]).isCloseTo(8.5f, within(1e-4f));
        assertThat(rays.signal[0]).isCloseTo((float) (0.5 * 2 / Math.sqrt(5)), within(1e-4f));
    }

    @Test
    void meetsAWheelAtItsSideAndAtItsTread() {
        Wheel across = new Wheel(Pose.of(10, 0, Math.PI / 2), 0, 0, SENSOR, 0.1, Material.METAL);
        assertThat(cast(across, 1, 0, 0).range[0]).isCloseTo(9.9f, within(1e-4f));
        Wheel along = new Wheel(Pose.of(10, 0, 0), 0, 0, SENSOR, 0.1, Material.METAL);
        assertThat(cast(along, 1, 0, 0).range[0]).isCloseTo((float) (10 - SENSOR), within(1e-4f));
        assertThat(cast(along, 10, 0.2, 0).range[0]).isEqualTo(Float.MAX_VALUE);
        assertThat(cast(along, 10, 0, 1.9).range[0]).isEqualTo(Float.MAX_VALUE);
    }

    @Test
    void doesNotStopWhatWasStoppedBefore() {
        Prism box = Prism.box(Pose.of(10, 0, 0), Box.around(0, 0, 1, 1, 0, 3), MATT);
        aimed(1, 0, 0);
        rays.range[0] = 5f;
        box.trace(rays, 0, 1, random);
        assertThat(rays.range[0]).isEqualTo(5f);
    }

    @Test
    void letsSomePulsesThroughGlass() {
        Prism pane = Prism.box(Pose.of(10, 0, 0), Box.around(0, 0, 0.01, 1, 0, 3), Material.GLASS);
        random.start(1, 2, 3);
        int stopped = 0;
        for (int i = 0; i < 1000; i++) {
            aimed(1, 0, 0);
            pane.trace(rays, 0, 1, random);
            stopped += rays.range[0] < 11f ? 1 : 0;
        }
        assertThat(stopped).isBetween(220, 340);
    }

    @Test
    void boundsHoldEveryRayThatHits() {
        SplittableRandom dice = new SplittableRandom(5);
        int hits = 0;
        for (Solid solid : shapes()) {
            AngularBounds bounds = solid.bounds();
            for (int i = 0; i < 4000; i++) {
                double azimuth = dice.nextDouble(-1.3, 1.3);
                double elevation = dice.nextDouble(-0.8, 0.5);
                double level = Math.cos(elevation);
                cast(solid, level * Math.cos(azimuth), level * Math.sin(azimuth), Math.sin(elevation));
                if (rays.range[0] != Float.MAX_VALUE) {
                    hits++;
                    assertThat(azimuth).isBetween(bounds.azimuthLow() - 1e-5, bounds.azimuthHigh() + 1e-5);
                    assertThat(elevation).isBetween(bounds.elevationLow() - 1e-5, bounds.elevationHigh() + 1e-5);
                }
            }
        }
        assertThat(hits).isGreaterThan(1000);
    }

    private static List<Solid> shapes() {
        SampleRandom random = new SampleRandom();
        random.start(11, 12, 13);
        List<Solid> solids = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Pose pose = Pose.of(random.between(3, 7), random.between(-3, 3), random.between(-3, 3));
            CarShape.next(random).addTo(solids, pose);
            PersonShape.next(random).addWalking(solids, pose, random.between(-1, 1));
            PersonShape.next(random).addRiding(solids, pose, random.between(-1, 1));
            BicycleShape.addTo(solids, pose);
            solids.add(Prism.box(pose, new Box(-9, 9, 2, 2.3, 0, 3), MATT));
        }
        return solids;
    }

    private RayBuffer cast(Solid solid, double x, double y, double z) {
        aimed(x, y, z);
        solid.trace(rays, 0, 1, random);
        return rays;
    }

    private RayBuffer aimed(double x, double y, double z) {
        double length = Math.sqrt(x * x + y * y + z * z);
        rays.reserve(1);
        rays.directionX[0] = (float) (x / length);
        rays.directionY[0] = (float) (y / length);
        rays.directionZ[0] = (float) (z / length);
        return rays;
    }
}
