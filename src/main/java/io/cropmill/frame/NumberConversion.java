package io.cropmill.frame;

import io.cropmill.frame.ItemConversion.PackedColumn;
import io.cropmill.npy.ScalarType;
import io.cropmill.raster.Float16;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.jspecify.annotations.Nullable;

/** Numbers and bools. Where Spark has the type, the bytes are the vector; else they are widened, never narrowed. */
record NumberConversion(ScalarType source, DataType type) implements ItemConversion {
    private static final long serialVersionUID = 1L;
    private static final DecimalType UNSIGNED_LONG = DataTypes.createDecimalType(20, 0);
    private static final int DECIMAL_BYTES = 16;

    /** The smallest Spark type that holds every value; null if there is none. */
    static @Nullable DataType natural(ScalarType source) {
        int bytes = Math.toIntExact(source.itemSize());
        return switch (source.kind()) {
            case BOOL -> DataTypes.BooleanType;
            case INT -> integer(bytes);
            case UINT -> bytes == Long.BYTES ? UNSIGNED_LONG : integer(2 * bytes);
            case FLOAT ->
                bytes <= Float.BYTES ? DataTypes.FloatType : bytes == Double.BYTES ? DataTypes.DoubleType : null;
            case COMPLEX, BYTES, TEXT, VOID, DATETIME, TIMEDELTA -> null;
        };
    }

    private static DataType integer(int bytes) {
        return switch (bytes) {
            case Byte.BYTES -> DataTypes.ByteType;
            case Short.BYTES -> DataTypes.ShortType;
            case Integer.BYTES -> DataTypes.IntegerType;
            default -> DataTypes.LongType;
        };
    }

    /** True if every value of the source is one of the target. */
    static boolean holds(ScalarType source, DataType target) {
        DataType natural = natural(source);
        if (natural == null || natural.equals(target)) {
            return natural != null;
        }
        if (source.kind() == ScalarType.ScalarKind.BOOL || natural.equals(UNSIGNED_LONG)) {
            return false;
        }
        if (source.kind() == ScalarType.ScalarKind.FLOAT) {
            return target.equals(DataTypes.DoubleType);
        }
        List<DataType> wider =
                List.of(DataTypes.ByteType, DataTypes.ShortType, DataTypes.IntegerType, DataTypes.LongType);
        int at = wider.indexOf(natural);
        return wider.indexOf(target) > at
                || target.equals(UNSIGNED_LONG)
                || (target.equals(DataTypes.DoubleType) && source.itemSize() <= Integer.BYTES)
                || (target.equals(DataTypes.FloatType) && source.itemSize() <= Short.BYTES);
    }

    @Override
    public Field field(String name) {
        return ItemConversion.leaf(name, arrow());
    }

    private ArrowType arrow() {
        if (type instanceof DecimalType decimal) {
            return new ArrowType.Decimal(decimal.precision(), decimal.scale(), DECIMAL_BYTES * Byte.SIZE);
        }
        if (type.equals(DataTypes.BooleanType)) {
            return ArrowType.Bool.INSTANCE;
        }
        if (type.equals(DataTypes.FloatType)) {
            return new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
        }
        if (type.equals(DataTypes.DoubleType)) {
            return new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
        }
        return new ArrowType.Int(type.defaultSize() * Byte.SIZE, true);
    }

    @Override
    public void fill(FieldVector vector, PackedColumn items) {
        if (isSame()) {
            ItemConversion.load(vector, items.count(), items.buffer());
            return;
        }
        try (ArrowBuf values = items.allocator().buffer(valueBytes(items.count()))) {
            convert(items, values);
            ItemConversion.load(vector, items.count(), values);
        }
    }

    private boolean isSame() {
        return type.equals(natural(source))
                && source.kind() != ScalarType.ScalarKind.BOOL
                && source.kind() != ScalarType.ScalarKind.UINT
                && source.itemSize() == type.defaultSize();
    }

