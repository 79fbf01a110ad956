package io.cropmill.storage;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The CRC32C of a growing sequence of bytes, some seen and some known only by their own checksum and length.
 *
 * <p>A CRC is a remainder of polynomials over GF(2): appending n bytes multiplies what came before by x^(8n), so that
 * {@code crc(a + b) = crc(a) * x^(8 * length(b)) + crc(b)} modulo the polynomial (the method of zlib's crc32_combine).
 * Numbers are reflected: the highest bit is the coefficient of x^0.
 */
final class RunningCrc32c {
    private static final int POLYNOMIAL = 0x82F63B78;
    private static final int ONE = 1 << 31;
    private static final int X_TO_8 = 1 << 23;

    private final CRC32C tail = new CRC32C();
    private long tailBytes;
    private int head;
    private long bytes;

    /** The file that the parts make, one after the other. */
    static WrittenFile joined(String path, List<WrittenFile> parts) {
        RunningCrc32c crc = new RunningCrc32c();
        for (WrittenFile part : parts) {
            crc.append(part);
        }
        return new WrittenFile(path, crc.bytes(), crc.value());
    }

    /** Adds what remains in the buffer and consumes it. */
    void update(ByteBuffer source) {
        tailBytes += source.remaining();
        bytes = Math.addExact(bytes, source.remaining());
        tail.update(source);
    }

    void append(WrittenFile part) {
        head = combine(value(), part.crc32c(), part.bytes());
        tail.reset();
        tailBytes = 0;
        bytes = Math.addExact(bytes, part.bytes());
    }

    long bytes() {
        return bytes;
    }

    int value() {
        return combine(head, (int) tail.getValue(), tailBytes);
    }

    static int combine(int first, int second, long secondBytes) {
        return multiply(first, powerOfX(secondBytes)) ^ second;
    }

    /** x^(8n) modulo the polynomial, by squaring. */
    private static int powerOfX(long n) {
        int power = ONE;
        int square = X_TO_8;
        for (long rest = n; rest > 0; rest >>>= 1) {
            if ((rest & 1) != 0) {
                power = multiply(power, square);
            }
            square = multiply(square, square);
        }
        return power;
    }

    private static int multiply(int a, int b) {
        int product = 0;
        int shifted = b;
        for (int bit = ONE; bit != 0; bit >>>= 1) {
            if ((a & bit) != 0) {
                product ^= shifted;
            }
            shifted = (shifted >>> 1) ^ ((shifted & 1) != 0 ? POLYNOMIAL : 0);
        }
        return product;
    }
}
