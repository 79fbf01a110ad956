package io.cropmill.parquet;

import io.cropmill.text.Figures;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;

/**
 * Reads the bytes of one struct of Thrift's compact protocol, in which Parquet writes footers, page headers and indexes,
 * and nothing behind it. Once it has them whole, every list and text in them is as long as it declares, and nothing is
 * nested deeper than a decoder's stack bears: Thrift's own decoder, which believes both, may then have them.
 *
 * <pre>
 * struct = fields, 0
 * field  = 16 x id's difference + type, or type and the id as a varint; then the value
 * value  = true 1, false 2: nothing | 3: a byte | 4, 5, 6: a varint | 7: 8 bytes | 8: varint length, bytes
 *        | 9 list, 10 set: 16 x size + type, or 0xF0 + type and the size as a varint; then the values
 *        | 11 map: varint size; if not 0: 16 x key type + value type; then the pairs | 12: a struct | 13: 16 bytes
 * </pre>
 */
final class ThriftBytes {
    /** Parquet's own structs lie at most some ten deep; what is unknown, and skipped, may be newer. */
    private static final int DEEPEST = 64;

    /** Where a footer has the elements of its schema: structs in the list that is its second field. */
    private static final int SCHEMA = 2;

    private static final int SCHEMA_DEPTH = 3;

    /** Types of the fields of an element, by id: numbers, the name, numbers, the logical type. */
    private static final List<Integer> ELEMENT_TYPES = List.of(0, 5, 5, 5, 8, 5, 5, 5, 5, 5, 12);

    private static final int TRUE = 1;
    private static final int FALSE = 2;
    private static final int LONG_SIZE = 15;
    private static final int VARINT_BYTES = 10;
    private static final int UUID_BYTES = 16;
    private static final int PIECE = 4096;

    private final InputStream from;
    private final long most;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    private final byte[] piece = new byte[PIECE];
    private final boolean isFooter;
    private int topField;

    private ThriftBytes(InputStream from, long most, boolean isFooter) {
        this.from = from;
        this.most = most;
        this.isFooter = isFooter;
    }

    /**
     * The bytes of the struct that comes next.
     *
     * @param most bytes that it may have
     * @throws IOException if it is longer, ends early, is nested too deeply or holds an unknown type; says why
     */
    static byte[] read(InputStream from, long most) throws IOException {
        ThriftBytes struct = new ThriftBytes(from, most, false);
        struct.struct(1);
        return struct.bytes.toByteArray();
    }

    /**
     * As {@link #read}, of a footer, whose schema must not say anything that is not known: a field that is skipped may be
     * the one that says what a column's values mean.
     */
    static byte[] readFooter(InputStream from, long most) throws IOException {
        ThriftBytes struct = new ThriftBytes(from, most, true);
        struct.struct(1);
        return struct.bytes.toByteArray();
    }

    private void struct(int depth) throws IOException {
        if (depth > DEEPEST) {
            throw new IOException("it is nested deeper than " + DEEPEST + " levels");
        }
        for (long field = 0; ; ) {
            int head = next();
            int type = head & 0xF;
            if (type == 0) {
                return;
            }
            field = head >> 4 == 0 ? zigzag(varint()) : field + (head >> 4);
            if (depth == 1) {
                topField = (int) field;
            } else if (isFooter && depth == SCHEMA_DEPTH && topField == SCHEMA) {
                requireKnown(field, type);
            }
            if (type != TRUE && type != FALSE) {
                value(type, depth);
            }
        }
    }

    private static long zigzag(long value) {
        return value >>> 1 ^ -(value & 1);
    }

    private static void requireKnown(long field, int type) throws IOException {
        if (field < 1 || field >= ELEMENT_TYPES.size() || ELEMENT_TYPES.get((int) field) != type) {
            throw new IOException("its schema has a field " + field + " of type " + type
                    + ", which is not known; write it again for an older version of the format");
        }
    }

    private void value(int type, int depth) throws IOException {
        switch (type) {
            // As an element of a list, a boolean has a byte.
            case TRUE, FALSE, 3 -> pass(Byte.BYTES);
            case 4, 5, 6 -> varint();
            case 7 -> pass(Double.BYTES);
            case 8 -> pass(varint());
            case 9, 10 -> list(depth + 1);
            case 11 -> map(depth + 1);
            case 12 -> struct(depth + 1);
            case 13 -> pass(UUID_BYTES);
            default -> throw new IOException("it holds a value of an unknown type, " + type);
        }
    }

    private void list(int depth) throws IOException {
        requireDepth(depth);
        int head = next();
        long size = head >> 4 == LONG_SIZE ? varint() : head >> 4;
        requireRoom(size);
        for (long i = 0; i < size; i++) {
            value(head & 0xF, depth);
        }
    }

    private void map(int depth) throws IOException {
        requireDepth(depth);
        long size = varint();
        requireRoom(size);
        int types = size == 0 ? 0 : next();
        for (long i = 0; i < size; i++) {
            value(types >> 4, depth);
            value(types & 0xF, depth);
        }
    }

    private static void requireDepth(int depth) throws IOException {
        if (depth > DEEPEST) {
            throw new IOException("it is nested deeper than " + DEEPEST + " levels");
        }
    }

    /** Each value of a list takes a byte or more. */
    private void requireRoom(long declared) throws IOException {
        if (declared < 0 || declared > most - bytes.size()) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "it declares %s bytes or values, with at most %s left",
                    declared < 0 ? "a negative number of" : Figures.count(declared),
                    Figures.counted(most - bytes.size(), "byte")));
        }
    }

    private long varint() throws IOException {
        long value = 0;
        for (int i = 0; i < VARINT_BYTES; i++) {
            int next = next();
            value |= (next & 0x7FL) << 7 * i;
            if (next < 0x80) {
                return value;
            }
        }
        throw new IOException("it holds a number of more than 64 bits");
    }

    private int next() throws IOException {
        int next = from.read();
        if (next < 0) {
            throw new EOFException("it ends early");
        }
        requireRoom(1);
        bytes.write(next);
        return next;
    }

    private void pass(long count) throws IOException {
        requireRoom(count);
        for (long left = count; left > 0; ) {
            int read = from.read(piece, 0, (int) Math.min(left, PIECE));
            if (read < 0) {
                throw new EOFException("it ends early");
            }
            bytes.write(piece, 0, read);
            left -= read;
        }
    }
}
