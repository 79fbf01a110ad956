package io.cropmill.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.format.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * A page of values, its levels apart.
 *
 * @param entries number of values, nulls and empty lists
 * @param rows number of rows that begin in it, as its header says; -1 where it does not
 * @param nulls number of nulls and empty lists, as its header says; -1 where it does not
 * @param repetition levels; null for a column without lists
 * @param definition levels; null for a column that cannot be null
 * @param encoding encoding of the values
 * @param values the encoded values, decompressed on demand
 */
record DataPage(
        int entries,
        int rows,
        int nulls,
        @Nullable HybridDecoder repetition,
        @Nullable HybridDecoder definition,
        Encoding encoding,
        Content values) {
    /** Bytes that are made when they are asked for. */
    interface Content {
        ByteBuffer bytes() throws IOException;
    }
}
