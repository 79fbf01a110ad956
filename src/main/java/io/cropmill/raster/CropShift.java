package io.cropmill.raster;

import io.cropmill.subsample.Pcg64;
import io.cropmill.subsample.RecordingKey;

/**
 * The fixed random offset of one crop in a raster that is shifted: uniform in [-shift, shift) on both axes, settled by
 * seed, recording, row and the raster's name; (0, 0) in a raster that is not.
 *
 * @param dx metres to add to x
 * @param dy metres to add to y
 */
public record CropShift(float dx, float dy) {
    private static final CropShift NONE = new CropShift(0, 0);

    /** The shift of a crop; {@code seed} is an unsigned 64-bit integer. */
    public static CropShift of(RasterSpec spec, long seed, RecordingKey recording, long row) {
        if (spec.shift() == 0) {
            return NONE;
        }
        Pcg64 random = new Pcg64(
                seed, recording.value(), row, RecordingKey.of(spec.name()).value());
        float dx = offset(random, spec.shift());
        return new CropShift(dx, offset(random, spec.shift()));
    }

    private static float offset(Pcg64 random, double shift) {
        return (float) ((2.0 * random.nextDouble() - 1.0) * shift);
    }
}
