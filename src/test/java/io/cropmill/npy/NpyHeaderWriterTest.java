package io.cropmill.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Header bytes compared with those that NumPy 1.24.4 and 2.2.6 both write. */
class NpyHeaderWriterTest {
    private static final String F4_TUPLE = "{'descr': '<f4', 'fortran_order': False, 'shape': ";

    /** That the header is this literal, blanks up to {@code length}, and a line feed. */
    private static void assertHeader(String descr, List<Long> shape, int length, String prefix, String literal) {
        Charset charset = prefix.charAt(0) == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
        byte[] start = ("\u0093NUMPY" + prefix).getBytes(StandardCharsets.ISO_8859_1);
        byte[] text = literal.getBytes(charset);
        byte[] bytes = NpyHeaderWriter.bytes(Dtype.parse(descr), shape);
        assertThat(bytes).hasSize(length).startsWith(start);
        String written = new String(bytes, start.length, length - start.length, charset);
        int blanks = length - start.length - text.length - 1;
        assertThat(written).isEqualTo(literal + " ".repeat(blanks) + "\n");
    }

    @Test
    void writesShapesAsPythonTuples() {
        assertHeader("'<f4'", List.of(), 128, "\1\0v\0", F4_TUPLE + "(), }");
        assertHeader("'<f4'", List.of(3L), 128, "\1\0v\0", F4_TUPLE + "(3,), }");
        assertHeader("'<f4'", List.of(2L, 3L), 128, "\1\0v\0", F4_TUPLE + "(2, 3), }");
        assertHeader("'<f4'", List.of(0L), 128, "\1\0v\0", F4_TUPLE + "(0,), }");
        assertHeader(
                "'|u1'",
                List.of(Long.MAX_VALUE),
                128,
                "\1\0v\0",
                "{'descr': '|u1', 'fortran_order': False, 'shape': (9223372036854775807,), }");
    }

    @Test
    void writesTheFieldsOfARaggedPair() {
        String metadata = "[('point_start', '<i8'), ('point_count', '<i4'), ('source_point_count', '<i4'),"
                + " ('label', '<U8'), ('center', '<f4', (3,))]";
        assertHeader(
                metadata,
                List.of(100L),
                256,
                "\1\0\u00f6\0",
                "{'descr': " + metadata + ", 'fortran_order': False, 'shape': (100,), }");
        String points = "[('xy', '<f4', (2,)), ('height', '<f4'), ('intensity', '<f4')]";
        assertHeader(
                points,
                List.of(123456L),
                192,
                "\1\0\u00b6\0",
                "{'descr': " + points + ", 'fortran_order': False, 'shape': (123456,), }");
    }

    @Test
    void writesPaddingTitlesAndNestedTypes() {
        for (String descr : List.of(
                "[('a', '|b1'), ('', '|V7'), ('b', '<f8'), ('', '|V4')]",
                "[(('Title', 'a'), '<i2'), ('b', [('c', '>f4'), ('d', '<M8[25s]', (2, 3))], (1,))]")) {
            String literal = "{'descr': " + descr + ", 'fortran_order': False, 'shape': (1,), }";
            assertHeader(descr, List.of(1L), 192, "\1\0\u00b6\0", literal);
        }
        for (String descr : List.of("[]", "[('c', ('<f8', (5,)), (2,))]")) {
            String literal = "{'descr': " + descr + ", 'fortran_order': False, 'shape': (1,), }";
            assertHeader(descr, List.of(1L), 128, "\1\0v\0", literal);
        }
    }

    @Test
    void escapesNamesAsPythonDoes() {
        RecordType type = new RecordType.Builder()
                .add("it's", ScalarType.INT32)
                .add("say \"x\"", ScalarType.INT32)
                .add("both ' and \"", ScalarType.INT32)
                .add("back\\slash", ScalarType.INT32)
                .add("tab\tnl\ncr\r", ScalarType.INT32)
                .add("\0\u001f\u007f", ScalarType.INT32)
                .build();
        String descr = "[(\"it's\", '<i4'), ('say \"x\"', '<i4'), ('both \\' and \"', '<i4'), ('back\\\\slash', '<i4'),"
                + " ('tab\\tnl\\ncr\\r', '<i4'), ('\\x00\\x1f\\x7f', '<i4')]";
        assertThat(type.descr()).isEqualTo(descr);
        assertHeader(
                descr,
                List.of(1L),
                256,
                "\1\0\u00f6\0",
                "{'descr': " + descr + ", 'fortran_order': False, 'shape': (1,), }");
    }

    @Test
    void writesLatin1InVersion1AndOtherNamesInVersion3() {
        assertHeader(
                "[('caf\u00e9\\xa0\\xad', '<i4')]",
                List.of(1L),
                128,
                "\1\0v\0",
                "{'descr': [('caf\u00e9\\xa0\\xad', '<i4')], 'fortran_order': False, 'shape': (1,), }");
        String descr = "[('\u20ac', '<i4'), ('\\u2028\ud83d\ude00\\ue000\\ud800', '<i4')]";
        assertHeader(
                descr,
                List.of(1L),
                192,
                "\3\0\u00b4\0\0\0",
                "{'descr': " + descr + ", 'fortran_order': False, 'shape': (1,), }");
    }

    @Test
    void keepsTheLengthWhateverTheNumberOfRows() {
        for (long rows : new long[] {0, 9, 10, 99, 100, 999, 1000, 9999, 10_000, 1L << 40}) {
            assertThat(NpyHeaderWriter.bytes(ScalarType.FLOAT16, List.of(rows, 3L, 48L, 48L)))
                    .hasSize(128);
        }
    }

    /** For a literal of every length, NumPy's rule: at least one blank or a whole block of 64, then the line feed. */
    @Test
    void alignsDataTo64Bytes() {
        for (int nameLength = 1; nameLength < 200; nameLength++) {
            RecordType type = new RecordType.Builder()
                    .add("x".repeat(nameLength), ScalarType.FLOAT32)
                    .build();
            int literal =
                    10 + "{'descr': [('', '<f4')], 'fortran_order': False, 'shape': (1,), }".length() + nameLength;
            byte[] header = NpyHeaderWriter.bytes(type, List.of(1L));
            assertThat(header.length % 64).isZero();
            assertThat(header.length - (literal + 20 + 1)).isBetween(1, 64);
        }
    }

    @Test
    void refusesHeadersThatNumpyWouldNotLoad() {
        RecordType.Builder record = new RecordType.Builder();
        IntStream.range(0, 500).forEach(i -> record.add("field_" + i, ScalarType.FLOAT32));
        RecordType type = record.build();
        assertThatThrownBy(() -> NpyHeaderWriter.bytes(type, List.of(1L)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("header must be at most 10,000 bytes for numpy.load but was 10,998:"
                        + " give the fields shorter names or leave some out");
    }

    @Test
    void refusesNegativeAndOverflowingShapes() {
        assertThatThrownBy(() -> NpyHeaderWriter.bytes(ScalarType.FLOAT32, List.of(3L, -1L)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("shape must not be negative but was [3, -1]");
        assertThatThrownBy(() -> NpyHeaderWriter.bytes(ScalarType.FLOAT32, List.of(1L << 32, 1L << 32)))
                .isInstanceOf(ArithmeticException.class);
    }
}
