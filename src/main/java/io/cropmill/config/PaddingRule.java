package io.cropmill.config;

/** What the source may hold behind a crop's last real point. */
public enum PaddingRule {
    /** Anything; validation warns of what is neither zero nor NaN nor a copy of a real point. */
    ANY,
    /** Zeros only; anything else fails validation. */
    ZERO
}
