package io.cropmill.npy;

/**
 * Where things lie in a {@code .npy} file.
 *
 * <pre>
 *   0  6 bytes  93 4E 55 4D 50 59 (\x93NUMPY)
 *   6  1 byte   major version
 *   7  1 byte   minor version, 0
 *   8  2 bytes  header length, unsigned little-endian (version 1); 4 bytes in versions 2 and 3
 *  10  or 12    header: a Python literal, padded with spaces, ended by a line feed
 *  10  or 12 + header length: data
 * </pre>
 */
final class NpyFormat {
    static final String MAGIC = "\u0093NUMPY";
    static final int VERSION_OFFSET = MAGIC.length();
    static final int LENGTH_OFFSET = VERSION_OFFSET + 2;
    static final int SHORT_PREFIX_BYTES = LENGTH_OFFSET + Short.BYTES;
    static final int LONG_PREFIX_BYTES = LENGTH_OFFSET + Integer.BYTES;

    /** Most bytes that this reader parses; {@code numpy.load} stops at 10,000 by default. */
    static final int MAX_HEADER_READ = 1 << 20;

    /** Characters of a header beyond which {@code numpy.load} asks its user for trust. */
    static final int MAX_HEADER_WRITTEN = 10_000;

    /** NumPy keeps item sizes and sub-array axes in a C int. */
    static final long MAX_ITEM_BYTES = Integer.MAX_VALUE;

    /** {@code NPY_MAXDIMS} of NumPy 2. */
    static final int MAX_AXES = 64;

    private NpyFormat() {}

    static int prefixBytes(int version) {
        return version == 1 ? SHORT_PREFIX_BYTES : LONG_PREFIX_BYTES;
    }
}
