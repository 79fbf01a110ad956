package io.cropmill.sample;

import java.util.List;

/** A person of ellipsoids, walking or on a bicycle. Sizes are shares of the height, which is in metres. */
record PersonShape(double height, double girth, Material coat, Material trousers) {
    static PersonShape next(SampleRandom random) {
        double height = random.chance(0.12) ? random.between(1.1, 1.45) : random.between(1.52, 1.92);
        return new PersonShape(
                height,
                random.between(0.9, 1.25),
                Material.cloth(random.between(0.12, 0.75)),
                Material.cloth(random.between(0.08, 0.5)));
    }

    /** Walks along x of the pose; the phase of the step is -1 (left foot ahead) to 1. */
    void addWalking(List<Solid> solids, Pose pose, double phase) {
        double hip = 0.5 * height;
        double shoulder = 0.8 * height;
        solids.add(Ellipsoid.upright(
                pose, point(0, 0, 0.66 * height), point(0.12 * girth, 0.2 * girth, 0.19 * height), coat));
        solids.add(Ellipsoid.upright(
                pose, point(0, 0, 0.51 * height), point(0.12 * girth, 0.17 * girth, 0.08 * height), trousers));
        addHead(solids, pose, 0, height);
        for (int side = -1; side <= 1; side += 2) {
            double swing = side * phase * 0.19 * height;
            double knee = 0.27 * height;
            double[] kneePoint = point(swing * 0.55, side * 0.09, knee);
            double[] foot = point(swing, side * 0.09, 0.05);
            solids.add(Ellipsoid.between(pose, point(0, side * 0.09, hip), kneePoint, 0.085 * girth, trousers));
            solids.add(Ellipsoid.between(pose, kneePoint, foot, 0.06 * girth, trousers));
            double[] elbow = point(-swing * 0.35, side * 0.24 * girth, 0.61 * height);
            double[] hand = point(-swing * 0.8 + 0.08, side * 0.24 * girth, 0.46 * height);
            solids.add(Ellipsoid.between(pose, point(0, side * 0.19 * girth, shoulder), elbow, 0.055 * girth, coat));
            solids.add(Ellipsoid.between(pose, elbow, hand, 0.045, Material.SKIN));
        }
    }

    /** Rides along x of the pose: saddle behind, hands on the bar; the phase of the pedals is -1 to 1. */
    void addRiding(List<Solid> solids, Pose pose, double phase) {
        double saddle = 0.98;
        double shoulderX = 0.16;
        double shoulder = saddle + 0.3 * height;
        double[] hip = point(-0.2, 0, saddle);
        solids.add(Ellipsoid.between(pose, hip, point(shoulderX, 0, shoulder), 0.17 * girth, coat));
        addHead(solids, pose, shoulderX + 0.08, shoulder + 0.17 * height);
        for (int side = -1; side <= 1; side += 2) {
            double pedal = 0.3 + side * phase * 0.16;
            double[] knee = point(0.22, side * 0.12, 0.62 + side * phase * 0.12);
            double[] foot = point(0.05 + 0.1 * (1 - Math.abs(phase)), side * 0.12, pedal);
            solids.add(Ellipsoid.between(pose, point(-0.18, side * 0.1, saddle), knee, 0.085 * girth, trousers));
            solids.add(Ellipsoid.between(pose, knee, foot, 0.06 * girth, trousers));
            double[] elbow = point(0.33, side * 0.26, shoulder - 0.2);
            solids.add(Ellipsoid.between(pose, point(shoulderX, side * 0.18, shoulder), elbow, 0.055, coat));
            solids.add(Ellipsoid.between(pose, elbow, point(0.46, side * 0.24, 1.05), 0.045, Material.SKIN));
        }
    }

    private static void addHead(List<Solid> solids, Pose pose, double x, double top) {
        solids.add(Ellipsoid.upright(pose, point(x, 0, top - 0.13), point(0.1, 0.085, 0.13), Material.SKIN));
    }

    private static double[] point(double x, double y, double z) {
        return new double[] {x, y, z};
    }
}
