package io.cropmill.sample;

/**
 * Where something stands on the ground: a frame with x forward and y left of the thing, turned by yaw and moved to (x, y)
 * of the sensor's frame. Heights are the same in both, above the ground.
 */
record Pose(double x, double y, double yaw, double cos, double sin) {
    static Pose of(double x, double y, double yaw) {
        return new Pose(x, y, yaw, StrictMath.cos(yaw), StrictMath.sin(yaw));
    }

    double sensorX(double localX, double localY) {
        return x + cos * localX - sin * localY;
    }

    double sensorY(double localX, double localY) {
        return y + sin * localX + cos * localY;
    }

    /** The frame of something that stands at (x, y) of this one, turned by a further yaw. */
    Pose at(double localX, double localY, double turn) {
        return of(sensorX(localX, localY), sensorY(localX, localY), yaw + turn);
    }
}
