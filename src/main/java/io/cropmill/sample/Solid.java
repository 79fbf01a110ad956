package io.cropmill.sample;

/**
 * Something that stops rays. The sensor is the origin, so a ray is a direction and a point on it a range; all
 * intersections are closed formulas. Immutable.
 */
sealed interface Solid permits Prism, Ellipsoid, Wheel {
    AngularBounds bounds();

    /** Shortens the rays {@code from} to {@code to} (exclusive) that this solid stops before what stopped them so far. */
    void trace(RayBuffer rays, int from, int to, SampleRandom random);
}
