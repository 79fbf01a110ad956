/**
 * Ragged pairs as crops, to build a version from one that was written before.
 *
 * <p>In: a {@link io.cropmill.crop.ragged.RaggedOrigin}. Out: batches of crops with the counts that they had before earlier
 * caps. Refused: files that do not fit together, places outside the points file, gaps and overlaps.
 */
@NullMarked
package io.cropmill.crop.ragged;

import org.jspecify.annotations.NullMarked;
