package io.cropmill.plain;

import java.util.List;

/**
 * A field as the proof knows it: what one packed little-endian value of it is made of.
 *
 * @param name name in NumPy
 * @param scalar NumPy's text for its numbers, always little-endian: {@code <f4}, {@code |b1}, {@code |S16},
 *     {@code <M8[ns]}; {@code |V12} for a record of 12 bytes whose fields are the parts
 * @param shape axes of one value, empty for a scalar
 * @param nesting number of axes at each level, from the outside in: one level, but for arrays of arrays, which a
 *     header repeats as it found them
 * @param parts fields of the record in their order, empty for numbers
 */
public record PlainField(
        String name, String scalar, List<Integer> shape, List<Integer> nesting, List<PlainField> parts) {
    /** The scalar of a record without fields, which has no bytes. */
    static final String NO_FIELDS = "|V";

    private static final int UTF32_BYTES = 4;

    public PlainField {
        shape = List.copyOf(shape);
        nesting = List.copyOf(nesting);
        parts = List.copyOf(parts);
    }

    /** With axes of one level. */
    public PlainField(String name, String scalar, List<Integer> shape, List<PlainField> parts) {
        this(name, scalar, shape, shape.isEmpty() ? List.of() : List.of(shape.size()), parts);
    }

    /** A number, or an array of numbers. */
    public PlainField(String name, String scalar, List<Integer> shape) {
        this(name, scalar, shape, List.of());
    }

    /** Bytes of one value. */
    public int bytes() {
        int bytes = scalarBytes();
        for (int axis : shape) {
            bytes = Math.multiplyExact(bytes, axis);
        }
        return bytes;
    }

    /** Bytes of one number, or of one record. */
    public int scalarBytes() {
        if (scalar.equals(NO_FIELDS)) {
            return 0;
        }
        int digits = 2;
        while (digits < scalar.length() && Character.isDigit(scalar.charAt(digits))) {
            digits++;
        }
        int size = Integer.parseInt(scalar, 2, digits, 10);
        return kind() == 'U' ? Math.multiplyExact(size, UTF32_BYTES) : size;
    }

    /** NumPy's letter: {@code b i u f c S U V M m}. */
    public char kind() {
        return scalar.charAt(1);
    }
}
