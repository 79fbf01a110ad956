package io.cropmill.report;

/**
 * Pictures of one channel, old, new and difference. Row 0 of a plane is at the bottom, since y grows with rows; a cell is a
 * square of whole pixels.
 */
final class PlanePictures {
    private static final int AIM = 144;
    // A cell that differs is never drawn as if it were equal, however small its difference is.
    private static final double FAINTEST = 0.3;

    private final int width;
    private final float[] before;
    private final float[] after;
    private final PlaneDifference difference;

    /** Planes of {@code width} columns in C order, which are not copied, and how they differ. */
    PlanePictures(int width, float[] before, float[] after, PlaneDifference difference) {
        this.width = width;
        this.before = before;
        this.after = after;
        this.difference = difference;
    }

    Picture old() {
        return picture(cell -> value(before[cell]));
    }

    Picture current() {
        return picture(cell -> value(after[cell]));
    }

    Picture change() {
        return picture(this::changed);
    }

    private interface CellColor {
        int of(int cell);
    }

    private Picture picture(CellColor color) {
        int height = before.length / width;
        int scale = (AIM - 1) / Math.max(height, width) + 1;
        Picture picture = new Picture(width * scale, height * scale);
        for (int cell = 0; cell < before.length; cell++) {
            int row = height - 1 - cell / width;
            picture.square(cell % width * scale, row * scale, scale, color.of(cell));
        }
        return picture;
    }

    private int value(float value) {
        if (!Float.isFinite(value)) {
            return Colors.OFF_SCALE;
        }
        double span = (double) difference.high() - difference.low();
        return Colors.sequential(span == 0 ? 0 : (value - difference.low()) / span);
    }

    private int changed(int cell) {
        if (!PlaneDifference.differ(before[cell], after[cell])) {
            return Colors.diverging(0);
        }
        double change = (double) after[cell] - before[cell];
        if (change == 0 || !Double.isFinite(change)) {
            return Colors.OFF_SCALE;
        }
        double strength = FAINTEST + (1 - FAINTEST) * Math.abs(change) / difference.largest();
        return Colors.diverging(Math.copySign(strength, change));
    }
}
