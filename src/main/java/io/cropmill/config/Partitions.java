package io.cropmill.config;

/** What becomes of folders that are named {@code key=value}. */
public enum Partitions {
    /** They are part of the recordings' names, as all folders are. */
    NAME,
    /** They are crop fields, whose values are numbers. */
    FIELD
}
