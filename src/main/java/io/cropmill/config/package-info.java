/**
 * Settings.
 *
 * <p>In come HOCON text (the defaults in {@code reference.conf}, a file of the user's) and {@code key=value} pairs; out
 * goes one {@link io.cropmill.config.Settings}, read once at the edge. Refused, all at once, are unknown keys, wrong
 * types and values that no job could work with.
 */
@NullMarked
package io.cropmill.config;

import org.jspecify.annotations.NullMarked;
