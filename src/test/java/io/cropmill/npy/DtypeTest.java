package io.cropmill.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Types from their Python literals and back. */
class DtypeTest {
    @ParameterizedTest
    @CsvSource({
        "<f4, <f4, 4",
        "f4, <f4, 4",
        "=f4, <f4, 4",
        "|f4, <f4, 4",
        ">f4, >f4, 4",
        "f, <f4, 4",
        "float32, <f4, 4",
        "<f2, <f2, 2",
        "e, <f2, 2",
        ">f16, >f16, 16",
        "g, <f16, 16",
        "<c8, <c8, 8",
        ">c16, >c16, 16",
        "<c32, <c32, 32",
        "?, |b1, 1",
        "b1, |b1, 1",
        "<b1, |b1, 1",
        ">?, |b1, 1",
        "b, |i1, 1",
        ">i1, |i1, 1",
        "B, |u1, 1",
        "uint8, |u1, 1",
        "<u2, <u2, 2",
        "l, <i8, 8",
        "L, <u8, 8",
        "S, |S0, 0",
        "S0, |S0, 0",
        "<S5, |S5, 5",
        "a3, |S3, 3",
        "c, |S1, 1",
        "U, <U0, 0",
        ">U0, >U0, 0",
        "<U5, <U5, 20",
        "|U5, <U5, 20",
        "V, |V0, 0",
        ">V5, |V5, 5",
        "<M8, <M8, 8",
        "M, <M8, 8",
        "<M8[s], <M8[s], 8",
        ">M8[25s], >M8[25s], 8",
        "<M8[1s], <M8[s], 8",
        "M8[010s], <M8[10s], 8",
        "M8[0s], <M8[0s], 8",
        "m8[generic], <m8, 8",
        "m8[\u03bcs], <m8[us], 8",
        "<m8[2147483647as], <m8[2147483647as], 8",
        "|S2147483647, |S2147483647, 2147483647",
        "<U536870911, <U536870911, 2147483644",
    })
    void knowsNumpysScalarTypes(String code, String written, long bytes) {
        Dtype type = Dtype.parse("'" + code + "'");
        assertThat(type.descr()).isEqualTo("'" + written + "'");
        assertThat(type.itemSize()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<",
                "<i3",
                "f12",
                "c4",
                "M4",
                "<M8[",
                "<M8[]",
                "<M8[xx]",
                "<M8[ s]",
                "<M8[s]x",
                "<M8s]",
                "M8[-1s]",
                "M8[2147483648s]",
                "M8[s/2]",
                "f4[s]",
                "f+4",
                "f 4",
                " f4",
                "f4 ",
                "S-5",
                "S2147483648",
                "U536870912",
                "V99999999999999999999",
                "?1",
                "b2",
                "e2",
                "B1",
                "f4,f4",
                "2f4",
                "(2,)f4",
                "x4",
                "<<f4",
                "Float32",
                "M8[B]",
            })
    void refusesWhatIsNoScalarType(String code) {
        assertThatThrownBy(() -> Dtype.parse("'" + code + "'"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("[descr] Expected a type at byte 0: one that NumPy knows, such as '<f4', but found '" + code
                        + "'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "('<f4', (2, 3)) ~ ('<f4', (2, 3)) ~ 24",
                "('<f4', 3) ~ ('<f4', (3,)) ~ 12",
                "('<f4', 1) ~ ('<f4', (1,)) ~ 4",
                "('<f4', [2, 3]) ~ ('<f4', (2, 3)) ~ 24",
                "('<f4', ()) ~ '<f4' ~ 4",
                "(('<f4', (2,)), (3,)) ~ (('<f4', (2,)), (3,)) ~ 24",
                "[('a', '<f4', 3)] ~ [('a', '<f4', (3,))] ~ 12",
                "[['a', '<f4']] ~ [('a', '<f4')] ~ 4",
                "[((None, 'a'), '<f4')] ~ [('a', '<f4')] ~ 4",
                "[(('', 'a'), '<f4')] ~ [(('', 'a'), '<f4')] ~ 4",
                "[(('t', ''), '|V4')] ~ [(('t', ''), '|V4')] ~ 4",
                "[('', '|V3'), ('a', '<f4')] ~ [('', '|V3'), ('a', '<f4')] ~ 7",
                "[('', '|V4', (2,))] ~ [('', '|V8')] ~ 8",
                "[('', '<f4', (2,)), ('a', '<f4')] ~ [('', '|V8'), ('a', '<f4')] ~ 12",
                "[('', '|V2'), ('', '|V3')] ~ [('', '|V5')] ~ 5",
                "[('', '|V0')] ~ [] ~ 0",
                "[('', [('x', '<f4')])] ~ [('', [('x', '<f4')])] ~ 4",
                "[('', '|S3')] ~ [('', '|S3')] ~ 3",
                "[('x', '|V4')] ~ [('x', '|V4')] ~ 4",
                "[('', '|V4'), ('f0', '<f4')] ~ [('', '|V4'), ('f0', '<f4')] ~ 8",
                "[('a', '>i4', (4, 0, 4)), ('b', '|u1')] ~ [('a', '>i4', (4, 0, 4)), ('b', '|u1')] ~ 1",
                "[('a', '<f4', (0, 2147483647, 2147483647))] ~ [('a', '<f4', (0, 2147483647, 2147483647))] ~ 0",
            })
    void readsSubArraysAndRecordsAsNumpyDoes(String descr, String written, long bytes) {
        Dtype type = Dtype.parse(descr);
        assertThat(type.descr()).isEqualTo(written);
        assertThat(type.itemSize()).isEqualTo(bytes);
        assertThat(Dtype.parse(written)).isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "5 ~ Expected a type at byte 0: text such as '<f4', a list of fields or a pair of type and shape, but found 5",
                "{'names': ['a']} ~ Expected a type at byte 0: text such as '<f4', a list of fields or a pair of type and shape, but found {'names': ['a']}",
                "('<f4', (2,), 3) ~ Expected a type at byte 0: text such as '<f4', a list of fields or a pair of type and shape, but found ('<f4', (2,), 3)",
                "['<f4'] ~ Expected a field of name, type and perhaps shape at byte 1, but found '<f4'",
                "[('a',)] ~ Expected a field of name, type and perhaps shape at byte 1, but found ('a',)",
                "[('a', '<f4', 1, 2)] ~ Expected a field of name, type and perhaps shape at byte 1, but found ('a', '<f4', 1, 2)",
                "[(1, '<f4')] ~ Expected a field name in quotes at byte 2, but found 1",
                "[(('t', 1), '<f4')] ~ Expected a field name in quotes at byte 8, but found 1",
                "[((5, 'a'), '<f4')] ~ Expected a field name in quotes at byte 3, but found 5",
                "[(('a', 'b', 'c'), '<f4')] ~ Expected a field name in quotes at byte 2, but found ('a', 'b', 'c')",
                "[('a', '<f4'), ('a', '<i4')] ~ Expected a name that no other field has at byte 16, but found 'a'",
                "[(('t', 'a'), '<f4'), (('t', 'b'), '<i4')] ~ Expected a name that no other field has at byte 24, but found 't'",
                "[(('b', 'a'), '<f4'), ('b', '<i4')] ~ Expected a name that no other field has at byte 23, but found 'b'",
                "[(('a', 'a'), '<f4')] ~ Expected a title that is not the field's name at byte 3, but found 'a'",
                "[('', '<f4'), ('', '<i4')] ~ Expected a name that no other field has at byte 15, but found ''",
                "[('', '<i4'), ('f0', '<f4')] ~ Expected no field called f0 beside the unnamed one that NumPy calls so at byte 0, but found [('', '<i4'), ('f0', '<f4')]",
                "('|S0', (2,)) ~ Expected a sub-array at byte 0: entries of at least one byte, but found ('|S0', (2,))",
                "[('a', '|S0', 5)] ~ Expected a sub-array at byte 1: entries of at least one byte, but found ('a', '|S0', 5)",
                "('<f4', (-1,)) ~ Expected an axis at byte 9: 0 to 2,147,483,647 entries, but found -1",
                "('<f4', (True,)) ~ Expected an axis at byte 9: 0 to 2,147,483,647 entries, but found True",
                "('<f4', '3') ~ Expected an axis at byte 8: 0 to 2,147,483,647 entries, but found '3'",
                "('<f4', None) ~ Expected an axis at byte 8: 0 to 2,147,483,647 entries, but found None",
                "('<f4', (0, 2147483648)) ~ Expected an axis at byte 12: 0 to 2,147,483,647 entries, but found 2147483648",
                "('<f4', (65536, 65536)) ~ Expected an item at byte 0: at most 2,147,483,647 bytes, but found 17,179,869,184",
                "('<f4', (2147483647, 2147483647, 2147483647)) ~ Expected an item at byte 0: at most 2,147,483,647 bytes, but found more",
                "[('a', '|V1073741824'), ('b', '|V1073741824')] ~ Expected an item at byte 0: at most 2,147,483,647 bytes, but found 2,147,483,648",
            })
    void refusesOtherSubArraysAndRecords(String descr, String message) {
        assertThatThrownBy(() -> Dtype.parse(descr))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("[descr] " + message);
    }

    @Test
    void packsEveryDepth() {
        Dtype type = Dtype.parse("[(('T', 'a'), '>u4'), ('', '|V4'),"
                + " ('n', [('', '|V1'), ('x', '>f8'), ('', '|V3')], (4, 3)), ('', '>i2'), ('u', '>U2')]");
        assertThat(type.packed().descr())
                .isEqualTo("[('a', '<u4'), ('n', [('x', '<f8')], (4, 3)), ('f2', '<i2'), ('u', '<U2')]");
    }

    @ParameterizedTest
    @CsvSource({
        "|u1, 255",
        "|i1, -1",
        "<u2, 65279",
        ">u2, 65534",
        ">i2, -2",
        "<i4, 201129727",
        ">u4, 4294900747",
        "<i8, -4593669970449334529",
        ">u8, -285823631015744",
        "<f4, 201129727"
    })
    void readsANumberInItsOwnOrderWhateverTheBuffers(String code, long number) {
        byte[] bytes = HexFormat.of().parseHex("00fffefc0b800140c0");
        ScalarType type = (ScalarType) Dtype.parse("'" + code + "'");

        assertThat(type.number(ByteBuffer.wrap(bytes), 1)).isEqualTo(number);
        assertThat(type.number(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), 1))
                .isEqualTo(number);
    }

