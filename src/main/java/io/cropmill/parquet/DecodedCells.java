package io.cropmill.parquet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.column.values.ValuesReader;

/** Byte strings in any other encoding, through parquet-java's decoder. */
final class DecodedCells implements PageCells {
    private final ValuesReader values;

    DecodedCells(ValuesReader values) {
        this.values = values;
    }

    @Override
    public void skip(int count) {
        values.skip(count);
    }

    @Override
    public ByteBuffer next() {
        return values.readBytes().toByteBuffer().slice().order(ByteOrder.LITTLE_ENDIAN);
    }
}
