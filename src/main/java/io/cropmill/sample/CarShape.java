package io.cropmill.sample;

import java.util.List;

/**
 * A car of a few solids: body with a sloping bonnet, cabin of glass with seats inside, four wheels, plates and rear
 * reflectors. Sizes in metres.
 */
record CarShape(double length, double width, double height, boolean boot, Material paint) {
    /** Sizes of what drives in a town: mostly saloons and hatchbacks, some vans. */
    static CarShape next(SampleRandom random) {
        boolean van = random.chance(0.12);
        double length = van ? random.between(4.6, 5.4) : random.between(3.9, 4.9);
        double width = van ? random.between(1.85, 2.0) : random.between(1.68, 1.9);
        double height = van ? random.between(1.85, 2.2) : random.between(1.42, 1.68);
        // Dark paint hardly reflects at 905 nm, white paint well.
        double reflectance = random.chance(0.35) ? random.between(0.05, 0.15) : random.between(0.25, 0.8);
        return new CarShape(length, width, height, !van && random.chance(0.45), Material.paint(reflectance));
    }

    /** Adds the solids of a car that stands on the pose, its middle over it. */
    void addTo(List<Solid> solids, Pose pose) {
        double halfLength = length / 2;
        double halfWidth = width / 2 - 0.03;
        double belt = 0.6 * height;
        solids.add(Prism.frustum(
                pose,
                new Box(-halfLength, halfLength, -halfWidth, halfWidth, 0.2, 0.2),
                new Box(-halfLength + 0.06, halfLength - 0.3, -halfWidth + 0.05, halfWidth - 0.05, belt, belt),
                paint,
                paint));
        addCabin(solids, pose, halfLength, halfWidth, belt);
        double radius = 0.2 * height + 0.02;
        for (int side = -1; side <= 1; side += 2) {
            solids.add(new Wheel(pose, 0.3 * length, side * (halfWidth - 0.08), radius, 0.1, Material.RIM));
            solids.add(new Wheel(pose, -0.29 * length, side * (halfWidth - 0.08), radius, 0.1, Material.RIM));
            Box reflector =
                    Box.around(-halfLength + 0.03, side * (halfWidth - 0.16), 0.05, 0.1, belt - 0.22, belt - 0.08);
            solids.add(Prism.box(pose, reflector, Material.REFLECTOR));
        }
        solids.add(Prism.box(pose, Box.around(-halfLength, 0, 0.02, 0.26, 0.55, 0.66), Material.PLATE));
        solids.add(Prism.box(pose, Box.around(halfLength - 0.06, 0, 0.02, 0.26, 0.4, 0.51), Material.PLATE));
    }

    private void addCabin(List<Solid> solids, Pose pose, double halfLength, double halfWidth, double belt) {
        double rear = boot ? -0.34 * length : -halfLength + 0.1;
        double front = 0.22 * length;
        double rearSlope = boot ? 0.5 : 0.18;
        Box bottom = new Box(rear, front, -halfWidth + 0.05, halfWidth - 0.05, belt, belt);
        Box roof = new Box(rear + rearSlope, front - 0.62, -halfWidth + 0.2, halfWidth - 0.2, height, height);
        solids.add(Prism.frustum(pose, bottom, roof, Material.GLASS, paint));
        double seats = belt + 0.6 * (height - belt);
        solids.add(Prism.box(pose, Box.around(-0.02, 0, 0.1, halfWidth - 0.3, belt - 0.05, seats), Material.INTERIOR));
        solids.add(Prism.box(
                pose, Box.around(rear + 0.6, 0, 0.1, halfWidth - 0.3, belt - 0.05, seats), Material.INTERIOR));
        // The frame of the roof: pillars are as wide as a ray is apart, so one sturdy bar stands for them.
        double pillar = (rear + front) / 2 - 0.1;
        for (int side = -1; side <= 1; side += 2) {
            Box post = Box.around(pillar, side * (halfWidth - 0.14), 0.07, 0.05, belt, height);
            solids.add(Prism.box(pose, post, paint));
        }
    }
}
