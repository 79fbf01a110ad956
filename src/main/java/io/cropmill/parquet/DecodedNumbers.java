package io.cropmill.parquet;

import io.cropmill.parquet.ColumnType.Numbers;
import io.cropmill.parquet.PageValues.PageNumbers;
import java.nio.ByteBuffer;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Numbers in any other encoding, value by value through parquet-java's decoder. */
final class DecodedNumbers implements PageNumbers {
    private final ValuesReader values;
    private final PrimitiveTypeName stored;
    private final Numbers type;

    DecodedNumbers(ValuesReader values, PrimitiveTypeName stored, Numbers type) {
        this.values = values;
        this.stored = stored;
        this.type = type;
    }

    @Override
    public void skip(int count) {
        values.skip(count);
    }

    @Override
    public void read(ByteBuffer target, int count) {
        switch (stored) {
            case INT32 -> {
                for (int i = 0; i < count; i++) {
                    NumberPacking.put(target, type, values.readInteger());
                }
            }
            case INT64 -> {
                for (int i = 0; i < count; i++) {
                    NumberPacking.put(target, type, values.readLong());
                }
            }
            case FLOAT, DOUBLE, BOOLEAN, FIXED_LEN_BYTE_ARRAY, BINARY, INT96 -> {
                for (int i = 0; i < count; i++) {
                    readOther(target);
                }
            }
        }
    }

    private void readOther(ByteBuffer target) {
        switch (stored) {
            case FLOAT -> target.putInt(Float.floatToRawIntBits(values.readFloat()));
            case DOUBLE -> target.putLong(Double.doubleToRawLongBits(values.readDouble()));
            case BOOLEAN -> target.put((byte) (values.readBoolean() ? 1 : 0));
            case FIXED_LEN_BYTE_ARRAY -> {
                ByteBuffer bytes = values.readBytes().toByteBuffer();
                if (type.conversion() == ColumnType.ValueConversion.COPY) {
                    target.put(bytes);
                } else {
                    NumberPacking.put(target, type, NumberPacking.bigEndian(bytes, bytes.remaining()));
                }
            }
            case INT32, INT64, BINARY, INT96 -> throw new IllegalStateException("not a number: " + stored);
        }
    }
}
