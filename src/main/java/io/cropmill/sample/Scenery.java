package io.cropmill.sample;

import java.util.ArrayList;
import java.util.List;

/** What stands around the object of a scene: pavement, walls, hedges, poles, parked cars, and what hides it. */
final class Scenery {
    private static final double WALL = 0.3;
    private static final double PAVEMENT = 0.4;
    private static final double NEIGHBOUR = 0.3;
    private static final double POLE = 0.15;
    private static final double PARTLY_HIDDEN = 0.1;
    /** Share of crops that are almost hidden, as a tracker makes them of an object that it has lost. */
    private static final double HIDDEN = 0.012;

    private Scenery() {}

    /** The scene with more in it; street stands at the object and runs along the road. */
    static Scene addTo(Scene scene, Pose street, SampleRandom random) {
        List<Solid> solids = new ArrayList<>(scene.solids());
        List<Solid> screens = new ArrayList<>();
        // The side of the road, seen along it, that lies behind the object: nothing there hides it.
        int behind = street.sin() * street.x() - street.cos() * street.y() > 0 ? -1 : 1;
        if (random.chance(PAVEMENT)) {
            double edge = behind * random.between(1.5, 3.2);
            solids.add(
                    Prism.box(street, strip(edge, behind * 7.5, -0.3, random.between(0.08, 0.15)), Material.PAVEMENT));
        }
        if (random.chance(WALL)) {
            double near = behind * random.between(3, 5.5);
            double height = random.chance(0.4) ? random.between(0.8, 1.4) : random.between(2, 3.2);
            Material material = random.chance(0.3) ? Material.cloth(0.45) : Material.paint(random.between(0.3, 0.6));
            solids.add(Prism.box(street, strip(near, near + behind * 0.3, 0, height), material));
        }
        if (random.chance(NEIGHBOUR)) {
            addNeighbour(solids, street, random, behind);
        }
        if (random.chance(POLE)) {
            Box pole = Box.around(random.between(-5, 5), behind * random.between(1.6, 4), 0.07, 0.07, 0, 4);
            solids.add(Prism.box(street, pole, Material.METAL));
        }
        addScreens(screens, scene, random);
        return new Scene(scene.label(), scene.pose(), scene.centreHeight(), scene.ground(), solids, screens);
    }

    /** All along the road through the crop, between two distances from its axis. */
    private static Box strip(double oneSide, double otherSide, double low, double high) {
        return new Box(-9, 9, Math.min(oneSide, otherSide), Math.max(oneSide, otherSide), low, high);
    }

    /** A second car or person, clear of the first. */
    private static void addNeighbour(List<Solid> solids, Pose street, SampleRandom random, int behind) {
        if (random.chance(0.6)) {
            boolean beside = random.chance(0.5);
            double along = beside ? random.between(-2.5, 2.5) : random.sign() * random.between(6, 7.5);
            double across = beside ? behind * random.between(2.9, 3.6) : random.between(-0.4, 0.4);
            CarShape.next(random).addTo(solids, street.at(along, across, 0.03 * random.normal()));
        } else {
            double across = behind * random.between(1.6, 4);
            Pose pose = street.at(random.between(-4, 4), across, random.between(-Math.PI, Math.PI));
            PersonShape.next(random).addWalking(solids, pose, random.between(-1, 1));
        }
    }

    private static void addScreens(List<Solid> screens, Scene scene, SampleRandom random) {
        double fate = random.unit();
        Pose object = scene.pose();
        double distance = scene.distance();
        double azimuth = StrictMath.atan2(object.y(), object.x());
        if (fate < HIDDEN) {
            // A lorry just ahead: with luck a little is seen beside it.
            Pose lorry = onTheWay(azimuth + random.between(-0.25, 0.25), 5.5);
            screens.add(Prism.box(lorry, new Box(-1, 1, -5.5, 5.5, 0.1, 4), Material.paint(0.5)));
        } else if (fate < HIDDEN + PARTLY_HIDDEN) {
            double near = random.between(0.35, 0.8) * (distance - 8);
            double aside = random.between(-3, 3) / distance;
            Pose pose = onTheWay(azimuth + aside, Math.max(3, near));
            double halfWidth = random.between(0.15, 1.1);
            double height = random.between(1, 2.4);
            screens.add(Prism.box(pose, Box.around(0, 0, 0.4, halfWidth, 0, height), Material.METAL));
        }
    }

    private static Pose onTheWay(double azimuth, double distance) {
        return Pose.of(distance * StrictMath.cos(azimuth), distance * StrictMath.sin(azimuth), azimuth);
    }
}
