/**
 * The recordings of a source, by kind: arrays and pairs of NumPy, rows of Parquet files, or a version written earlier.
 *
 * <p>In: the files of a folder. Out: {@link io.cropmill.rebuild.listing.SourceRecording}s in the order of their names, and
 * what is wrong with some of them. Refused: an empty source, mixtures of kinds, and names that cannot be told apart.
 */
@NullMarked
package io.cropmill.rebuild.listing;

import org.jspecify.annotations.NullMarked;
