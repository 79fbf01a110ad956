package io.cropmill.sample;

/** The angles, in radians, under which the sensor sees something: all rays that can hit it, and a few more. */
record AngularBounds(double azimuthLow, double azimuthHigh, double elevationLow, double elevationHigh) {
    private static final AngularBounds EVERYWHERE = new AngularBounds(-Math.PI, Math.PI, -Math.PI / 2, Math.PI / 2);
    /** Nearer than this, in metres, the angles are not worth the care. */
    private static final double TOO_NEAR = 0.3;

    /** Of a box in the frame of a pose, heights above ground. */
    static AngularBounds ofBox(Pose pose, Box box) {
        double sensorX = -(pose.x() * pose.cos() + pose.y() * pose.sin());
        double sensorY = -(pose.y() * pose.cos() - pose.x() * pose.sin());
        double nearX = Math.max(0, Math.max(box.xLow() - sensorX, sensorX - box.xHigh()));
        double nearY = Math.max(0, Math.max(box.yLow() - sensorY, sensorY - box.yHigh()));
        double farX = Math.max(Math.abs(box.xLow() - sensorX), Math.abs(box.xHigh() - sensorX));
        double farY = Math.max(Math.abs(box.yLow() - sensorY), Math.abs(box.yHigh() - sensorY));
        double near = Math.sqrt(nearX * nearX + nearY * nearY);
        double far = Math.sqrt(farX * farX + farY * farY);
        if (near < TOO_NEAR) {
            return EVERYWHERE;
        }
        double bottom = box.zLow() - ScanGrid.SENSOR_HEIGHT;
        double top = box.zHigh() - ScanGrid.SENSOR_HEIGHT;
        double low = StrictMath.atan(bottom / (bottom < 0 ? near : far));
        double high = StrictMath.atan(top / (top > 0 ? near : far));
        return azimuths(pose, box, low, high);
    }

    private static AngularBounds azimuths(Pose pose, Box box, double elevationLow, double elevationHigh) {
        double low = Math.PI;
        double high = -Math.PI;
        for (int corner = 0; corner < 4; corner++) {
            double localX = (corner & 1) == 0 ? box.xLow() : box.xHigh();
            double localY = (corner & 2) == 0 ? box.yLow() : box.yHigh();
            double x = pose.sensorX(localX, localY);
            if (x <= 0) {
                // Behind the sensor azimuths wrap around; nothing there is worth a tight bound.
                return new AngularBounds(-Math.PI, Math.PI, elevationLow, elevationHigh);
            }
            double azimuth = StrictMath.atan2(pose.sensorY(localX, localY), x);
            low = Math.min(low, azimuth);
            high = Math.max(high, azimuth);
        }
        return new AngularBounds(low, high, elevationLow, elevationHigh);
    }
}
