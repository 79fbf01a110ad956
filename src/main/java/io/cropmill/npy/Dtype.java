package io.cropmill.npy;

/**
 * The type of one array element, as a {@code .npy} header describes it.
 *
 * <p>Types are immutable values. Sizes are bytes and count padding; {@link #packed()} is the same type as this project
 * writes it: little-endian, without padding or titles, at every depth.
 */
public sealed interface Dtype permits ScalarType, SubArrayType, RecordType {
    /** Bytes that one element takes in the file, padding included. Never negative; 0 is possible ({@code |S0}). */
    long itemSize();

    /** The same type little-endian, without padding or titles, at every depth. */
    Dtype packed();

    /** The Python literal that NumPy writes for this type after {@code 'descr':}, for example {@code '<f4'}. */
    String descr();
}
