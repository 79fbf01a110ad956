package io.cropmill.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesReader;
import org.apache.parquet.format.Encoding;

/**
 * Looks at what a page of deltas says of its length, which parquet-java believes.
 *
 * <pre>
 * numbers:  varints: values a block, parts of a block, values of the page | first value | blocks
 * lengths:  the lengths as numbers | bytes
 * prefixes: the lengths of what is taken from the value before, as numbers | the rest, as lengths
 * </pre>
 */
final class DeltaCheck {
    private DeltaCheck() {}

    /** Refuses a page that holds another number of values, or bytes behind them. */
    static void require(Encoding encoding, ByteBuffer page, int count) throws IOException {
        ByteBufferInputStream in = ByteBufferInputStream.wrap(page.duplicate());
        switch (encoding) {
            case DELTA_BINARY_PACKED -> {
                numbers(in, count);
                requireBytes(in, 0);
            }
            case DELTA_LENGTH_BYTE_ARRAY -> requireBytes(in, lengths(in, count));
            case DELTA_BYTE_ARRAY -> {
                numbers(in, count);
                requireBytes(in, lengths(in, count));
            }
            case PLAIN, PLAIN_DICTIONARY, RLE, BIT_PACKED, RLE_DICTIONARY, BYTE_STREAM_SPLIT ->
                throw new IllegalArgumentException(encoding + " has no deltas");
        }
    }

    private static DeltaBinaryPackingValuesReader numbers(ByteBufferInputStream in, int count) throws IOException {
        in.mark(Integer.MAX_VALUE);
        BytesUtils.readUnsignedVarInt(in);
        BytesUtils.readUnsignedVarInt(in);
        int found = BytesUtils.readUnsignedVarInt(in);
        if (found != count) {
            throw new IOException(String.format(Locale.ROOT, "expected %,d values, but found %,d", count, found));
        }
        in.reset();
        DeltaBinaryPackingValuesReader numbers = new DeltaBinaryPackingValuesReader();
        numbers.initFromPage(count, in);
        return numbers;
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
