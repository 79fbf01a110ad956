package io.cropmill.parquet;

import java.nio.ByteBuffer;

/** Byte strings of one page. */
interface PageCells extends PageValues {
    /** The next byte string; valid as long as the page. */
    ByteBuffer next();
}
