package io.cropmill.sample;

/**
 * A cylinder that lies on its side: a tyre around a rim or spokes, its axis along y of a pose.
 *
 * <p>A ray is inside where it is both between the two flat sides and within the radius of the axis.
 */
final class Wheel implements Solid {
    /** Share of the radius that is rim or spokes. */
    private static final float RIM_SHARE = 0.66f;
    /** Stands for the angles at which pulses meet the tread. */
    private static final float TREAD_COSINE = 0.7f;

    /** Keeps divisors off zero for rays along the axis or across it. */
    private static final double LEAST = 1e-12;

    private final AngularBounds bounds;
    private final Material rim;
    private final double x;
    private final double y;
    private final double z;
    private final double axisX;
    private final double axisY;
    private final double radius;
    private final double halfWidth;

    /** Stands on the ground at (x, y) of the pose's frame. */
    Wheel(Pose pose, double localX, double localY, double radius, double halfWidth, Material rim) {
        Box hull = Box.around(localX, localY, radius, halfWidth, 0, 2 * radius);
        this.bounds = AngularBounds.ofBox(pose, hull);
        this.rim = rim;
        this.x = pose.sensorX(localX, localY);
        this.y = pose.sensorY(localX, localY);
        this.z = (radius - ScanGrid.SENSOR_HEIGHT);
        this.axisX = -pose.sin();
        this.axisY = pose.cos();
        this.radius = radius;
        this.halfWidth = halfWidth;
    }

    @Override
    public AngularBounds bounds() {
        return bounds;
    }

    @Override
    public void trace(RayBuffer rays, int from, int to, SampleRandom random) {
        double centreAlong = x * axisX + y * axisY;
        double centreSquare = x * x + y * y + z * z - centreAlong * centreAlong - radius * radius;
        for (int ray = from; ray < to; ray++) {
            double dx = rays.directionX[ray];
            double dy = rays.directionY[ray];
            double dz = rays.directionZ[ray];
            double along = dx * axisX + dy * axisY;
            if (along == 0) {
                along = LEAST;
            }
            // Within the radius: |t d - c|^2 minus its part along the axis is at most radius^2.
            double square = Math.max(LEAST, dx * dx + dy * dy + dz * dz - along * along);
            double half = dx * x + dy * y + dz * z - along * centreAlong;
            double discriminant = half * half - square * centreSquare;
            if (discriminant <= 0) {
                continue;
            }
            double root = Math.sqrt(discriminant);
            double tread = (half - root) / square;
            double reach = along < 0 ? halfWidth : -halfWidth;
            double side = (centreAlong + reach) / along;
            double otherSide = (centreAlong - reach) / along;
            double range = Math.max(tread, side);
            if (range > 0 && range < Math.min((half + root) / square, otherSide) && range < rays.range[ray]) {
                hit(rays, ray, (float) range, side > tread, random);
            }
        }
    }

    private void hit(RayBuffer rays, int ray, float range, boolean onSide, SampleRandom random) {
        double along = rays.directionX[ray] * axisX + rays.directionY[ray] * axisY;
        double px = range * rays.directionX[ray] - x;
        double py = range * rays.directionY[ray] - y;
        double pz = range * rays.directionZ[ray] - z;
        double alongPoint = px * axisX + py * axisY;
        double square = px * px + py * py + pz * pz - alongPoint * alongPoint;
        boolean inner = onSide && square < RIM_SHARE * RIM_SHARE * radius * radius;
        Material material = inner ? rim : Material.RUBBER;
        if (!material.passes(random)) {
            rays.range[ray] = range;
            rays.signal[ray] = material.signal(onSide ? (float) Math.abs(along) : TREAD_COSINE);
        }
    }
}
