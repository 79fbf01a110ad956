package io.cropmill.sample;

/**
 * What a synthetic crop holds beside its points.
 *
 * @param pointCount points written, 0 to the capacity
 * @param label of the object in the middle
 * @param centreX of the object in metres ahead of the sensor; points are relative to (x, y) of the centre
 * @param centreY in metres to the left of the sensor
 * @param centreZ of the object's middle in metres above the ground
 * @param yaw heading of the object in radians, 0 along x, counter-clockwise; points are not turned by it
 * @param timestamp of the frame in nanoseconds since 1970
 */
public record SampleCrop(
        int pointCount, SampleLabel label, double centreX, double centreY, double centreZ, float yaw, long timestamp) {}
