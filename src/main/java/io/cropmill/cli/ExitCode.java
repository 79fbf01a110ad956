package io.cropmill.cli;

import io.cropmill.job.JobOutcome;

/** What a run tells the shell that started it. */
enum ExitCode {
    /** Done, or nothing to do. */
    DONE(0),
    /** Something unexpected, or a file that cannot be read or written: another try may succeed. */
    FAILED(1),
    /** As that, but whoever comes to look finds it in nightly.json. */
    NOTED_FAILURE(1),
    /** Nothing was published: too many recordings vanished, or there is no room. */
    REFUSED(1),
    /** Recordings that cannot be read, and on-bad-recording = fail. */
    BAD_RECORDINGS(1),
    /** Words or settings that make no sense. */
    USAGE(2),
    /** Published, but bad recordings were skipped: they stay as they were or are left out. */
    SKIPPED_RECORDINGS(3),
    /** Old and new differ; nothing published. */
    VALIDATION_FAILED(4),
    /** Another rebuild holds the lock. */
    LOCKED(5);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    static ExitCode of(JobOutcome.Status status) {
        return switch (status) {
            case DONE, NOTHING -> DONE;
            case REFUSED -> REFUSED;
            case UNREACHED -> USAGE;
            case BAD_RECORDINGS -> BAD_RECORDINGS;
            case SKIPPED_RECORDINGS -> SKIPPED_RECORDINGS;
            case VALIDATION_FAILED -> VALIDATION_FAILED;
            case LOCKED -> LOCKED;
        };
    }

    /** For the shell of a person or of cron. */
    int number() {
        return number;
    }

    /** For a cluster manager, which starts a driver again that ends with another number than 0. */
    int numberInCluster() {
        return this == FAILED ? number : 0;
    }
}
