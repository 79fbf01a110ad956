package io.cropmill.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.frame.ItemConversion.PackedColumn;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.NpyHeaderWriter;
import io.cropmill.npy.RandomTypes;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.spark.sql.vectorized.ArrowColumnVector;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Items of any type become Spark's values, and these the same items again. */
class ValueRoundTripTest {
    private static final int ITEMS = 3;

    @Property(tries = 500)
    void valuesBecomeTheBytesThatTheyWereReadFrom(@ForAll long seed) throws Exception {
        RandomTypes types = new RandomTypes(seed);
        Dtype type = types.type().packed();
        for (ConversionRules.SubArrays arrays : ConversionRules.SubArrays.values()) {
            ItemConversion conversion;
            try {
                conversion = new ConversionRules(ConversionRules.ByteStrings.BINARY, arrays).of(type, null);
            } catch (ConversionRules.UnheldException e) {
                return;
            }
            byte[] items = new byte[Math.toIntExact(ITEMS * type.itemSize())];
            ByteBuffer bytes = ByteBuffer.wrap(items).order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < ITEMS; i++) {
                fill(type, bytes, types.random());
            }
            assertThat(roundTrip(type, conversion, items)).as(type.descr()).isEqualTo(items);
        }
    }

    @Property(tries = 500)
    void anyFileIsReadOrRefused(@ForAll long seed) throws IOException {
        RandomTypes types = new RandomTypes(seed);
        Dtype type = types.elementType();
        List<Long> shape = types.shape();
        long count = shape.stream().reduce(1L, Math::multiplyExact);
        byte[] header = NpyHeaderWriter.bytes(type, shape);
        ByteBuffer file = ByteBuffer.allocate(Math.toIntExact(header.length + count * type.itemSize()));
        byte[] data = new byte[file.capacity() - header.length];
        types.random().nextBytes(data);
        ReaderFuzz.fuzzerTestOneInput(file.put(header).put(data).array());
    }

    private static byte[] roundTrip(Dtype type, ItemConversion conversion, byte[] items) throws Exception {
        ByteBuffer out = ByteBuffer.allocate(items.length).order(ByteOrder.LITTLE_ENDIAN);
        try (BufferAllocator allocator = new RootAllocator();
                ArrowBuf buffer = allocator.buffer(items.length);
                FieldVector vector = conversion.field("x").createVector(allocator)) {
            buffer.setBytes(0, items);
            conversion.fill(
                    vector,
                    new PackedColumn(allocator, buffer, ITEMS, (expected, item, found) -> expected + " " + found));
            ColumnVector[] columns = {new ArrowColumnVector(vector)};
            ColumnarBatch batch = new ColumnarBatch(columns, ITEMS);
            for (int i = 0; i < ITEMS; i++) {
                ValueEncoder.put(batch.getRow(i), 0, conversion.type(), type, out);
            }
        }
        return out.array();
    }

    /** Bytes that are values: text of characters, bools of 0 and 1, times that fit. */
    private static void fill(Dtype type, ByteBuffer out, Random random) {
        if (type instanceof RecordType record) {
            record.fields().forEach(field -> fill(field.type(), out, random));
        } else if (type instanceof SubArrayType array) {
            for (long i = 0; i < array.elementCount(); i++) {
                fill(array.base(), out, random);
            }
        } else {
            scalar((ScalarType) type, out, random);
        }
    }

    private static void scalar(ScalarType type, ByteBuffer out, Random random) {
        switch (type.kind()) {
            case BOOL -> out.put((byte) random.nextInt(2));
            case TEXT -> {
                for (long i = 0; i < type.itemSize(); i += Integer.BYTES) {
                    out.putInt(random.nextBoolean() ? 'a' : 0x1F697);
                }
            }
            case DATETIME, TIMEDELTA ->
                out.putLong(random.nextInt(5) == 0 ? Long.MIN_VALUE : random.nextInt(1 << 24) / 8_000);
            case INT, UINT, FLOAT, COMPLEX, BYTES, VOID -> {
                byte[] bytes = new byte[Math.toIntExact(type.itemSize())];
                random.nextBytes(bytes);
                out.put(bytes);
            }
        }
    }
}
