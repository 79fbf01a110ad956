package io.cropmill.parquet;

import io.cropmill.npy.ScalarType;

/** What a column's values are. */
public sealed interface ColumnType {
    /** For messages. */
    String shown();

    /**
     * Numbers, read as packed little-endian bytes.
     *
     * @param dtype type that they are read as
     * @param conversion conversion from the stored values
     * @param scale digits behind the point of a decimal, else 0
     */
    record Numbers(ScalarType dtype, ValueConversion conversion, int scale) implements ColumnType {
        /** Bytes of one packed number. */
        public int bytes() {
            return (int) dtype.itemSize();
        }

        @Override
        public String shown() {
            return dtype.code();
        }
    }

    /**
     * Byte strings of any length.
     *
     * @param isText true if the file declares them as UTF-8
     */
    record Cells(boolean isText) implements ColumnType {
        @Override
        public String shown() {
            return isText ? "text" : "binary";
        }
    }

    /** What cannot be read; {@code shown} completes "but found". */
    record Unreadable(String shown) implements ColumnType {}

    /** How the stored value becomes the packed one. */
    enum ValueConversion {
        /** Bytes as they are. */
        COPY,
        /** An int32 to one or two bytes. */
        NARROW,
        /** An int32 to eight bytes. */
        WIDEN,
        /** A bit to a byte. */
        BIT,
        /** An unscaled integer to the nearest float64. */
        DECIMAL
    }
}
