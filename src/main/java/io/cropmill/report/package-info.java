/**
 * What a person reads.
 *
 * <p>In come counts, bytes and times; out go text tables and progress lines, in the same form on every machine
 * ({@link java.util.Locale#ROOT}, decimal units). Nothing here reads files or knows a job.
 */
@NullMarked
package io.cropmill.report;

import org.jspecify.annotations.NullMarked;
