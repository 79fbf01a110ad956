package io.cropmill.sample;

/** An upright box in the frame of a {@link Pose}, in metres, z above the ground. */
record Box(double xLow, double xHigh, double yLow, double yHigh, double zLow, double zHigh) {
    /** A box around (x, y) with half sizes. */
    static Box around(double x, double y, double halfX, double halfY, double zLow, double zHigh) {
        return new Box(x - halfX, x + halfX, y - halfY, y + halfY, zLow, zHigh);
    }
}
