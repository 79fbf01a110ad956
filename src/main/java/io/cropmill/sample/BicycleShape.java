package io.cropmill.sample;

import java.util.List;

/** A bicycle: two spoked wheels and a frame of tubes, in metres. */
final class BicycleShape {
    private static final double AXLE = 0.53;
    private static final double WHEEL_RADIUS = 0.34;
    private static final double TUBE_RADIUS = 0.025;

    private BicycleShape() {}

    /** Adds the solids of a bicycle that heads along x of the pose, its middle over it. */
    static void addTo(List<Solid> solids, Pose pose) {
        solids.add(new Wheel(pose, AXLE, 0, WHEEL_RADIUS, 0.025, Material.SPOKES));
        solids.add(new Wheel(pose, -AXLE, 0, WHEEL_RADIUS, 0.025, Material.SPOKES));
        double[] crank = {-0.05, 0, 0.28};
        double[] saddle = {-0.22, 0, 0.94};
        double[] head = {0.38, 0, 0.82};
        double[] frontAxle = {AXLE, 0, WHEEL_RADIUS};
        double[] rearAxle = {-AXLE, 0, WHEEL_RADIUS};
        double[][][] tubes = {
            {crank, saddle}, {crank, head}, {saddle, head}, {head, frontAxle}, {crank, rearAxle}, {saddle, rearAxle},
        };
        for (double[][] tube : tubes) {
            solids.add(Ellipsoid.between(pose, tube[0], tube[1], TUBE_RADIUS, Material.METAL));
        }
        double[] left = {0.42, 0.28, 1.03};
        double[] right = {0.42, -0.28, 1.03};
        solids.add(Ellipsoid.between(pose, left, right, TUBE_RADIUS, Material.METAL));
        Box reflector = Box.around(-AXLE - 0.3, 0, 0.02, 0.04, 0.55, 0.63);
        solids.add(Prism.box(pose, reflector, Material.REFLECTOR));
    }
}
