/**
 * The proof's second computation: what a rebuild should have written, from the source's bytes, step by step and as simply
 * as it can be said.
 *
 * <p>In: the files of a recording and the settings. Out: crops row by row, which of their points a cap keeps, their grids,
 * and the bytes that their files should hold. It shares no class with what writes those files but settings, the records
 * of the listing, and how messages write numbers, which {@code ArchitectureTest} names one by one. Refused: sources that a rebuild refuses, in the same words where a user
 * may meet them.
 */
@NullMarked
package io.cropmill.plain;

import org.jspecify.annotations.NullMarked;
