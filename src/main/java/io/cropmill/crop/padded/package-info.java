/**
 * Padded {@code .npy} files as crops: arrays of records, and plain arrays whose counts lie beside them or are inferred.
 *
 * <p>In: a {@link io.cropmill.crop.padded.NpyOrigin}. Out: batches of crops without padding, and rows with padding again
 * ({@link io.cropmill.crop.padded.PaddedRowEncoder}). Refused: counts outside the capacity, fields that cannot be told apart,
 * padding of two kinds.
 */
@NullMarked
package io.cropmill.crop.padded;

import org.jspecify.annotations.NullMarked;
