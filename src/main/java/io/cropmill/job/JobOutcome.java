package io.cropmill.job;

/**
 * How a job ended.
 *
 * @param status what to tell the shell
 * @param text what to tell the person; ends with a line feed unless empty
 */
public record JobOutcome(Status status, String text) {
    /** Code of a run that ended with an exception. */
    public static final int FAILED_CODE = 1;

    /** Code of a run whose words or settings make no sense. */
    public static final int SETTINGS_CODE = 2;

    /** The ways in which a job ends without an exception. */
    public enum Status {
        /** All is done. */
        DONE(0, "done"),
        /** There was nothing to do. */
        NOTHING(0, "unchanged"),
        /** Nothing was published because something must be put right first: too much vanished, or no room. */
        REFUSED(1, "refused"),
        /** Nothing was published because no point reaches a raster: its settings cannot be meant. */
        UNREACHED(SETTINGS_CODE, "raster not reached"),
        /** Nothing was published because of recordings that cannot be read. */
        BAD_RECORDINGS(1, "bad recordings"),
        /** Done, but for recordings that cannot be read: they stay as they were or are left out. */
        SKIPPED_RECORDINGS(3, "bad recordings skipped"),
        /** Nothing was published because old and new differ. */
        VALIDATION_FAILED(4, "validation failed"),
        /** Somebody else holds the lock. */
        LOCKED(5, "locked");

        private final int code;
        private final String word;

        Status(int code, String word) {
            this.code = code;
            this.word = word;
        }

        /** The exit code that a shell gets. */
        public int code() {
            return code;
        }

        /** For a log. */
        public String word() {
            return word;
        }
    }
}
