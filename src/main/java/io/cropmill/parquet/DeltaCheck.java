package io.cropmill.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesReader;
import org.apache.parquet.format.Encoding;

/**
 * Looks at what a page of deltas says of its length and of its blocks, which parquet-java believes: it takes memory for a
 * part of a block before it reads one.
 *
 * <pre>
 * numbers:  varints: values a block, parts of a block, values of the page | first value | blocks
 * lengths:  the lengths as numbers | bytes
 * prefixes: the lengths of what is taken from the value before, as numbers | the rest, as lengths
 * </pre>
 */
final class DeltaCheck {
    /** Writers take 128 to some thousands. */
    private static final int MOST_BLOCK = 1 << 16;

    /** Of which a block's values, and a part's, are multiples, as the format says. */
    private static final int BLOCK_UNIT = 128;

    private static final int PART_UNIT = 32;

    private DeltaCheck() {}

    /** The numbers of a page that holds so many, and no bytes behind them. */
    static ValuesReader numbers(ByteBuffer page, int count) throws IOException {
        ByteBufferInputStream in = ByteBufferInputStream.wrap(page.duplicate());
        ValuesReader numbers = numbers(in, count);
        requireBytes(in, 0);
        return numbers;
    }

    /** Refuses a page of byte strings that holds another number of them, or bytes behind them. */
    static void require(Encoding encoding, ByteBuffer page, int count) throws IOException {
        ByteBufferInputStream in = ByteBufferInputStream.wrap(page.duplicate());
        switch (encoding) {
            case DELTA_LENGTH_BYTE_ARRAY -> requireBytes(in, lengths(in, count));
            case DELTA_BYTE_ARRAY -> {
                numbers(in, count);
                requireBytes(in, lengths(in, count));
            }
            case PLAIN, PLAIN_DICTIONARY, RLE, BIT_PACKED, RLE_DICTIONARY, BYTE_STREAM_SPLIT, DELTA_BINARY_PACKED ->
                throw new IllegalArgumentException(encoding + " has no lengths as deltas");
        }
    }

    private static DeltaBinaryPackingValuesReader numbers(ByteBufferInputStream in, int count) throws IOException {
        in.mark(Integer.MAX_VALUE);
        requireBlocks(BytesUtils.readUnsignedVarInt(in), BytesUtils.readUnsignedVarInt(in));
        int found = BytesUtils.readUnsignedVarInt(in);
        if (found != count) {
            throw new IOException(String.format(Locale.ROOT, "expected %,d values, but found %,d", count, found));
        }
        in.reset();
        DeltaBinaryPackingValuesReader numbers = new DeltaBinaryPackingValuesReader();
        numbers.initFromPage(count, in);
        return numbers;
    }

    private static void requireBlocks(int block, int parts) throws IOException {
        if (block < BLOCK_UNIT || block > MOST_BLOCK || block % BLOCK_UNIT != 0) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "expected blocks of %d to %,d values, a multiple of %d, but found %,d",
                    BLOCK_UNIT,
                    MOST_BLOCK,
                    BLOCK_UNIT,
                    block));
        }
        if (parts < 1 || block % parts != 0 || block / parts % PART_UNIT != 0) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "expected parts of a multiple of %d values in blocks of %,d, but found %,d parts",
                    PART_UNIT,
                    block,
                    parts));
        }
    }

    private static long lengths(ByteBufferInputStream in, int count) throws IOException {
        DeltaBinaryPackingValuesReader lengths = numbers(in, count);
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += lengths.readInteger();
        }
        return sum;
    }

    private static void requireBytes(ByteBufferInputStream in, long expected) throws IOException {
        if (in.available() != expected) {
            throw new IOException(String.format(
                    Locale.ROOT, "expected %,d bytes in its values, but found %,d", expected, in.available()));
        }
    }
}
