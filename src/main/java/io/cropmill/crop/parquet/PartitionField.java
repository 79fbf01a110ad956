package io.cropmill.crop.parquet;

import io.cropmill.npy.ScalarType;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * A crop field that is in the names of the files' folders, {@code weather=3/}.
 *
 * @param type int64, float64 or text
 * @param values values as text, one a file
 */
public record PartitionField(String name, ScalarType type, List<String> values) implements Serializable {
    public PartitionField {
        values = List.copyOf(values);
    }

    /** The value of a file, packed: whole numbers, floating ones, or text in UTF-32 with zeros behind it. */
    byte[] bytes(int file) {
        String value = values.get(file);
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(type.itemSize())).order(ByteOrder.LITTLE_ENDIAN);
        switch (type.kind()) {
            case INT -> bytes.putLong(Long.parseLong(value));
            case FLOAT -> bytes.putDouble(Double.parseDouble(value));
            case TEXT -> value.codePoints().forEach(bytes::putInt);
            case BOOL, UINT, COMPLEX, BYTES, VOID, DATETIME, TIMEDELTA ->
                throw new IllegalStateException("no folder stands for " + type.descr());
        }
        return bytes.array();
    }
}
