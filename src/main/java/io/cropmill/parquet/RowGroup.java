package io.cropmill.parquet;

/**
 * A run of rows that a file stores together; may be empty.
 *
 * @param index in the file
 * @param firstRow of the file
 * @param bytes of its columns before compression
 */
public record RowGroup(int index, long firstRow, long rows, long bytes) {}
