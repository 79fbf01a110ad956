package io.cropmill.config;

/** What the source may hold behind a crop's last real point. */
public enum Padding {
    /** Anything; it is never looked at. */
    ANY,
    /** Zeros only; validation says where it finds something else. */
    ZERO
}
