package io.cropmill.parquet;

import java.nio.ByteBuffer;

/** Booleans, eight to a byte from the lowest bit on. */
final class BitNumbers implements PageNumbers {
    private final ByteBuffer page;
    private final int start;
    private int next;

    BitNumbers(ByteBuffer page) {
        this.page = page;
        this.start = page.position();
    }

    @Override
    public void skip(int count) {
        next += count;
    }

    @Override
    public void read(ByteBuffer target, int count) {
        for (int i = 0; i < count; i++, next++) {
            target.put((byte) (page.get(start + next / Byte.SIZE) >> next % Byte.SIZE & 1));
        }
    }
}
