package io.cropmill.parquet;

import io.cropmill.parquet.ColumnType.Numbers;
import java.nio.ByteBuffer;

/** Numbers that lie one after the other as they are stored: most of a point cloud, copied in bulk. */
final class PlainNumbers implements PageNumbers {
    private final ByteBuffer page;
    private final Numbers type;
    private final int storedBytes;

    /** Reads what remains of a little-endian page. */
    PlainNumbers(ByteBuffer page, Numbers type, int storedBytes) {
        this.page = page;
        this.type = type;
        this.storedBytes = storedBytes;
    }

    @Override
    public void skip(int count) {
        page.position(Math.addExact(page.position(), Math.multiplyExact(count, storedBytes)));
    }

    @Override
    public void read(ByteBuffer target, int count) {
        if (type.conversion() == ColumnType.Conversion.COPY) {
            int bytes = Math.multiplyExact(count, storedBytes);
            target.put(target.position(), page, page.position(), bytes).position(target.position() + bytes);
            page.position(page.position() + bytes);
            return;
        }
        for (int i = 0; i < count; i++) {
            Conversions.put(target, type, stored());
        }
    }

    private long stored() {
        return switch (storedBytes) {
            case Integer.BYTES -> page.getInt();
            case Long.BYTES -> page.getLong();
            default -> Conversions.bigEndian(page, storedBytes);
        };
    }
}
