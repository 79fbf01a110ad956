package io.cropmill.spark;

/**
 * How a job ended.
 *
 * @param status what to tell the shell
 * @param text what to tell the person; ends with a line feed unless empty
 */
public record JobOutcome(Status status, String text) {
    /** The ways in which a job ends without an exception. */
    public enum Status {
        /** All is done, or there was nothing to do. */
        DONE,
        /** Nothing was published because of recordings that cannot be read. */
        BAD_RECORDINGS,
        /** Published without recordings that cannot be read. */
        SKIPPED_RECORDINGS,
        /** Nothing was published because old and new differ. */
        VALIDATION_FAILED,
        /** Somebody else holds the lock. */
        LOCKED
    }
}
