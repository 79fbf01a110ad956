package io.cropmill.parquet;

import java.nio.ByteBuffer;

/** The values of one page, in order. What a page promises and does not hold is a runtime exception. For one thread. */
interface PageValues {
    /** Passes values. */
    void skip(int count);

    /** Numbers of one page. */
    interface PageNumbers extends PageValues {
        /** Appends the next numbers, packed, to a little-endian buffer with room for them. */
        void read(ByteBuffer target, int count);
    }
}
