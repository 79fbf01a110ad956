/**
 * What one rebuild does, without saying where it runs: list the recordings, cut them into splits, count, build and join
 * them, and agree the books before anything is published.
 *
 * <p>In: a source and settings. Out: the files of a new version and the figures for its manifest. Refused: an empty
 * source, names that the target cannot hold, recordings that are damaged or that change while they are read.
 */
@NullMarked
package io.cropmill.rebuild;

import org.jspecify.annotations.NullMarked;
