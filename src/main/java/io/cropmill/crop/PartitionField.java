package io.cropmill.crop;

import io.cropmill.npy.ScalarType;
import java.io.Serializable;
import java.util.List;

/**
 * A crop field whose values stand in the names of folders, {@code weather=3/}.
 *
 * @param type int64, or float64 if some value in the source is not a whole number
 * @param values one a file of the recording
 */
public record PartitionField(String name, ScalarType type, List<String> values) implements Serializable {
    public PartitionField {
        values = List.copyOf(values);
    }

    /** Bits of the value of a file. */
    long bits(int file) {
        String value = values.get(file);
        return type.kind() == ScalarType.Kind.INT
                ? Long.parseLong(value)
                : Double.doubleToRawLongBits(Double.parseDouble(value));
    }
}
