package io.cropmill.plain;

import java.util.List;
import java.util.Locale;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/**
 * A column of a Parquet file as the proof reads it: a value a row, a list of values, or a list of lists.
 *
 * @param schema schema of this column alone
 * @param lists depth of the lists: 0, 1 or 2
 * @param kind kind of its values
 * @param scalar NumPy's text for one number; {@code cell} for a string of bytes, {@code text} for one in UTF-8; of what is
 *     not read, what it is
 * @param scale digits behind the point of a decimal
 */
record SourceColumn(MessageType schema, int lists, ColumnKind kind, String scalar, int scale) {
    /** Decimals of more digits would not survive the way to float64 and back. */
    static final int FLOAT64_DIGITS = 15;

    /** What the values of a column are. */
    enum ColumnKind {
        NUMBER,
        DECIMAL,
        CELL,
        UNREADABLE
    }

    /** The column of a field of a file's schema. */
    static SourceColumn of(GroupType schema, int field) {
        Type node = schema.getType(field);
        MessageType alone = new MessageType("column", node);
        int lists = 0;
        while (true) {
            lists += node.isRepetition(Repetition.REPEATED) ? 1 : 0;
            if (lists > 2) {
                return unreadable(alone, "lists nested deeper than twice");
            }
            if (node.isPrimitive()) {
                return ofPrimitive(alone, lists, node.asPrimitiveType());
            }
            GroupType group = node.asGroupType();
            boolean isList = group.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation
                    || group.isRepetition(Repetition.REPEATED);
            if (!isList || group.getFieldCount() != 1) {
                return unreadable(alone, "a struct or a map");
            }
            node = group.getType(0);
        }
    }

    private static SourceColumn ofPrimitive(MessageType schema, int lists, PrimitiveType type) {
        LogicalTypeAnnotation meaning = type.getLogicalTypeAnnotation();
        if (meaning instanceof DecimalLogicalTypeAnnotation decimal) {
            return isFloat64(type, decimal)
                    ? new SourceColumn(schema, lists, ColumnKind.DECIMAL, "<f8", decimal.getScale())
                    : unreadable(schema, "decimals of " + decimal.getPrecision() + " digits");
        }
        String scalar = scalar(type, meaning);
        if (scalar == null) {
            String physical = type.getPrimitiveTypeName().name().toLowerCase(Locale.ROOT);
            return unreadable(schema, physical + (meaning == null ? "" : " that means " + meaning));
        }
        boolean isCell = scalar.equals("cell") || scalar.equals("text");
        return new SourceColumn(schema, lists, isCell ? ColumnKind.CELL : ColumnKind.NUMBER, scalar, 0);
    }

    private static boolean isFloat64(PrimitiveType type, DecimalLogicalTypeAnnotation decimal) {
        boolean isStored = switch (type.getPrimitiveTypeName()) {
            case INT32, INT64, FIXED_LEN_BYTE_ARRAY -> true;
            case BINARY, INT96, BOOLEAN, FLOAT, DOUBLE -> false;
        };
        return isStored && decimal.getPrecision() <= FLOAT64_DIGITS;
    }

    /** The number that a type is read as; null for what is not read. */
    private static @Nullable String scalar(PrimitiveType type, @Nullable LogicalTypeAnnotation meaning) {
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> meaning == null ? "|b1" : null;
            case FLOAT -> meaning == null ? "<f4" : null;
            case DOUBLE -> meaning == null ? "<f8" : null;
            case INT32 -> meaning instanceof DateLogicalTypeAnnotation ? "<M8[D]" : whole(meaning, "<i4");
            case INT64 -> meaning instanceof TimestampLogicalTypeAnnotation time ? stamp(time) : whole(meaning, "<i8");
            case FIXED_LEN_BYTE_ARRAY -> meaning instanceof Float16LogicalTypeAnnotation ? "<f2" : null;
            case BINARY -> meaning == null ? "cell" : isText(meaning) ? "text" : null;
            case INT96 -> null;
        };
    }

    private static @Nullable String whole(@Nullable LogicalTypeAnnotation meaning, String unsaid) {
        if (meaning == null) {
            return unsaid;
        }
        if (!(meaning instanceof IntLogicalTypeAnnotation integer)) {
            return null;
        }
        int bytes = integer.getBitWidth() / Byte.SIZE;
        return (bytes == 1 ? "|" : "<") + (integer.isSigned() ? "i" : "u") + bytes;
    }

    private static String stamp(TimestampLogicalTypeAnnotation time) {
        return switch (time.getUnit()) {
            case MILLIS -> "<M8[ms]";
            case MICROS -> "<M8[us]";
            case NANOS -> "<M8[ns]";
        };
    }

    private static boolean isText(LogicalTypeAnnotation meaning) {
        return meaning instanceof StringLogicalTypeAnnotation
                || meaning instanceof EnumLogicalTypeAnnotation
                || meaning instanceof JsonLogicalTypeAnnotation;
    }

    private static SourceColumn unreadable(MessageType schema, String what) {
        return new SourceColumn(schema, 0, ColumnKind.UNREADABLE, what, 0);
    }

    String name() {
        return schema.getType(0).getName();
    }

    ColumnDescriptor descriptor() {
        return schema.getColumns().get(0);
    }

    boolean isNumbers() {
        return kind == ColumnKind.NUMBER || kind == ColumnKind.DECIMAL;
    }

    /** True if it is one whole number a row. */
    boolean isWhole() {
        return kind == ColumnKind.NUMBER && lists == 0 && (scalar.charAt(1) == 'i' || scalar.charAt(1) == 'u');
    }

    /** True if each row has a whole array, or something else, as bytes. */
    boolean isCells() {
        return kind == ColumnKind.CELL && lists == 0 && scalar.equals("cell");
    }

    /** A field of numbers like these. */
    PlainField field(List<Integer> shape) {
        return new PlainField(name(), scalar, shape);
    }

    boolean isLike(SourceColumn other) {
        return name().equals(other.name())
                && lists == other.lists
                && kind == other.kind
                && scalar.equals(other.scalar)
                && scale == other.scale;
    }

    /** {@code list<<f4>}, for messages. */
    @Override
    public String toString() {
        return "list<".repeat(lists) + scalar + ">".repeat(lists);
    }
}
