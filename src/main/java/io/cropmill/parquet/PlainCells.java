package io.cropmill.parquet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Byte strings, each behind its length as four bytes. */
final class PlainCells implements PageCells {
    private final ByteBuffer page;

    PlainCells(ByteBuffer page) {
        this.page = page;
    }

    @Override
    public void skip(int count) {
        for (int i = 0; i < count; i++) {
            int length = page.getInt();
            page.position(Math.addExact(page.position(), length));
        }
    }

    @Override
    public ByteBuffer next() {
        int length = page.getInt();
        ByteBuffer cell = page.slice(page.position(), length).order(ByteOrder.LITTLE_ENDIAN);
        page.position(page.position() + length);
        return cell;
    }
}
