/**
 * The ragged pair and the raster caches on disk.
 *
 * <p>In: batches of crops, in row order. Out: {@code <rec>.npy}, {@code <rec>.points.npy} and a {@code .raster.npy} a raster
 * specification, byte for byte what {@code numpy.save} writes. Refused: point fields that the plain layout or a raster
 * cannot use, and more or fewer crops or points than were announced. {@link io.cropmill.ragged.RowReader} reads such files
 * back, piece by piece and with their checksum.
 */
@NullMarked
package io.cropmill.ragged;

import org.jspecify.annotations.NullMarked;
