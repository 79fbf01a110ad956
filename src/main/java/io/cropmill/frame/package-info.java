/**
 * Spark DataFrames over recordings: {@code spark.read.format("npy")}, and {@code format("crops")} to read and to write.
 *
 * <p>In come folders, files or datasets, and DataFrames of crops. Out go Arrow batches, bounded by bytes, of only those
 * columns and rows that a query asks for, and published versions of a dataset. Refused, always with file, place, expected
 * and found: what {@link io.cropmill.npy.NpyHeaderReader} refuses, files of different types in one load, types and values
 * that Spark cannot hold exactly, rows that are larger than their reader allows, and DataFrames whose rows are not crops.
 */
@NullMarked
package io.cropmill.frame;

import org.jspecify.annotations.NullMarked;
