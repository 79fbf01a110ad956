package io.cropmill.sample;

import java.util.List;

/**
 * What one crop looks at, in the sensor's frame with heights above the ground.
 *
 * @param label label of the object in the middle
 * @param pose pose of that object
 * @param centreHeight height of the object's middle, in metres above the ground
 * @param ground ground under it
 * @param solids solids of the object and of what stands around it inside the crop
 * @param screens solids between the object and the sensor, outside the crop: they stop rays and give no points
 */
record Scene(
        SampleLabel label, Pose pose, double centreHeight, Ground ground, List<Solid> solids, List<Solid> screens) {
    /**
     * A tilted plane through the ground point of the object.
     *
     * @param slopeX rise per metre along x
     * @param roughness standard deviation of heights in metres
     */
    record Ground(double slopeX, double slopeY, double roughness, Material material) {}

    Scene {
        solids = List.copyOf(solids);
        screens = List.copyOf(screens);
    }

    /** From the sensor's foot to the object's, in metres. */
    double distance() {
        return Math.sqrt(pose.x() * pose.x() + pose.y() * pose.y());
    }
}
