/**
 * Parquet files as crops, a row a crop.
 *
 * <p>In: a {@link io.cropmill.crop.parquet.ParquetOrigin}: files, which of their rows, and values from folder names. Out:
 * batches of crops, read row group by row group, in the order that a column gives. Refused: lists that do not fit their
 * count, arrays in cells that differ in type, files of one recording with different columns.
 */
@NullMarked
package io.cropmill.crop.parquet;

import org.jspecify.annotations.NullMarked;
