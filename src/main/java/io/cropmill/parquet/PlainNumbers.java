package io.cropmill.parquet;

import io.cropmill.parquet.ColumnType.Numbers;
import io.cropmill.parquet.PageValues.PageNumbers;
import java.nio.ByteBuffer;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Numbers that lie one after the other as they are stored: most of a point cloud, copied in bulk. */
final class PlainNumbers implements PageNumbers {
    private final ByteBuffer page;
    private final Numbers type;
    private final PrimitiveTypeName stored;
    private final int storedBytes;

    /** Reads what remains of a little-endian page. */
    PlainNumbers(ByteBuffer page, Numbers type, PrimitiveTypeName stored, int storedBytes) {
        this.page = page;
        this.type = type;
        this.stored = stored;
        this.storedBytes = storedBytes;
    }

    @Override
    public void skip(int count) {
        page.position(Math.addExact(page.position(), Math.multiplyExact(count, storedBytes)));
    }

    @Override
    public void read(ByteBuffer target, int count) {
        if (type.conversion() == ColumnType.ValueConversion.COPY) {
            int bytes = Math.multiplyExact(count, storedBytes);
            target.put(target.position(), page, page.position(), bytes).position(target.position() + bytes);
            page.position(page.position() + bytes);
            return;
        }
        for (int i = 0; i < count; i++) {
            NumberPacking.put(target, type, stored());
        }
    }

    private long stored() {
        return switch (stored) {
            case INT32 -> page.getInt();
            case INT64 -> page.getLong();
            case FIXED_LEN_BYTE_ARRAY -> NumberPacking.bigEndian(page, storedBytes);
            case BOOLEAN, FLOAT, DOUBLE, BINARY, INT96 -> throw new IllegalStateException("copied: " + stored);
        };
    }
}
