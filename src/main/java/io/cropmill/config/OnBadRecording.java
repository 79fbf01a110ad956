package io.cropmill.config;

/** What a recording that cannot be read does to a rebuild. */
public enum OnBadRecording {
    /** Nothing is published. */
    FAIL,
    /** It is left out and named in the manifest. */
    SKIP
}
