package io.cropmill.plain;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/**
 * The values of one row of a column, as parquet-java's record assembly gives them: their bytes, how many there are, and
 * the length of the inner lists, which is one and the same in all rows.
 */
final class RowValues {
    private final SourceColumn column;
    private final int bytesOfOne;
    private final ByteList bytes = new ByteList();
    private final GroupConverter root;
    private int groupsAboveList;
    private int groupsMet;
    private int count;
    private int width;
    private @Nullable String odd;

    RowValues(SourceColumn column) {
        this.column = column;
        this.bytesOfOne = column.isNumbers() ? new PlainField("", column.scalar(), List.of()).bytes() : 0;
        this.root = new Level(converter(column.schema().getType(0), 0));
    }

    private Converter converter(Type node, int listsAbove) {
        boolean isRepeated = node.isRepetition(Repetition.REPEATED);
        if (node.isPrimitive()) {
            return new Value();
        }
        int lists = listsAbove + (isRepeated ? 1 : 0);
        Converter child = converter(node.asGroupType().getType(0), lists);
        if (isRepeated) {
            return lists < column.lists() ? new Outer(child) : new Entry(child);
        }
        if (lists > 0) {
            return new Level(child);
        }
        groupsAboveList++;
        return new Above(child);
    }

    GroupConverter root() {
        return root;
    }

    void begin() {
        bytes.clear();
        count = 0;
        groupsMet = 0;
        odd = null;
    }

    /** What a row holds that none should; null if it is whole, or null as a whole. */
    @Nullable
    String odd() {
        return odd;
    }

    /** True for a row that is null as a whole. */
    boolean isNull() {
        return column.lists() == 0 ? count == 0 : groupsMet < groupsAboveList;
    }

    /** Values of the row. */
    int count() {
        return count;
    }

    /** Length of all inner lists so far; 0 before the first, or if there are none. */
    int width() {
        return width;
    }

    /** The values, packed and little-endian, or the bytes of a cell. */
    byte[] bytes() {
        return bytes.copy();
    }

    /** The one number of the row: the value of a whole one, the bits of others. */
    long number() {
        return bytes.number(bytesOfOne, column.scalar().charAt(1) != 'u');
    }

    private void note(String found) {
        odd = odd == null ? found : odd;
    }

    /** A group around its one child. */
    private static class Level extends GroupConverter {
        private final Converter child;

        Level(Converter child) {
            this.child = child;
        }

        @Override
        public Converter getConverter(int field) {
            return child;
        }

        @Override
        public void start() {}

        @Override
        public void end() {}
    }

    /** A group around the outermost list: a row without it is null. */
    private final class Above extends Level {
        Above(Converter child) {
            super(child);
        }

        @Override
        public void start() {
            groupsMet++;
        }
    }

    /** An entry of the innermost list, which is one value. */
    private final class Entry extends Level {
        private int before;

        Entry(Converter child) {
            super(child);
        }

        @Override
        public void start() {
            before = count;
        }

        @Override
        public void end() {
            if (count == before) {
                note("a null within");
            }
        }
    }

    /** An entry of the outer list, which is a list of always as many values. */
    private final class Outer extends Level {
        private int before;

        Outer(Converter child) {
            super(child);
        }

        @Override
        public void start() {
            before = count;
        }

        @Override
        public void end() {
            int length = count - before;
            width = width == 0 ? length : width;
            if (length == 0) {
                note("a null or an empty list within");
            } else if (length != width) {
                note("inner lists of " + width + " and of " + length + " values");
            }
        }
    }

    /** A value, which is converted by what its column means. */
    private final class Value extends PrimitiveConverter {
        @Override
        public void addBoolean(boolean value) {
            add(value ? 1 : 0);
        }

        @Override
        public void addInt(int value) {
            if (bytesOfOne < Integer.BYTES) {
                requireFits(value);
            }
            addLong(value);
        }

        @Override
        public void addLong(long value) {
            if (column.kind() == SourceColumn.ColumnKind.DECIMAL) {
                addDecimal(BigInteger.valueOf(value));
            } else {
                add(value);
            }
        }

        /** A number that its type has no room for would become another. */
        private void requireFits(int value) {
            int bits = bytesOfOne * Byte.SIZE;
            boolean isSigned = column.scalar().charAt(1) == 'i';
            int least = isSigned ? -1 << bits - 1 : 0;
            int most = (isSigned ? 1 << bits - 1 : 1 << bits) - 1;
            if (value < least || value > most) {
                throw new ArithmeticException("its value " + value + " does not fit its type, " + column.scalar());
            }
        }

        @Override
        public void addFloat(float value) {
            add(Float.floatToRawIntBits(value));
        }

        @Override
        public void addDouble(double value) {
            add(Double.doubleToRawLongBits(value));
        }

        @Override
        public void addBinary(Binary value) {
            if (column.kind() == SourceColumn.ColumnKind.DECIMAL) {
                // Two's complement, highest byte first.
                addDecimal(new BigInteger(value.getBytes()));
            } else {
                bytes.add(value.getBytesUnsafe());
                count++;
            }
        }

        private void addDecimal(BigInteger unscaled) {
            if (new BigDecimal(unscaled).precision() > SourceColumn.FLOAT64_DIGITS) {
                throw new ArithmeticException("its value has more digits than float64 holds");
            }
            add(Double.doubleToRawLongBits(new BigDecimal(unscaled, column.scale()).doubleValue()));
        }

        private void add(long number) {
            bytes.add(number, bytesOfOne);
            count++;
        }
    }
}
