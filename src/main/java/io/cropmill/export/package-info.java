/**
 * The way back: padded recordings written again from pairs that lost no points.
 *
 * <p>In: a version's manifest and its pairs, and for each recording what a row of its source was made of. Out: structured
 * {@code .npy} files, byte for byte what {@code numpy.save} writes; equal to the source where its padding was zero.
 * Refused: crops that lost points, pairs that are not as the manifest has them, and recordings whose source was no padded
 * record unless a capacity is given.
 */
@NullMarked
package io.cropmill.export;

import org.jspecify.annotations.NullMarked;
