package io.cropmill.npy;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;

/**
 * The type of one array element, as a {@code .npy} header describes it.
 *
 * <p>Types are immutable values. Sizes are bytes and count padding; {@link #packed()} is the same type as this project
 * writes it: little-endian, without padding or titles, at every depth. No type is larger than 2,147,483,647 bytes,
 * NumPy's own limit.
 */
public sealed interface Dtype extends Serializable permits ScalarType, SubArrayType, RecordType {
    /** Bytes that one element takes in the file, padding included. Never negative; 0 is possible ({@code |S0}). */
    long itemSize();

    /** The same type little-endian, without padding or titles, at every depth. */
    Dtype packed();

    /** The Python literal that NumPy writes for this type after {@code 'descr':}, for example {@code '<f4'}. */
    String descr();

    /** The type of one entry of a sub-array; other types are their own entry. */
    default Dtype entry() {
        return this instanceof SubArrayType array ? array.base() : this;
    }

    /** Number of entries: the product of a sub-array's shape, else 1. */
    default long entries() {
        return this instanceof SubArrayType array ? array.elementCount() : 1;
    }

    /** A type of the same shape with other entries. */
    default Dtype withEntry(Dtype other) {
        return this instanceof SubArrayType array ? new SubArrayType(other, array.shape()) : other;
    }

    /**
     * The type that a {@link #descr()} stands for; {@code '<f4'} is written with its quotes.
     *
     * @throws IllegalArgumentException if it is not one
     */
    static Dtype parse(String descr) {
        try {
            HeaderText text = new HeaderText("descr", descr, 0, StandardCharsets.UTF_8, "");
            return new DescrReader(text).read(LiteralParser.parse(text));
        } catch (NpyException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
