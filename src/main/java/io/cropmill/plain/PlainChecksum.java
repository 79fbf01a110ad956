package io.cropmill.plain;

import java.io.Serializable;
import java.util.List;

/**
 * CRC32C (Castagnoli) of bytes in pieces that are read apart.
 *
 * <p>A CRC is the remainder of a polynomial over GF(2), so that of two pieces is
 * {@code crc(a + b) = crc(a) * x^(8 * length of b) + crc(b)}, modulo the polynomial.
 */
public final class PlainChecksum {
    /** Castagnoli's polynomial, the coefficient of x^31 in the lowest bit. */
    private static final int POLYNOMIAL = 0x82f63b78;

    private static final int ONE = 1 << 31;

    private PlainChecksum() {}

    /** A piece: where it begins, how long it is, and its checksum. */
    public record Piece(long start, long bytes, int crc32c) implements Serializable {}

    /** True if pieces follow each other from the first byte of a file to its last. */
    public static boolean cover(List<Piece> pieces, long length) {
        long end = 0;
        for (Piece piece : pieces) {
            if (piece.start() != end) {
                return false;
            }
            end += piece.bytes();
        }
        return end == length;
    }

    /** The checksum of pieces that follow each other. */
    public static int joined(List<Piece> pieces) {
        int crc = 0;
        for (Piece piece : pieces) {
            crc = product(crc, power(8 * piece.bytes())) ^ piece.crc32c();
        }
        return crc;
    }

    /** x to a power, modulo the polynomial, by squaring. */
    private static int power(long exponent) {
        int result = ONE;
        int square = ONE >>> 1;
        for (long rest = exponent; rest > 0; rest >>>= 1) {
            if ((rest & 1) != 0) {
                result = product(result, square);
            }
            square = product(square, square);
        }
        return result;
    }

    /** The product of two polynomials, modulo the polynomial; the highest bit is the coefficient of 1. */
    private static int product(int a, int b) {
        int sum = 0;
        int shifted = b;
        for (int bit = 31; bit >= 0; bit--) {
            sum ^= (a >>> bit & 1) != 0 ? shifted : 0;
            // Times x: one place down; what falls out is x^32, which the polynomial replaces.
            shifted = shifted >>> 1 ^ ((shifted & 1) != 0 ? POLYNOMIAL : 0);
        }
        return sum;
    }
}
