/**
 * What a command does, from request to outcome: plan, build, verify, publish, and the messages about it.
 *
 * <p>In: requests from the command line, and DataFrames to write. Out: published versions, {@code nightly.json}, reports, and
 * outcomes with an exit code. Refused, before any work: targets that are not safe, and settings that would lose what
 * is retired.
 */
@NullMarked
package io.cropmill.job;

import org.jspecify.annotations.NullMarked;