    private long valueBytes(int count) {
        if (type instanceof DecimalType) {
            return (long) count * DECIMAL_BYTES;
        }
        return type.equals(DataTypes.BooleanType) ? (count + 7L) / 8 : (long) count * type.defaultSize();
    }

    private void convert(PackedColumn items, ArrowBuf values) {
        ByteBuffer bytes = items.bytes();
        if (type.equals(DataTypes.BooleanType)) {
            convertBools(bytes, items.count(), values);
        } else if (source.itemSize() == Short.BYTES
                && source.kind() == ScalarType.ScalarKind.FLOAT
                && type.equals(DataTypes.FloatType)) {
            // Not by way of a double, which would change the bits of a NaN.
            for (int i = 0; i < items.count(); i++) {
                values.setFloat((long) i * Float.BYTES, Float16.decode(bytes.getShort(i * Short.BYTES)));
            }
        } else if (source.kind() == ScalarType.ScalarKind.FLOAT || isReal()) {
            for (int i = 0; i < items.count(); i++) {
                double value = source.kind() == ScalarType.ScalarKind.FLOAT ? real(bytes, i) : integer(bytes, i);
                if (type.equals(DataTypes.FloatType)) {
                    values.setFloat((long) i * Float.BYTES, (float) value);
                } else {
                    values.setDouble((long) i * Double.BYTES, value);
                }
            }
        } else {
            convertIntegers(bytes, items.count(), values);
        }
    }

    private boolean isReal() {
        return type.equals(DataTypes.FloatType) || type.equals(DataTypes.DoubleType);
    }

    private static void convertBools(ByteBuffer bytes, int count, ArrowBuf values) {
        for (int first = 0; first < count; first += Byte.SIZE) {
            int bits = 0;
            for (int bit = 0; bit < Byte.SIZE && first + bit < count; bit++) {
                bits |= bytes.get(first + bit) != 0 ? 1 << bit : 0;
            }
            values.setByte(first / Byte.SIZE, bits);
        }
    }

    private void convertIntegers(ByteBuffer bytes, int count, ArrowBuf values) {
        for (int i = 0; i < count; i++) {
            long value = integer(bytes, i);
            if (type instanceof DecimalType) {
                values.setLong((long) i * DECIMAL_BYTES, value);
                boolean negative = value < 0 && source.kind() == ScalarType.ScalarKind.INT;
                values.setLong((long) i * DECIMAL_BYTES + Long.BYTES, negative ? -1 : 0);
            } else if (type.equals(DataTypes.ShortType)) {
                values.setShort((long) i * Short.BYTES, (short) value);
            } else if (type.equals(DataTypes.IntegerType)) {
                values.setInt((long) i * Integer.BYTES, (int) value);
            } else {
                values.setLong((long) i * Long.BYTES, value);
            }
        }
    }

    private long integer(ByteBuffer bytes, int item) {
        boolean signed = source.kind() == ScalarType.ScalarKind.INT;
        return switch (Math.toIntExact(source.itemSize())) {
            case Byte.BYTES -> signed ? bytes.get(item) : Byte.toUnsignedLong(bytes.get(item));
            case Short.BYTES ->
                signed ? bytes.getShort(item * Short.BYTES) : Short.toUnsignedLong(bytes.getShort(item * Short.BYTES));
            case Integer.BYTES ->
                signed
                        ? bytes.getInt(item * Integer.BYTES)
                        : Integer.toUnsignedLong(bytes.getInt(item * Integer.BYTES));
            default -> bytes.getLong(item * Long.BYTES);
        };
    }

    private double real(ByteBuffer bytes, int item) {
        return switch (Math.toIntExact(source.itemSize())) {
            case Short.BYTES -> Float16.decode(bytes.getShort(item * Short.BYTES));
            case Float.BYTES -> bytes.getFloat(item * Float.BYTES);
            default -> bytes.getDouble(item * Double.BYTES);
        };
    }
}
