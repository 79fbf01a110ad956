package io.cropmill.frame;

import io.cropmill.frame.ItemConversion.PackedColumn;
import io.cropmill.npy.ScalarType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * Dates, instants and durations, exactly: days become dates, units down to the microsecond timestamps without a zone, or
 * intervals; all others, and units longer than those hold, stay counts of their unit. NaT is null.
 *
 * @param factor days, microseconds or units in one count
 */
record TimeConversion(ScalarType source, DataType type, long factor) implements ItemConversion {
    private static final long serialVersionUID = 1L;
    private static final long NOT_A_TIME = Long.MIN_VALUE;
    private static final Pattern UNIT = Pattern.compile("([0-9]*)([A-Za-z]+)");
    private static final Map<String, Long> MICROSECONDS = Map.of(
            "W", 604_800_000_000L,
            "D", 86_400_000_000L,
            "h", 3_600_000_000L,
            "m", 60_000_000L,
            "s", 1_000_000L,
            "ms", 1_000L,
            "us", 1L);

    /** The conversion to the Spark type that holds the unit. */
    static TimeConversion natural(ScalarType source) {
        Matcher unit = UNIT.matcher(source.unit());
        boolean matches = unit.matches();
        Long micros = matches ? MICROSECONDS.get(unit.group(2)) : null;
        if (micros == null) {
            return new TimeConversion(source, DataTypes.LongType, 1);
        }
        long multiple = unit.group(1).isEmpty() ? 1 : Long.parseLong(unit.group(1));
        if (Math.multiplyHigh(micros, multiple) != 0 || micros * multiple < 0) {
            return new TimeConversion(source, DataTypes.LongType, 1);
        }
        if (source.kind() == ScalarType.ScalarKind.TIMEDELTA) {
            return new TimeConversion(source, DataTypes.createDayTimeIntervalType(), micros * multiple);
        }
        return switch (unit.group(2)) {
            case "D" -> new TimeConversion(source, DataTypes.DateType, multiple);
            case "W" -> new TimeConversion(source, DataTypes.DateType, 7 * multiple);
            default -> new TimeConversion(source, DataTypes.TimestampNTZType, micros * multiple);
        };
    }

    @Override
    public boolean nullable() {
        return true;
    }

    @Override
    public Field field(String name) {
        if (type.equals(DataTypes.DateType)) {
            return ItemConversion.leaf(name, new ArrowType.Date(DateUnit.DAY));
        }
        if (type.equals(DataTypes.TimestampNTZType)) {
            return ItemConversion.leaf(name, new ArrowType.Timestamp(TimeUnit.MICROSECOND, null));
        }
        return ItemConversion.leaf(
                name,
                type.equals(DataTypes.LongType)
                        ? new ArrowType.Int(Long.SIZE, true)
                        : new ArrowType.Duration(TimeUnit.MICROSECOND));
    }

    @Override
    public void fill(FieldVector vector, PackedColumn items) throws IOException {
        boolean days = type.equals(DataTypes.DateType);
        int size = days ? Integer.BYTES : Long.BYTES;
        ByteBuffer bytes = items.bytes();
        try (ArrowBuf validity = items.allocator().buffer((items.count() + 7L) / 8);
                ArrowBuf data = items.allocator().buffer((long) items.count() * size)) {
            validity.setZero(0, validity.capacity());
            int nulls = 0;
            for (int i = 0; i < items.count(); i++) {
                long count = bytes.getLong(i * Long.BYTES);
                long value = count == NOT_A_TIME ? 0 : scaled(count, days, items.place(), i);
                if (count == NOT_A_TIME) {
                    nulls++;
                } else {
                    validity.setByte(i / Byte.SIZE, validity.getByte(i / Byte.SIZE) | 1 << i % Byte.SIZE);
                }
                if (days) {
                    data.setInt((long) i * size, (int) value);
                } else {
                    data.setLong((long) i * size, value);
                }
            }
            vector.loadFieldBuffers(new ArrowFieldNode(items.count(), nulls), List.of(validity, data));
        }
    }

    private long scaled(long count, boolean days, PackedColumn.ItemsOrigin place, long item) throws IOException {
        long high = Math.multiplyHigh(count, factor);
        long value = count * factor;
        boolean fits = high == value >> (Long.SIZE - 1) && (!days || value == (int) value);
        if (!fits) {
            String found = count + " times " + source.unit();
            throw new IOException(place.refusal("a time that Spark's " + type.sql() + " can hold", item, found));
        }
        return value;
    }
}
