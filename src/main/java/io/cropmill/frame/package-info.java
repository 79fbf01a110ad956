/**
 * Spark DataFrames over recordings: {@code spark.read.format("npy")}, and {@code format("crops")} to read and to write.
 *
 * <p>In come folders, files or datasets, and DataFrames of crops. Out go Arrow batches, bounded by bytes, of only those
 * columns and rows that a query asks for, and published versions of a dataset. Refused, always with file, place, expected
 * and found: what {@link io.cropmill.npy.NpyHeaderReader} refuses, files of different types in one load, types and values
 * that Spark cannot hold exactly, rows that are larger than their reader allows, and DataFrames whose rows are not crops.
 *
 * <p>Rows come by two ways. Parquet and plain arrays with counts are decoded by the jobs' readers ({@code DecodedReader}).
 * Arrays of records and pairs are read by {@code RowsReader}, which reads only parts of rows, and filters rows before it
 * reads the rest of them. The jobs' readers stream whole rows instead: of 3,000 rows of 65.5 KB, a query of one crop field
 * would read all 197 MB where {@code RowsReader} reads 12 KB, and on a pair of the same crops it took 770 ms in place of 130.
 * {@code RowsReader} is needed in any case for arrays that are no crops, and parts, filters and ranges in the jobs' readers
 * would be more code than the 150 lines that they would save here. Layouts, checks of headers and places of points are
 * those of {@link io.cropmill.crop} for both.
 */
@NullMarked
package io.cropmill.frame;

import org.jspecify.annotations.NullMarked;
