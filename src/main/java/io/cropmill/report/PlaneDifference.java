package io.cropmill.report;

/**
 * How two planes of one channel differ, bit for bit.
 *
 * @param cells number of cells of a plane
 * @param differing number of cells whose bits differ
 * @param first first differing cell in C order, -1 if there is none
 * @param largest finite absolute difference
 * @param low smallest finite value of both planes, 0 if there is none
 * @param high largest finite value of both planes, 0 if there is none
 */
record PlaneDifference(int cells, int differing, int first, double largest, float low, float high) {
    static PlaneDifference between(float[] before, float[] after) {
        int differing = 0;
        int first = -1;
        double largest = 0;
        float low = Float.POSITIVE_INFINITY;
        float high = Float.NEGATIVE_INFINITY;
        for (int cell = 0; cell < before.length; cell++) {
            if (differ(before[cell], after[cell])) {
                differing++;
                first = first < 0 ? cell : first;
                double difference = Math.abs((double) after[cell] - before[cell]);
                largest = Double.isFinite(difference) ? Math.max(largest, difference) : largest;
            }
            low = Math.min(low, Math.min(finiteOr(before[cell], low), finiteOr(after[cell], low)));
            high = Math.max(high, Math.max(finiteOr(before[cell], high), finiteOr(after[cell], high)));
        }
        return low <= high
                ? new PlaneDifference(before.length, differing, first, largest, low, high)
                : new PlaneDifference(before.length, differing, first, largest, 0, 0);
    }

    /** True if the bits differ, so for 0.0 and -0.0 and for two NaNs of different payloads too. */
    static boolean differ(float before, float after) {
        return Float.floatToRawIntBits(before) != Float.floatToRawIntBits(after);
    }

    private static float finiteOr(float value, float other) {
        return Float.isFinite(value) ? value : other;
    }
}
