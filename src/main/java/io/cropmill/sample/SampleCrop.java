package io.cropmill.sample;

/**
 * What a synthetic crop holds beside its points.
 *
 * @param pointCount number of points written, 0 to the capacity
 * @param label label of the object in the middle
 * @param centreX distance of the object ahead of the sensor, in metres; points are relative to (x, y) of the centre
 * @param centreY distance of the object to the left of the sensor, in metres
 * @param centreZ height of the object's middle, in metres above the ground
 * @param yaw heading of the object in radians, 0 along x, counter-clockwise; points are not turned by it
 * @param timestamp time of the frame, in nanoseconds since 1970
 */
record SampleCrop(
        int pointCount, SampleLabel label, double centreX, double centreY, double centreZ, float yaw, long timestamp) {}
