package io.cropmill.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class FieldPackingTest {
    private static String pack(String descr, int items, String source) {
        FieldPacking packing = FieldPacking.of(Dtype.parse(descr));
        ByteBuffer target = ByteBuffer.allocate((int) packing.packedSize() * items);
        packing.pack(ByteBuffer.wrap(HexFormat.of().parseHex(source.replace(" ", ""))), 0, target, 0, items);
        return HexFormat.of().formatHex(target.array());
    }

    @Test
    void leavesPaddingOut() {
        String descr = "[('', '|V1'), ('a', '|u1'), ('', '|V2'), ('b', '<u2'), ('', '|V1')]";
        assertThat(pack(descr, 2, "ee 01 eeee 0203 ee  dd 04 dddd 0506 dd")).isEqualTo("010203040506");
        assertThat(pack(descr, 2, "00 01 0000 0203 00  00 04 0000 0506 00")).isEqualTo("010203040506");
    }

    @Test
    void leavesPaddingOutInsideSubArrays() {
        String descr = "[('x', [('a', '|i1'), ('', '|V2'), ('b', '>i2')], (2,)), ('', '|V1')]";
        assertThat(pack(descr, 1, "01 eeee 0203  04 eeee 0506  ee")).isEqualTo("010302040605");
    }

    @Test
    void turnsBigEndianUnitsRound() {
        assertThat(pack("'>u2'", 2, "0102 0304")).isEqualTo("02010403");
        assertThat(pack("'>f4'", 1, "01020304")).isEqualTo("04030201");
        assertThat(pack("'>M8[s]'", 1, "0102030405060708")).isEqualTo("0807060504030201");
        assertThat(pack("'>c8'", 1, "01020304 05060708")).isEqualTo("0403020108070605");
        assertThat(pack("'>U2'", 1, "01020304 05060708")).isEqualTo("0403020108070605");
        assertThat(pack("'>f16'", 1, "000102030405060708090a0b0c0d0e0f")).isEqualTo("0f0e0d0c0b0a09080706050403020100");
        assertThat(pack("'>S3'", 1, "010203")).isEqualTo("010203");
    }

    @Test
    void turnsOnlyTheBigEndianFieldRound() {
        assertThat(pack("[('a', '<u2'), ('b', '>u2'), ('c', '<u2')]", 1, "0102 0304 0506"))
                .isEqualTo("010204030506");
    }

    @Test
    void knowsPlainCopies() {
        assertThat(FieldPacking.of(Dtype.parse("[('xy', '<f4', (4096, 2)), ('n', [('h', '<f4'), ('i', '|u1')])]"))
                        .isPlainCopy())
                .isTrue();
        assertThat(FieldPacking.of(Dtype.parse("'|S0'")).isPlainCopy()).isTrue();
        assertThat(FieldPacking.of(Dtype.parse("'>f4'")).isPlainCopy()).isFalse();
        assertThat(FieldPacking.of(Dtype.parse("[('', '|V4')]")).isPlainCopy()).isFalse();
        assertThat(FieldPacking.of(Dtype.parse("[('a', '<f4'), ('', '|V4')]")).isPlainCopy())
                .isFalse();
    }

    @Test
    void packsItemsAtStrides() {
        FieldPacking packing = FieldPacking.of(Dtype.parse("'>u2'"));
        ByteBuffer source = ByteBuffer.wrap(new byte[] {0, 1, 2, 0, 0, 3, 4, 0});
        ByteBuffer target = ByteBuffer.allocate(7);
        packing.pack(source, 1, 4, target, 1, 3, 2);
        assertThat(target.array()).containsExactly(0, 2, 1, 0, 4, 3, 0);
    }

    @Test
    void unpacksItemsAtStridesAndLeavesAloneWhatLiesBetween() {
        FieldPacking packing = FieldPacking.of(Dtype.parse("[('a', '|u1'), ('', '|V1'), ('b', '>u2')]"));
        byte[] target = HexFormat.of().parseHex("ff".repeat(12));
        packing.unpack(
                ByteBuffer.wrap(HexFormat.of().parseHex("0001020300040506")), 1, 4, ByteBuffer.wrap(target), 1, 6, 2);
        assertThat(HexFormat.of().formatHex(target)).isEqualTo("ff01000302ffff04000605ff");
    }

    @Test
    void refusesItemsBeyondEitherBufferBeforeAnythingMoves() {
        FieldPacking packing = FieldPacking.of(Dtype.parse("[('a', '>u2'), ('', '|V1')]"));
        ByteBuffer target = ByteBuffer.allocate(6);
        assertThatThrownBy(() -> packing.pack(ByteBuffer.allocate(8), 0, target, 0, 3))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> packing.pack(ByteBuffer.allocate(9), 0, target, 1, 3))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> packing.pack(ByteBuffer.allocate(9), 0, target, 0, -1))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> packing.pack(ByteBuffer.allocate(9), 0, target, 0, Integer.MAX_VALUE))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(target.array()).containsOnly(0);
    }

    @Property(tries = 300)
    void packsAndUnpacksAsAByteByByteWalkDoes(@ForAll long seed) {
        RandomTypes random = new RandomTypes(seed);
        Dtype type = random.type();
        FieldPacking packing = FieldPacking.of(type);
        int items = random.random().nextInt(4);
        byte[] bytes = new byte[(int) packing.itemSize() * items];
        random.random().nextBytes(bytes);
        ByteBuffer source = buffer(random, bytes.length + 3).put(3, bytes);
        ByteBuffer packedBytes = buffer(random, (int) packing.packedSize() * items + 2);
        packing.pack(source, 3, packedBytes, 2, items);
        byte[] packed = new byte[(int) packing.packedSize() * items];
        packedBytes.get(2, packed);
        assertThat(packed).isEqualTo(walk(type, items, bytes));

        ByteBuffer back = buffer(random, bytes.length + 1);
        IntStream.range(0, back.limit()).forEach(i -> back.put(i, (byte) 0xee));
        packing.unpack(packedBytes, 2, back, 1, items);
        byte[] unpacked = new byte[bytes.length];
        back.get(1, unpacked);
        assertThat(unpacked).isEqualTo(withoutPadding(type, items, bytes));
        assertThat(back.get(0)).isEqualTo((byte) 0xee);
    }

    private static ByteBuffer buffer(RandomTypes random, int bytes) {
        ByteBuffer buffer =
                random.random().nextBoolean() ? ByteBuffer.allocate(bytes) : ByteBuffer.allocateDirect(bytes);
        return buffer.order(random.random().nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] walk(Dtype type, int items, byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < items; i++) {
            walk(type, bytes, i * (int) type.itemSize(), (from, to) -> out.write(bytes[from]));
        }
        return out.toByteArray();
    }

    private static byte[] withoutPadding(Dtype type, int items, byte[] bytes) {
        byte[] out = new byte[bytes.length];
        for (int i = 0; i < items; i++) {
            walk(type, bytes, i * (int) type.itemSize(), (from, to) -> out[from] = bytes[from]);
        }
        return out;
    }

    private interface Visitor {
        void visit(int from, int count);
    }

    /** Visits the bytes of one item in the order in which they are packed. */
    private static void walk(Dtype type, byte[] bytes, int at, Visitor visitor) {
        if (type instanceof ScalarType scalar) {
            int unit = scalar.order() == ByteOrder.BIG_ENDIAN ? scalar.orderedBytes() : 1;
            for (int i = 0; i < scalar.itemSize(); i++) {
                visitor.visit(at + i / unit * unit + unit - 1 - i % unit, i);
            }
        } else if (type instanceof SubArrayType array) {
            for (int i = 0; i < array.elementCount(); i++) {
                walk(array.base(), bytes, at + i * (int) array.base().itemSize(), visitor);
            }
        } else if (type instanceof RecordType record) {
            record.fields().forEach(field -> walk(field.type(), bytes, at + (int) field.offset(), visitor));
        }
    }
}
