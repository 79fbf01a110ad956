package io.cropmill.parquet;

import java.nio.ByteBuffer;

/** Numbers of one page. */
interface PageNumbers extends PageValues {
    /** Appends the next numbers, packed, to a little-endian buffer with room for them. */
    void read(ByteBuffer target, int count);
}
