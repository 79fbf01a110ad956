package io.cropmill.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Shared;
import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.FieldPacking;
import io.cropmill.npy.NpyException;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.NpyHeaderReader;
import io.cropmill.npy.NpyHeaderWriter;
import io.cropmill.npy.RandomTypes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The proof reads headers as the jobs' reader does, by code of its own. */
@Slow
class StoredArrayTest {
    private static final int TYPES = 3000;

    /** A file in memory. */
    private static final class Bytes extends PlainBytes {
        private final byte[] content;

        Bytes(byte[] content) {
            super("a.npy", content.length);
            this.content = content;
        }

        @Override
        int readSome(long at, byte[] target, int from, int bytes) {
            System.arraycopy(content, (int) at, target, from, bytes);
            return bytes;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    private static StoredArray read(byte[] file) throws IOException {
        return StoredArray.read(new Bytes(file));
    }

    private static StoredArray ofHeader(String header, int dataBytes) throws IOException {
        return read(PaddedFile.npy(header, new byte[dataBytes]));
    }

    @Test
    void knowsEveryTypeThatTheJobsKnow() throws IOException {
        RandomTypes random = new RandomTypes(11);
        int compared = 0;
        for (int i = 0; i < TYPES; i++) {
            Dtype type = random.elementType();
            List<Long> shape = random.shape();
            NpyHeader header = new NpyHeader(3, type, false, shape, 0);
            if (header.dataBytes() > 1 << 16) {
                continue;
            }
            byte[] text = ("{'descr': " + type.descr() + ", 'fortran_order': False, 'shape': "
                            + NumpyHeader.tuple(shape) + ", }\n")
                    .getBytes(StandardCharsets.UTF_8);
            ByteBuffer file = ByteBuffer.allocate(12 + text.length + (int) header.dataBytes())
                    .order(ByteOrder.LITTLE_ENDIAN);
            file.put(PaddedFile.npy("", new byte[0]), 0, 6)
                    .put((byte) 3)
                    .put((byte) 0)
                    .putInt(text.length)
                    .put(text);
            random.random().nextBytes(file.array());
            file.put(0, PaddedFile.npy("", new byte[0]), 0, 6).put(6, (byte) 3).put(7, (byte) 0);
            file.putInt(8, text.length).put(12, text);
            StoredArray found = read(file.array());
            assertThat(found.shape()).isEqualTo(shape);
            requireEqual(type, found, file.array(), (int) header.elementCount());
            compared++;
        }
        assertThat(compared).isGreaterThan(TYPES / 2);
    }

    private static void requireEqual(Dtype type, StoredArray found, byte[] file, int items) {
        PlainField field = found.type().field("");
        assertThat((long) field.bytes())
                .as(type.descr())
                .isEqualTo(type.packed().itemSize());
        assertThat(NumpyHeader.item(field))
                .as(type.descr())
                .isEqualTo(type.packed().descr());
        byte[] packed = new byte[items * field.bytes()];
        ByteBuffer expected = ByteBuffer.allocate(packed.length).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer data = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        FieldPacking.of(type).pack(data, (int) found.dataOffset(), expected, 0, items);
        found.type().pack(file, (int) found.dataOffset(), items, packed, 0);
        assertThat(packed).as(type.descr()).isEqualTo(expected.array());
    }

    @Test
    void writesTheHeadersThatTheJobsWrite() {
        RandomTypes random = new RandomTypes(12);
        int compared = 0;
        for (int i = 0; i < TYPES; i++) {
            Dtype type = random.elementType().packed();
            List<Long> shape = List.of(random.random().nextLong(1L << 30), 3L);
            byte[] expected;
            try {
                expected = NpyHeaderWriter.bytes(type, shape);
            } catch (IllegalArgumentException e) {
                continue;
            }
            PlainField item;
            try {
                item = new StoredTypeReader("x")
                        .readWhole(PythonLiteral.read("x", type.descr(), false))
                        .field("");
            } catch (PlainException e) {
                throw new AssertionError(type.descr(), e);
            }
            byte[] written = item.parts().isEmpty() && !item.scalar().equals(PlainField.NO_FIELDS)
                    ? NumpyHeader.ofNumbers(item.scalar(), shape)
                    : NumpyHeader.ofRecords(item.parts(), shape);
            assertThat(new String(written, StandardCharsets.ISO_8859_1))
                    .isEqualTo(new String(expected, StandardCharsets.ISO_8859_1));
            compared++;
        }
        assertThat(compared).isGreaterThan(TYPES / 2);
    }

    /** Real files and broken ones: what one reader takes the other takes, with the same type and shape. */
    @Test
    void takesAndRefusesTheFilesThatTheJobsDo() throws IOException {
        int taken = 0;
        int refused = 0;
        for (String name : List.of("data/npy", "data/npy-broken")) {
            try (Stream<Path> files = Files.list(Shared.path(name))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".npy")).toList()) {
                    String jobs = byJobs(file);
                    assertThat(byProof(file)).as(file.toString()).isEqualTo(jobs);
                    taken += jobs.equals("refused") ? 0 : 1;
                    refused += jobs.equals("refused") ? 1 : 0;
                }
            }
        }
        System.out.println("Collected .npy files, by both readers: " + taken + " taken, " + refused + " refused");
        assertThat(taken).isPositive();
    }

    private static String byJobs(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            NpyHeader header = NpyHeaderReader.read("x", channel);
            return header.dtype().packed().descr() + header.shape() + header.fortranOrder() + header.dataOffset();
        } catch (NpyException e) {
            return "refused";
        }
    }

    private static String byProof(Path file) throws IOException {
        try {
            StoredArray array = read(Files.readAllBytes(file));
            return NumpyHeader.item(array.type().field("")) + array.shape() + array.fortran() + array.dataOffset();
        } catch (PlainException e) {
            return "refused";
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'descr': '<f4', 'shape': (2,), 'fortran_order': False}",
                "{\"shape\": (0x2,), \"fortran_order\": False, \"descr\": 'float' '32'}",
                "{'descr': u'f', 'fortran_order': False, 'shape': (2L,), }",
                "{'descr': '=f4', 'fortran_order': False, 'shape': (1_0 ,), }"
            })
    void readsEveryFormOfAHeader(String header) throws IOException {
        long rows = header.contains("1_0") ? 10 : 2;
        StoredArray array = ofHeader(header, (int) rows * 4);
        assertThat(array.shape()).isEqualTo(List.of(rows));
        assertThat(array.type().shown()).isEqualTo("'<f4'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), } | 12 bytes of data, but found 8; it was cut short; copy or write it again",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), } | 4 bytes of data, but found 8; more bytes follow the array; copy or write it again",
                "{'descr': 'O8', 'fortran_order': False, 'shape': (1,), } | a type of plain bytes that NumPy knows, such as '<f4', but found O8; save the array again with numpy.save",
                "{'descr': '<f4', 'fortran_order': 1, 'shape': (2,), } | True or False as fortran_order, but found 1; save the array again with numpy.save",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4), } | an array whose bytes fit 63 bits, but found shape (4611686018427387904, 4); save the array again with numpy.save",
                "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2,), } | each key once at character 31 of the header, but found ,; save the array again with numpy.save",
            })
    void saysWhatIsWrong(String header, String message) {
        assertThatThrownBy(() -> ofHeader(header, 8))
                .isInstanceOf(PlainException.class)
                .hasMessage("[a.npy] Expected " + message);
    }

    @Test
    void refusesDepthBeforeTheStackDoes() {
        String deep = "[".repeat(100_000);
        assertThatThrownBy(() -> PythonLiteral.read("a.npy", deep, false))
                .isInstanceOf(PlainException.class)
                .hasMessage("[a.npy] Expected at most 100 nested brackets at character 101 of the header, but found [;"
                        + " save the array again with numpy.save");
    }
}
