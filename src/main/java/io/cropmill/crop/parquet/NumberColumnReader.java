package io.cropmill.crop.parquet;

import io.cropmill.npy.ScalarType;
import io.cropmill.parquet.ColumnReader;
import io.cropmill.parquet.GrowingBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.arrow.memory.BufferAllocator;

/** A column of one number a row in one row group, read some thousand rows ahead. Its reader stays the opener's. For one thread. */
final class NumberColumnReader {
    private static final int PIECE = 4096;

    private final ColumnReader reader;
    private final ScalarType type;
    private final BufferAllocator allocator;
    private final long[] ahead = new long[PIECE];
    private long left;
    private int next;
    private int filled;

    /** Reads so many rows of a column. */
    NumberColumnReader(ColumnReader reader, ScalarType type, long rows, BufferAllocator allocator) {
        this.reader = reader;
        this.type = type;
        this.left = rows;
        this.allocator = allocator;
    }

    /** The number of the next row, or the bits of a float; an unsigned one beyond 63 bits is negative. */
    long next() throws IOException {
        if (next == filled) {
            fill();
        }
        return ahead[next++];
    }

    /** The number that a result of {@link #next} stands for. */
    Number value(long number) {
        return type.value(number);
    }

    /** Passes the next row if it is null, in a column that keeps nulls. */
    boolean passNull() throws IOException {
        boolean isNull = next == filled && reader.passNull();
        left -= isNull ? 1 : 0;
        return isNull;
    }

    /** Passes rows. */
    void skip(long rows) throws IOException {
        long here = Math.min(rows, filled - next);
        next += (int) here;
        reader.skip(rows - here);
        left -= rows - here;
    }

    private void fill() throws IOException {
        filled = (int) Math.min(Math.min(PIECE, left), reader.untilNull());
        next = 0;
        left -= filled;
        try (GrowingBytes numbers = new GrowingBytes(allocator, (long) PIECE * Long.BYTES)) {
            reader.numbers(filled, numbers);
            ByteBuffer bytes = numbers.room(0);
            int size = (int) type.itemSize();
            for (int i = 0; i < filled; i++) {
                ahead[i] = type.number(bytes, i * size);
            }
        }
    }
}
