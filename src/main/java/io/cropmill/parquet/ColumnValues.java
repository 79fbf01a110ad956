package io.cropmill.parquet;

import io.cropmill.parquet.ColumnType.Numbers;
import io.cropmill.parquet.ColumnType.ValueConversion;
import io.cropmill.parquet.PageCells.DecodedCells;
import io.cropmill.parquet.PageCells.IndexedCells;
import io.cropmill.parquet.PageCells.PlainCells;
import io.cropmill.parquet.PageValues.PageNumbers;
import io.cropmill.storage.ParseGuard;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Chooses the decoder of each page of one column chunk, and keeps the chunk's dictionary. */
final class ColumnValues implements PageReader.DictionaryKeeper {
    private final ColumnType type;
    private final ColumnDescriptor descriptor;
    private final int storedBytes;
    private ByteBuffer numbers = ByteBuffer.allocate(0);
    private final List<ByteBuffer> cells = new ArrayList<>();

    ColumnValues(ParquetColumn column) {
        this.type = column.type();
        this.descriptor = column.descriptor();
        this.storedBytes = switch (stored()) {
            case FLOAT, INT32 -> Integer.BYTES;
            case DOUBLE, INT64 -> Long.BYTES;
            case FIXED_LEN_BYTE_ARRAY -> descriptor.getPrimitiveType().getTypeLength();
            case BOOLEAN, BINARY, INT96 -> 0;
        };
    }

    private PrimitiveTypeName stored() {
        return descriptor.getPrimitiveType().getPrimitiveTypeName();
    }

    @Override
    public void keep(Encoding encoding, int entries, ByteBuffer bytes) throws IOException {
        if (encoding != Encoding.PLAIN && encoding != Encoding.PLAIN_DICTIONARY) {
            throw new IOException("its dictionary is encoded as " + encoding);
        }
        if (type instanceof Numbers number) {
            if (storedBytes == 0) {
                throw new IOException("its type has no dictionaries");
            }
            if (entries < 0) {
                throw new IOException("it has " + entries + " values");
            }
            ByteBuffer values = sized(bytes, (long) entries * storedBytes, entries);
            numbers = ByteBuffer.allocate(Math.multiplyExact(entries, number.bytes()))
                    .order(ByteOrder.LITTLE_ENDIAN);
            plainNumbers(values, number).read(numbers, entries);
            numbers.flip();
        } else {
            ByteBuffer copy = ByteBuffer.allocate(bytes.remaining()).order(ByteOrder.LITTLE_ENDIAN);
            PlainCells plain = new PlainCells(copy.put(bytes).flip(), entries);
            cells.clear();
            for (int i = 0; i < entries; i++) {
                cells.add(plain.next());
            }
        }
    }

    /** The decoder of a page's values, which are so many; what the JVM throws of them is the page's fault. */
    PageValues of(DataPage page, int count) throws IOException {
        return ParseGuard.parse(() -> decoder(page, count), IOException::new);
    }

    private PageValues decoder(DataPage page, int count) throws IOException {
        ByteBuffer bytes = page.values().bytes();
        return switch (page.encoding()) {
            case PLAIN -> plain(bytes, count);
            case PLAIN_DICTIONARY, RLE_DICTIONARY -> indexed(bytes, count);
            case BYTE_STREAM_SPLIT -> split(page, sized(bytes, (long) count * storedBytes, count));
            case DELTA_BINARY_PACKED -> isWhole() ? over(DeltaCheck.numbers(bytes, count)) : decoded(page, bytes);
            case DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY -> {
                DeltaCheck.require(page.encoding(), bytes, count);
                yield decoded(page, bytes);
            }
            case RLE -> stored() == PrimitiveTypeName.BOOLEAN ? booleans(bytes, count) : decoded(page, bytes);
            case BIT_PACKED -> decoded(page, bytes);
        };
    }

    private PageValues plain(ByteBuffer bytes, int count) throws IOException {
        if (!(type instanceof Numbers number)) {
            return new PlainCells(bytes, count);
        }
        return number.conversion() == ValueConversion.BIT
                ? new BitNumbers(sized(bytes, ((long) count + Byte.SIZE - 1) / Byte.SIZE, count))
                : plainNumbers(sized(bytes, (long) count * storedBytes, count), number);
    }

    private PlainNumbers plainNumbers(ByteBuffer bytes, Numbers number) {
        return new PlainNumbers(bytes, number, stored(), storedBytes);
    }

    private static ByteBuffer sized(ByteBuffer bytes, long expected, int count) throws IOException {
        if (bytes.remaining() < expected || !isPadding(bytes, bytes.remaining() - expected)) {
            throw new IOException("its " + bytes.remaining() + " bytes are not those of " + count + " values");
        }
        return bytes.slice(bytes.position(), (int) expected).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** True if the last bytes of a page say nothing: none, or the eight zeros that fastparquet ends its pages with. */
    static boolean isPadding(ByteBuffer bytes, long last) {
        return last == 0 || last == Long.BYTES && bytes.getLong(bytes.limit() - Long.BYTES) == 0;
    }

    private PageValues indexed(ByteBuffer bytes, int count) {
        int bitWidth = bytes.hasRemaining() ? bytes.get() : 0;
        int entries = type instanceof Numbers number ? numbers.limit() / number.bytes() : cells.size();
        HybridDecoder places = new HybridDecoder(bytes, bitWidth, count, entries, "places in the dictionary");
        return type instanceof Numbers number
                ? new IndexedNumbers(numbers, number.bytes(), places)
                : new IndexedCells(cells, places);
    }

    /** Behind the length of their runs, as levels of version 1 are. */
    private static PageValues booleans(ByteBuffer bytes, int count) throws IOException {
        ByteBuffer runs = sized(bytes, PageReader.length(bytes), count);
        ByteBuffer each = ByteBuffer.wrap(new byte[] {0, 1});
        return new IndexedNumbers(each, Byte.BYTES, new HybridDecoder(runs, 1, count, 2, "booleans"));
    }

    private PageValues split(DataPage page, ByteBuffer bytes) throws IOException {
        return type instanceof Numbers number && number.conversion() == ValueConversion.COPY
                ? new StreamSplitNumbers(bytes, number.bytes())
                : decoded(page, bytes);
    }

    private PageValues decoded(DataPage page, ByteBuffer bytes) throws IOException {
        ValuesReader values = org.apache.parquet.column.Encoding.valueOf(
                        page.encoding().name())
                .getValuesReader(descriptor, ValuesType.VALUES);
        values.initFromPage(page.entries(), ByteBufferInputStream.wrap(bytes));
        return over(values);
    }

    private PageValues over(ValuesReader values) {
        return type instanceof Numbers number ? new DecodedNumbers(values, stored(), number) : new DecodedCells(values);
    }

    private boolean isWhole() {
        return stored() == PrimitiveTypeName.INT32 || stored() == PrimitiveTypeName.INT64;
    }

    /** Booleans, eight to a byte from the lowest bit on. */
    static final class BitNumbers implements PageNumbers {
        private final ByteBuffer page;
        private final int start;
        private int next;

        BitNumbers(ByteBuffer page) {
            this.page = page;
            this.start = page.position();
        }

        @Override
        public void skip(int count) {
            next += count;
        }

        @Override
        public void read(ByteBuffer target, int count) {
            for (int i = 0; i < count; i++, next++) {
                target.put((byte) (page.get(start + next / Byte.SIZE) >> next % Byte.SIZE & 1));
            }
        }
    }
}
