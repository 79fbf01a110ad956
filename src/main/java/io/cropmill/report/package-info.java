/**
 * What a person reads.
 *
 * <p>In come counts, bytes and times, and what a validation found; out go text tables, progress lines and the page
 * {@code report.html}, in the same form on every machine ({@link java.util.Locale#ROOT}, decimal units). Nothing here
 * reads files or knows a job.
 */
@NullMarked
package io.cropmill.report;

import org.jspecify.annotations.NullMarked;
