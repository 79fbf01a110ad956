/**
 * The Parquet format as flat columns, through parquet-java's footers, page headers, codecs and encodings.
 *
 * <p>In: a channel of a file. Out: for each top-level column, row by row, the number of its values and their packed
 * little-endian bytes, streamed page by page: a column chunk is never in memory whole, and no value becomes an object.
 * Refused, with file, column and row: nulls, maps and structs, lists nested deeper than twice, encrypted files, pages
 * whose checksum, size or levels do not fit. Metadata that others keep in a file, such as pickled schemas, is not looked
 * at.
 */
@NullMarked
package io.cropmill.parquet;

import org.jspecify.annotations.NullMarked;