    @Test
    void dropsTheFirstAxisOfASubArray() {
        assertThat(withoutFirstAxis("('<f4', (4096,))")).isEqualTo("'<f4'");
        assertThat(withoutFirstAxis("('<f4', (4096, 2))")).isEqualTo("('<f4', (2,))");
        assertThat(withoutFirstAxis("(('<f4', (2,)), (4096,))")).isEqualTo("('<f4', (2,))");
        assertThat(withoutFirstAxis("(('<f4', (2,)), (4096, 3))")).isEqualTo("(('<f4', (2,)), (3,))");
    }

    private static String withoutFirstAxis(String descr) {
        return ((SubArrayType) Dtype.parse(descr)).withoutFirstAxis().descr();
    }

    @Test
    void findsFieldsByName() {
        RecordType type = (RecordType) Dtype.parse("[('', '|V3'), (('t', 'a'), '<f4')]");
        assertThat(type.field("a")).contains(new RecordType.Field("a", "t", ScalarType.FLOAT32, 3));
        assertThat(type.field("t")).isEmpty();
    }

    @Test
    void refusesImpossibleRecords() {
        RecordType.Field first = new RecordType.Field("a", null, ScalarType.FLOAT32, 0);
        RecordType.Field second = new RecordType.Field("b", null, ScalarType.FLOAT32, 3);
        assertThatThrownBy(() -> new RecordType(List.of(first, second), 8))
                .hasMessage("field 'b' must not begin before byte 4 but begins at 3");
        assertThatThrownBy(() -> new RecordType(List.of(first, first), 8))
                .hasMessage("names and titles of fields must differ but 'a' does not");
        assertThatThrownBy(() -> new RecordType(List.of(first), 3))
                .hasMessage("item size must be between 4 and 2,147,483,647 but was 3");
    }

    @Property(tries = 500)
    void readsBackWhatItWrites(@ForAll long seed) {
        Dtype type = new RandomTypes(seed).type();
        assertThat(Dtype.parse(type.descr())).isEqualTo(type);
        assertThat(type.packed().packed()).isEqualTo(type.packed());
        assertThat(Dtype.parse(type.packed().descr())).isEqualTo(type.packed());
    }

    @Property(tries = 500)
    void readsBackWholeHeaders(@ForAll long seed) throws Exception {
        RandomTypes random = new RandomTypes(seed);
        Dtype type = random.elementType();
        List<Long> shape = random.shape();
        byte[] header = NpyHeaderWriter.bytes(type, shape);
        NpyHeader expected = new NpyHeader(header[6], type, false, shape, header.length);
        byte[] file = Arrays.copyOf(header, Math.toIntExact(header.length + expected.dataBytes()));
        assertThat(HandBuilt.read(file)).isEqualTo(expected);
    }
}
