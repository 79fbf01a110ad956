package io.cropmill.validate;

import io.cropmill.npy.ScalarType;
import java.nio.ByteBuffer;

/** Integers as a validation reads them, which shares no reader with what it validates. */
final class PlainInteger {
    private PlainInteger() {}

    /**
     * The integer, date or duration at a byte of a buffer, in the buffer's byte order; an unsigned one beyond 63 bits is
     * negative.
     */
    static long read(ScalarType type, ByteBuffer bytes, int at) {
        boolean unsigned = type.kind() == ScalarType.Kind.UINT;
        return switch (Math.toIntExact(type.itemSize())) {
            case Byte.BYTES -> unsigned ? Byte.toUnsignedLong(bytes.get(at)) : bytes.get(at);
            case Short.BYTES -> unsigned ? Short.toUnsignedLong(bytes.getShort(at)) : bytes.getShort(at);
            case Integer.BYTES -> unsigned ? Integer.toUnsignedLong(bytes.getInt(at)) : bytes.getInt(at);
            default -> bytes.getLong(at);
        };
    }
}
