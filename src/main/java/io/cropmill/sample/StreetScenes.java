package io.cropmill.sample;

import java.util.ArrayList;
import java.util.List;

/** Draws street scenes: what the object is, where it stands, which way it heads, and what is around it. */
final class StreetScenes {
    /**
     * Median distance in metres. Calibrated once against the sensor's raster, so that crops hold 2,177 of 4,096 points on
     * average.
     */
    private static final double MEDIAN_DISTANCE = 31.2;
    /** Of the logarithm of distances: the logistic distribution's scale. */
    private static final double DISTANCE_SCALE = 0.2;

    private static final double NEAREST = 7;
    private static final double FARTHEST = 140;
    /** Objects stand within 48 degrees of straight ahead. */
    private static final double AZIMUTH = 0.84;

    /** Half a rider's height above the ground. */
    private static final double CYCLIST_MIDDLE = 0.88;

    private static final double CAR_SHARE = 0.64;
    private static final double PEDESTRIAN_SHARE = 0.24;

    private StreetScenes() {}

    /**
     * The next scene of this stream.
     *
     * @param farness rank of the object's distance in [0, 1), evenly spread over a recording's crops
     */
    static Scene next(SampleRandom random, double farness) {
        double distance = distance(farness);
        double azimuth = random.between(-AZIMUTH, AZIMUTH);
        double x = distance * StrictMath.cos(azimuth);
        double y = distance * StrictMath.sin(azimuth);
        double road = road(random);
        List<Solid> solids = new ArrayList<>();
        double kind = random.unit();
        Scene scene;
        if (kind < CAR_SHARE) {
            scene = car(random, Pose.of(x, y, carHeading(random, road)), solids);
        } else if (kind < CAR_SHARE + PEDESTRIAN_SHARE) {
            scene = pedestrian(random, Pose.of(x, y, road + random.between(-Math.PI, Math.PI)), solids);
        } else {
            double heading = road + (random.chance(0.5) ? Math.PI : 0) + 0.15 * random.normal();
            scene = cyclist(random, Pose.of(x, y, heading), solids);
        }
        Pose street = Pose.of(x, y, road);
        return Scenery.addTo(scene, street, random);
    }

    /** Log-logistic: most objects some tens of metres away, few very near or very far. */
    private static double distance(double farness) {
        double odds = farness / (1 - farness);
        double distance = MEDIAN_DISTANCE * StrictMath.pow(odds, DISTANCE_SCALE);
        return Math.max(NEAREST, Math.min(FARTHEST, distance));
    }

    /** Most roads run along the sensor's view, some cross it. */
    private static double road(SampleRandom random) {
        double along = 0.12 * random.normal();
        double which = random.unit();
        if (which < 0.62) {
            return along;
        }
        return which < 0.85 ? along + Math.PI / 2 : random.between(-Math.PI / 2, Math.PI / 2);
    }

    private static double carHeading(SampleRandom random, double road) {
        double turning = random.chance(0.12) ? random.between(-1.2, 1.2) : 0.04 * random.normal();
        return road + turning + (random.chance(0.45) ? Math.PI : 0);
    }

    private static Scene car(SampleRandom random, Pose pose, List<Solid> solids) {
        CarShape shape = CarShape.next(random);
        shape.addTo(solids, pose);
        return new Scene(SampleLabel.CAR, pose, shape.height() / 2, ground(random), solids, List.of());
    }

    private static Scene pedestrian(SampleRandom random, Pose pose, List<Solid> solids) {
        PersonShape shape = PersonShape.next(random);
        shape.addWalking(solids, pose, random.between(-1, 1));
        return new Scene(SampleLabel.PEDESTRIAN, pose, shape.height() / 2, ground(random), solids, List.of());
    }

    private static Scene cyclist(SampleRandom random, Pose pose, List<Solid> solids) {
        PersonShape shape = PersonShape.next(random);
        BicycleShape.addTo(solids, pose);
        shape.addRiding(solids, pose, random.between(-1, 1));
        return new Scene(SampleLabel.CYCLIST, pose, CYCLIST_MIDDLE, ground(random), solids, List.of());
    }

    private static Scene.Ground ground(SampleRandom random) {
        Material asphalt = new Material((float) random.between(0.18, 0.34), 0.16f, 0f);
        return new Scene.Ground(0.004 * random.normal(), 0.006 * random.normal(), random.between(0.01, 0.03), asphalt);
    }
}
