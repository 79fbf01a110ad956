package io.cropmill.job;

import io.cropmill.config.SettingsException;
import io.cropmill.storage.LinkException;
import io.cropmill.storage.LocationException;

/**
 * How a command ended, and the number that the shell which started it gets. Each job chooses its own where it makes its
 * message; {@link #of} chooses for failures.
 */
public enum ExitCode {
    DONE(0, "done"),
    /** There was nothing to do. */
    NOTHING(0, "unchanged"),
    /** Something unexpected, or a file that cannot be read or written: another try may succeed. */
    FAILED(1, "failed"),
    /** Failed, and the reason is in {@code nightly.json}. */
    RECORDED_FAILURE(1, "failed"),
    /** Nothing was published because something must be put right first: too much vanished, or no room. */
    REFUSED(1, "refused"),
    /** Nothing was published because of recordings that cannot be read. */
    BAD_RECORDINGS(1, "bad recordings"),
    /** The command line or the settings are wrong. */
    USAGE(2, "failed"),
    /** Nothing was published because no point reaches a raster: its settings cannot be meant. */
    UNREACHED(2, "raster not reached"),
    /** Done, but for recordings that cannot be read: they stay as they were or are left out. */
    SKIPPED_RECORDINGS(3, "bad recordings skipped"),
    /** Nothing was published because old and new differ. */
    VALIDATION_FAILED(4, "validation failed"),
    /** Another run holds the lock. */
    LOCKED(5, "locked");

    private final int code;
    private final String word;

    ExitCode(int code, String word) {
        this.code = code;
        this.word = word;
    }

    /** Of a failure: wrong words, settings and folders fail again until somebody changes them. */
    public static ExitCode of(Throwable failure) {
        boolean wrong = failure instanceof SettingsException
                || failure instanceof LocationException
                || failure instanceof LinkException;
        return wrong ? USAGE : FAILED;
    }

    /** For the shell of a person or of cron. */
    public int code() {
        return code;
    }

    /** For a cluster manager, which starts a driver again that ends with another number than 0. */
    public int codeInCluster() {
        return this == FAILED ? code : 0;
    }

    /** For a log. */
    public String word() {
        return word;
    }
}
