package io.cropmill.frame;

import io.cropmill.frame.FormPlan.PlannedColumn;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.expressions.Cast;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.GeneralScalarExpression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Tells which rows of a batch may pass predicates, as Spark's SQL understands them: null where a value is missing, NaN
 * equal to itself and larger than all other numbers.
 */
final class RowFilter {
    private static final int DECIMAL_DIGITS = 20;

    private final List<Predicate> predicates;
    private final List<PlannedColumn> columns;
    private final ColumnarBatch batch;

    RowFilter(List<Predicate> predicates, List<PlannedColumn> columns, ColumnarBatch batch) {
        this.predicates = predicates;
        this.columns = columns;
        this.batch = batch;
    }

    boolean passes(int row) {
        for (Predicate predicate : predicates) {
            if (!Boolean.TRUE.equals(value(predicate, row))) {
                return false;
            }
        }
        return true;
    }

    /** True if {@link #passes} understands an expression over columns of those types. */
    static boolean understands(Expression expression, java.util.function.Function<String, @Nullable DataType> types) {
        if (expression instanceof Literal<?> literal) {
            return literal.value() == null || isPlain(literal.dataType());
        }
        if (expression instanceof NamedReference reference) {
            DataType type =
                    reference.fieldNames().length == 1 ? types.apply(reference.fieldNames()[0]) : null;
            return type != null && isPlain(type);
        }
        if (expression instanceof Cast cast) {
            return isNumber(cast.dataType()) && isWider(cast, types) && understands(cast.expression(), types);
        }
        if (!(expression instanceof GeneralScalarExpression operation) || !isKnown(operation)) {
            return false;
        }
        for (Expression child : operation.children()) {
            if (!understands(child, types)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isKnown(GeneralScalarExpression operation) {
        int children = operation.children().length;
        return switch (operation.name()) {
            case "=", "<=>", "<>", "<", "<=", ">", ">=", "AND", "OR" -> children == 2;
            case "%" -> children == 2 && isIntegerAboveZero(operation.children()[1]);
            case "NOT", "IS_NULL", "IS_NOT_NULL" -> children == 1;
            case "IN" -> children >= 1;
            case "ALWAYS_TRUE", "ALWAYS_FALSE" -> true;
            default -> false;
        };
    }

    private static boolean isIntegerAboveZero(Expression divisor) {
        return divisor instanceof Literal<?> literal
                && literal.value() instanceof Number number
                && isInteger(number)
                && number.longValue() > 0;
    }

    /** A cast that changes no value; a float of a long does. */
    private static boolean isWider(Cast cast, java.util.function.Function<String, @Nullable DataType> types) {
        if (!(cast.expression() instanceof NamedReference reference) || reference.fieldNames().length != 1) {
            return false;
        }
        DataType from = types.apply(reference.fieldNames()[0]);
        if (from == null || !isNumber(from)) {
            return false;
        }
        boolean floats =
                cast.dataType().equals(DataTypes.FloatType) || cast.dataType().equals(DataTypes.DoubleType);
        boolean wasFloat = from.equals(DataTypes.FloatType) || from.equals(DataTypes.DoubleType);
        return wasFloat
                ? cast.dataType().equals(DataTypes.DoubleType)
                : !floats
                        ? cast.dataType().defaultSize() >= from.defaultSize()
                        : cast.dataType().equals(DataTypes.DoubleType) && from.defaultSize() <= Integer.BYTES;
    }

    private static boolean isPlain(DataType type) {
        return isNumber(type)
                || type instanceof BooleanType
                || type.equals(DataTypes.StringType)
                || type.equals(DataTypes.DateType)
                || type.equals(DataTypes.TimestampNTZType);
    }

    private static boolean isNumber(DataType type) {
        return type.equals(DataTypes.ByteType)
                || type.equals(DataTypes.ShortType)
                || type.equals(DataTypes.IntegerType)
                || type.equals(DataTypes.LongType)
                || type.equals(DataTypes.FloatType)
                || type.equals(DataTypes.DoubleType)
                || type instanceof DecimalType;
    }

    private @Nullable Object value(Expression expression, int row) {
        if (expression instanceof Literal<?> literal) {
            return literal.value();
        }
        if (expression instanceof NamedReference reference) {
            return column(reference.fieldNames()[0], row);
        }
        if (expression instanceof Cast cast) {
            return value(cast.expression(), row);
        }
        return operation((GeneralScalarExpression) expression, row);
    }

    private @Nullable Object operation(GeneralScalarExpression operation, int row) {
        switch (operation.name()) {
            case "ALWAYS_TRUE":
                return true;
            case "ALWAYS_FALSE":
                return false;
            case "AND":
                return and(operation, row, false);
            case "OR":
                return and(operation, row, true);
            default:
                break;
        }
        List<@Nullable Object> values = new ArrayList<>();
        for (Expression child : operation.children()) {
            values.add(value(child, row));
        }
        Object first = values.get(0);
        return switch (operation.name()) {
            case "IS_NULL" -> first == null;
            case "IS_NOT_NULL" -> first != null;
            case "NOT" -> first == null ? null : !((Boolean) first);
            case "IN" -> in(first, values);
            case "%" -> first == null ? null : remainder((Number) first, (Number) values.get(1));
            default -> compared(operation.name(), first, values.get(1));
        };
    }

    /** AND, or with {@code decisive} OR: a decisive value wins over null. */
    private @Nullable Object and(GeneralScalarExpression operation, int row, boolean decisive) {
        boolean unknown = false;
        for (Expression child : operation.children()) {
            Object value = value(child, row);
            if (value == null) {
                unknown = true;
            } else if ((Boolean) value == decisive) {
                return decisive;
            }
        }
        return unknown ? null : !decisive;
    }

    private static @Nullable Object in(@Nullable Object first, List<@Nullable Object> values) {
        if (first == null) {
            return null;
        }
        boolean unknown = false;
        for (Object other : values.subList(1, values.size())) {
            if (other == null) {
                unknown = true;
            } else if (compare(first, other) == 0) {
                return true;
            }
        }
        return unknown ? null : false;
    }

    private static @Nullable Object remainder(Number value, @Nullable Number divisor) {
        return divisor == null || !isInteger(value) ? null : (Object) (value.longValue() % divisor.longValue());
    }

    private static @Nullable Object compared(String operator, @Nullable Object left, @Nullable Object right) {
        if (operator.equals("<=>")) {
            return left == null || right == null ? left == right : compare(left, right) == 0;
        }
        if (left == null || right == null) {
            return null;
        }
        int order = compare(left, right);
        return switch (operator) {
            case "=" -> order == 0;
            case "<>" -> order != 0;
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            default -> order >= 0;
        };
    }

    private static int compare(Object left, Object right) {
        if (left instanceof UTF8String text && right instanceof UTF8String other) {
            return text.compareTo(other);
        }
        if (left instanceof Boolean truth && right instanceof Boolean other) {
            return truth.compareTo(other);
        }
        if (left instanceof Decimal || right instanceof Decimal) {
            return decimal(left).compareTo(decimal(right));
        }
        Number number = (Number) left;
        Number other = (Number) right;
        if (isInteger(number) && isInteger(other)) {
            return Long.compare(number.longValue(), other.longValue());
        }
        double a = number.doubleValue();
        double b = other.doubleValue();
        // Zero has one value in SQL.
        return a == b ? 0 : Double.compare(a, b);
    }

    private static BigDecimal decimal(Object value) {
        if (value instanceof Decimal decimal) {
            return decimal.toJavaBigDecimal();
        }
        return new BigDecimal(value.toString());
    }

    private static boolean isInteger(Number number) {
        return number instanceof Byte || number instanceof Short || number instanceof Integer || number instanceof Long;
    }

    private @Nullable Object column(String name, int row) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(name)) {
                ColumnVector vector = batch.column(i);
                return vector.isNullAt(row)
                        ? null
                        : plain(vector, columns.get(i).type(), row);
            }
        }
        throw new IllegalStateException("no column " + name);
    }

    private static Object plain(ColumnVector vector, DataType type, int row) {
        if (type instanceof BooleanType) {
            return vector.getBoolean(row);
        }
        if (type.equals(DataTypes.StringType)) {
            return vector.getUTF8String(row);
        }
        if (type instanceof DecimalType) {
            return vector.getDecimal(row, DECIMAL_DIGITS, 0);
        }
        if (type.equals(DataTypes.FloatType)) {
            return vector.getFloat(row);
        }
        if (type.equals(DataTypes.DoubleType)) {
            return vector.getDouble(row);
        }
        return switch (type.defaultSize()) {
            case Byte.BYTES -> vector.getByte(row);
            case Short.BYTES -> vector.getShort(row);
            case Integer.BYTES -> vector.getInt(row);
            default -> vector.getLong(row);
        };
    }
}
