package io.cropmill.parquet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Byte strings, each behind its length as four bytes. */
final class PlainCells implements PageCells {
    private final ByteBuffer page;
    private int left;

    /** Reads what remains of a little-endian page, which is so many cells. */
    PlainCells(ByteBuffer page, int count) {
        this.page = page;
        this.left = count;
    }

    @Override
    public void skip(int count) {
        for (int i = 0; i < count; i++) {
            next();
        }
    }

    @Override
    public ByteBuffer next() {
        int length = page.getInt();
        ByteBuffer cell = page.slice(page.position(), length).order(ByteOrder.LITTLE_ENDIAN);
        page.position(page.position() + length);
        left--;
        if (left == 0 && !ColumnValues.isPadding(page, page.remaining())) {
            throw new IllegalArgumentException(page.remaining() + " bytes follow its last value");
        }
        return cell;
    }
}
