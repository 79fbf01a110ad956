package io.cropmill.parquet;

import io.cropmill.parquet.PageValues.PageNumbers;
import java.nio.ByteBuffer;

/** Numbers whose first bytes stand together, then their second bytes, and so on. */
final class StreamSplitNumbers implements PageNumbers {
    private final ByteBuffer page;
    private final int start;
    private final int bytes;
    private final int values;
    private int next;

    StreamSplitNumbers(ByteBuffer page, int bytes) {
        if (page.remaining() % bytes != 0) {
            throw new IllegalArgumentException(page.remaining() + " bytes are no whole numbers of " + bytes);
        }
        this.page = page;
        this.start = page.position();
        this.bytes = bytes;
        this.values = page.remaining() / bytes;
    }

    @Override
    public void skip(int count) {
        next = Math.addExact(next, count);
    }

    @Override
    public void read(ByteBuffer target, int count) {
        if (count > values - next) {
            throw new IndexOutOfBoundsException("value " + (next + (long) count) + " of " + values);
        }
        int from = start + next;
        if (bytes == Integer.BYTES) {
            for (int i = from; i < from + count; i++) {
                target.putInt(Byte.toUnsignedInt(page.get(i))
                        | Byte.toUnsignedInt(page.get(i + values)) << 8
                        | Byte.toUnsignedInt(page.get(i + 2 * values)) << 16
                        | page.get(i + 3 * values) << 24);
            }
        } else {
            for (int i = from; i < from + count; i++) {
                for (int part = 0; part < bytes; part++) {
                    target.put(page.get(i + part * values));
                }
            }
        }
        next += count;
    }
}
