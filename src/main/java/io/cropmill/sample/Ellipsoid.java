package io.cropmill.sample;

/**
 * A torso, a head, a limb, a tube: an ellipsoid with a long axis in any direction.
 *
 * <p>The rows of a matrix A map it to the unit ball: a ray meets it where {@code |A (t d - c)| = 1}, a quadratic in t.
 * It is solved in double: a thin tube at 60 m is two thousand radii away.
 */
final class Ellipsoid implements Solid {
    private final AngularBounds bounds;
    private final Material material;
    /** A, row by row. */
    private final double[] a = new double[9];
    /** -A c. */
    private final double[] origin = new double[3];

    /** Axes are unit vectors of the pose's frame, square to each other. */
    private Ellipsoid(Pose pose, double[] centre, double[][] axes, double[] radii, Material material) {
        this.bounds = AngularBounds.ofBox(pose, hull(centre, axes, radii));
        this.material = material;
        double x = pose.sensorX(centre[0], centre[1]);
        double y = pose.sensorY(centre[0], centre[1]);
        double z = centre[2] - ScanGrid.SENSOR_HEIGHT;
        for (int row = 0; row < 3; row++) {
            double[] axis = axes[row];
            double ax = (pose.cos() * axis[0] - pose.sin() * axis[1]) / radii[row];
            double ay = (pose.sin() * axis[0] + pose.cos() * axis[1]) / radii[row];
            double az = axis[2] / radii[row];
            a[3 * row] = ax;
            a[3 * row + 1] = ay;
            a[3 * row + 2] = az;
            origin[row] = -(ax * x + ay * y + az * z);
        }
    }

    /** Upright: half sizes along x and y of the pose and along z, around a point of the pose's frame. */
    static Ellipsoid upright(Pose pose, double[] centre, double[] radii, Material material) {
        double[][] axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        return new Ellipsoid(pose, centre, axes, radii, material);
    }

    /** A limb or tube from one point of the pose's frame to another, round, with this radius in the middle. */
    static Ellipsoid between(Pose pose, double[] start, double[] end, double radius, Material material) {
        double[] centre = new double[3];
        double[] axis = new double[3];
        double length = 0;
        for (int i = 0; i < 3; i++) {
            centre[i] = (start[i] + end[i]) / 2;
            axis[i] = end[i] - start[i];
            length += axis[i] * axis[i];
        }
        length = Math.sqrt(length);
        for (int i = 0; i < 3; i++) {
            axis[i] /= length;
        }
        double[] across = Math.abs(axis[2]) > 0.7 ? new double[] {1, 0, 0} : new double[] {0, 0, 1};
        double[] second = unit(cross(axis, across));
        double[][] axes = {axis, second, cross(axis, second)};
        // The ends of an ellipsoid are thin: a tenth more length makes limbs meet.
        double[] radii = {length * 0.55, radius, radius};
        return new Ellipsoid(pose, centre, axes, radii, material);
    }

    private static double[] cross(double[] a, double[] b) {
        return new double[] {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    }

    private static double[] unit(double[] v) {
        double length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        return new double[] {v[0] / length, v[1] / length, v[2] / length};
    }

    private static Box hull(double[] centre, double[][] axes, double[] radii) {
        double[] half = new double[3];
        for (int i = 0; i < 3; i++) {
            double sum = 0;
            for (int row = 0; row < 3; row++) {
                double part = axes[row][i] * radii[row];
                sum += part * part;
            }
            half[i] = Math.sqrt(sum);
        }
        return Box.around(centre[0], centre[1], half[0], half[1], centre[2] - half[2], centre[2] + half[2]);
    }

    @Override
    public AngularBounds bounds() {
        return bounds;
    }

    @Override
    public void trace(RayBuffer rays, int from, int to, SampleRandom random) {
        double ox = origin[0];
        double oy = origin[1];
        double oz = origin[2];
        double c = ox * ox + oy * oy + oz * oz - 1;
        for (int ray = from; ray < to; ray++) {
            double dx = rays.directionX[ray];
            double dy = rays.directionY[ray];
            double dz = rays.directionZ[ray];
            double ux = a[0] * dx + a[1] * dy + a[2] * dz;
            double uy = a[3] * dx + a[4] * dy + a[5] * dz;
            double uz = a[6] * dx + a[7] * dy + a[8] * dz;
            double square = ux * ux + uy * uy + uz * uz;
            double half = ux * ox + uy * oy + uz * oz;
            double discriminant = half * half - square * c;
            if (discriminant <= 0 || half >= 0) {
                continue;
            }
            float range = (float) ((-half - Math.sqrt(discriminant)) / square);
            if (range > 0f && range < rays.range[ray] && !material.passes(random)) {
                rays.range[ray] = range;
                rays.signal[ray] =
                        material.signal((float) cosine(ox + range * ux, oy + range * uy, oz + range * uz, ux, uy, uz));
            }
        }
    }

    /** Between the ray and the normal A^T p at the point p of the unit ball, met in direction u = A d. */
    private double cosine(double px, double py, double pz, double ux, double uy, double uz) {
        double nx = a[0] * px + a[3] * py + a[6] * pz;
        double ny = a[1] * px + a[4] * py + a[7] * pz;
        double nz = a[2] * px + a[5] * py + a[8] * pz;
        double along = -(px * ux + py * uy + pz * uz);
        return Math.min(1, along / Math.sqrt(nx * nx + ny * ny + nz * nz));
    }
}
