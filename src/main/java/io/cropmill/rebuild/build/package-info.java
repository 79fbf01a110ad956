/**
 * What a task of a rebuild does, without saying where it runs: recordings are cut into splits, counted, built and joined,
 * and the books agreed before anything is published.
 *
 * <p>In: recordings that a plan names. Out: the files of a new version and the figures for its manifest. Refused: recordings
 * that are damaged or that change while they are read, types of points that differ, and more bytes than the disk has room
 * for.
 */
@NullMarked
package io.cropmill.rebuild.build;

import org.jspecify.annotations.NullMarked;
