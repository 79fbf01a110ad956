package io.cropmill.validate;

import io.cropmill.plain.PlainRandom;

/** Which crops are compared: settled by recording and row alone, so the same ones every time and everywhere. */
final class CropSample {
    /** The word "validate"; keeps these draws apart from those that rebuild makes. */
    private static final long STREAM = 0x76616c6964617465L;

    private CropSample() {}

    /** What a recording's name adds to the draws of its crops. */
    static long key(String recording) {
        return PlainRandom.key(recording);
    }

    /** A number in [0, 1); the crop is in every sample of a fraction above it. */
    static double draw(long key, long row) {
        return new PlainRandom(STREAM, key, row).nextDouble();
    }
}
