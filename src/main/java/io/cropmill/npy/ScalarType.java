package io.cropmill.npy;

import java.nio.ByteOrder;

/**
 * A type without parts: a number, a bool, bytes, text, a date or a raw void.
 *
 * @param kind what the bytes mean
 * @param order byte order; {@code LITTLE_ENDIAN} where order has no meaning (one byte, bytes, void)
 * @param itemSize bytes
 * @param unit of datetime64 and timedelta64, as between the brackets of {@code <M8[25s]}; empty for all others and for
 *     the generic unit
 */
public record ScalarType(Kind kind, ByteOrder order, long itemSize, String unit) implements Dtype {
    /** What the bytes of a scalar mean; {@code code} is NumPy's letter. */
    public enum Kind {
        BOOL('b'),
        INT('i'),
        UINT('u'),
        FLOAT('f'),
        COMPLEX('c'),
        BYTES('S'),
        TEXT('U'),
        VOID('V'),
        DATETIME('M'),
        TIMEDELTA('m');

        private final char code;

        Kind(char code) {
            this.code = code;
        }

        public char code() {
            return code;
        }
    }

    @Override
    public Dtype packed() {
        throw new UnsupportedOperationException("TODO npy room");
    }

    @Override
    public String descr() {
        throw new UnsupportedOperationException("TODO npy room");
    }
}
