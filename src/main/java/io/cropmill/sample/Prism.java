package io.cropmill.sample;

/**
 * A box or a frustum: a convex solid between a bottom and a top rectangle, both upright to the ground and parallel. Side
 * faces share one material, top and bottom another.
 *
 * <p>A ray from the origin meets the plane {@code n.p = w} at range {@code w / n.d}. Of a convex solid it meets the faces
 * whose outer side it comes from last, before it meets any of the others.
 */
final class Prism implements Solid {
    private static final int FACES = 6;

    private final AngularBounds bounds;
    private final Material sides;
    private final Material ends;
    private final float[] normalX = new float[FACES];
    private final float[] normalY = new float[FACES];
    private final float[] normalZ = new float[FACES];
    private final float[] offset = new float[FACES];
    /** Faces are kept with those that look at the sensor first; bit i is set if face i is a side. */
    private int sideFaces;

    private int facing;
    private int added;

    private Prism(AngularBounds bounds, Material sides, Material ends) {
        this.bounds = bounds;
        this.sides = sides;
        this.ends = ends;
    }

    static Prism box(Pose pose, Box box, Material material) {
        return frustum(pose, box, box, material, material);
    }

    /** The solid from the bottom face of one box to the top face of another, which lies above it. */
    static Prism frustum(Pose pose, Box bottom, Box top, Material sides, Material ends) {
        Box hull = new Box(
                Math.min(bottom.xLow(), top.xLow()),
                Math.max(bottom.xHigh(), top.xHigh()),
                Math.min(bottom.yLow(), top.yLow()),
                Math.max(bottom.yHigh(), top.yHigh()),
                bottom.zLow(),
                top.zHigh());
        Prism prism = new Prism(AngularBounds.ofBox(pose, hull), sides, ends);
        double rise = top.zHigh() - bottom.zLow();
        double[][] faces = {
            {rise, 0, bottom.xHigh() - top.xHigh(), bottom.xHigh(), 0, 1},
            {-rise, 0, top.xLow() - bottom.xLow(), bottom.xLow(), 0, 1},
            {0, rise, bottom.yHigh() - top.yHigh(), 0, bottom.yHigh(), 1},
            {0, -rise, top.yLow() - bottom.yLow(), 0, bottom.yLow(), 1},
            {0, 0, -1, 0, 0, 0},
            {0, 0, 1, 0, 0, 0},
        };
        for (int pass = 0; pass < 2; pass++) {
            for (double[] face : faces) {
                double z = face[2] > 0 && face[5] == 0 ? top.zHigh() : bottom.zLow();
                prism.add(pose, face, z, pass == 0);
            }
            if (pass == 0) {
                prism.facing = prism.added;
            }
        }
        return prism;
    }

    private void add(Pose pose, double[] face, double z, boolean wantFacing) {
        double length = Math.sqrt(face[0] * face[0] + face[1] * face[1] + face[2] * face[2]);
        double x = (pose.cos() * face[0] - pose.sin() * face[1]) / length;
        double y = (pose.sin() * face[0] + pose.cos() * face[1]) / length;
        double up = face[2] / length;
        double distance = x * pose.sensorX(face[3], face[4])
                + y * pose.sensorY(face[3], face[4])
                + up * (z - ScanGrid.SENSOR_HEIGHT);
        if (distance < 0 == wantFacing) {
            normalX[added] = (float) x;
            normalY[added] = (float) y;
            normalZ[added] = (float) up;
            offset[added] = (float) distance;
            sideFaces |= face[5] > 0 ? 1 << added : 0;
            added++;
        }
    }

    @Override
    public AngularBounds bounds() {
        return bounds;
    }

    @Override
    public void trace(RayBuffer rays, int from, int to, SampleRandom random) {
        for (int ray = from; ray < to; ray++) {
            float dx = rays.directionX[ray];
            float dy = rays.directionY[ray];
            float dz = rays.directionZ[ray];
            float near = 0f;
            float cosine = 0f;
            int face = -1;
            int i = 0;
            for (; i < facing; i++) {
                float along = normalX[i] * dx + normalY[i] * dy + normalZ[i] * dz;
                if (along >= 0f) {
                    break;
                }
                float t = offset[i] / along;
                if (t > near) {
                    near = t;
                    cosine = -along;
                    face = i;
                }
            }
            if (i == facing && face >= 0 && near < rays.range[ray] && staysInside(dx, dy, dz, near)) {
                stop(rays, ray, near, cosine, (sideFaces >> face & 1) != 0 ? sides : ends, random);
            }
        }
    }

    /** True if the point at this range lies behind the faces that look away from the sensor. */
    private boolean staysInside(float dx, float dy, float dz, float near) {
        for (int i = facing; i < FACES; i++) {
            if ((normalX[i] * dx + normalY[i] * dy + normalZ[i] * dz) * near > offset[i]) {
                return false;
            }
        }
        return true;
    }

    private static void stop(
            RayBuffer rays, int ray, float range, float cosine, Material material, SampleRandom random) {
        if (!material.passes(random)) {
            rays.range[ray] = range;
            rays.signal[ray] = material.signal(cosine);
        }
    }
}
