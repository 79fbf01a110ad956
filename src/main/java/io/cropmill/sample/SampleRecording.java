package io.cropmill.sample;

import java.util.Locale;

/**
 * One recording of a {@link SampleSpec} and what it is called: sixteen recordings make a drive, the nineteenth is
 * {@code drive-001/000002}. The order of names is the order of indices up to 16,000 recordings.
 *
 * @param index number of the recording, from 0
 */
public record SampleRecording(int index) {
    static final int MAX_ORDERED = 16_000;

    private static final int RECORDINGS_PER_DRIVE = 16;

    public SampleRecording {
        if (index < 0) {
            throw new IllegalArgumentException("A recording's index must not be negative but was " + index);
        }
    }

    /** The recording's name, on which its crops depend. */
    public String name() {
        return String.format(
                Locale.ROOT, "drive-%03d/%06d", index / RECORDINGS_PER_DRIVE, index % RECORDINGS_PER_DRIVE);
    }

    /** The file's path under the source root. */
    public String path() {
        return name() + ".npy";
    }
}
