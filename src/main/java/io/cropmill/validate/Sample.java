package io.cropmill.validate;

import io.cropmill.subsample.Pcg64;
import io.cropmill.subsample.RecordingKey;

/** Which crops are compared: settled by recording and row alone, so the same ones every time and everywhere. */
final class Sample {
    /** The word "validate"; keeps these draws apart from those that rebuild makes. */
    private static final long STREAM = 0x76616c6964617465L;

    private Sample() {}

    /** A number in [0, 1); the crop is in every sample of a fraction above it. */
    static double draw(RecordingKey recording, long row) {
        return new Pcg64(STREAM, recording.value(), row).nextDouble();
    }
}
