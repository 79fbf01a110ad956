package io.cropmill.npy;

import static io.cropmill.npy.HandBuilt.array;
import static io.cropmill.npy.HandBuilt.file;
import static io.cropmill.npy.HandBuilt.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands before the data: forms that are read, and the whole message for each that is not. */
class NpyHeaderReaderTest {
    private static final String CUT = "; it was cut short; copy or write it again";
    private static final String LONG = "; more bytes follow the array; copy or write it again";

    private static final String OTHER = "; it is another kind of file or damaged: take it away or write it again";

    /** Of a header that another writer, or damage, made so. */
    private static void assertMistake(byte[] file, String message) {
        assertRefused(file, message + "; save the array again with numpy.save");
    }

    private static void assertRefused(byte[] file, String message) {
        assertThatThrownBy(() -> HandBuilt.read(file))
                .isInstanceOf(NpyException.class)
                .hasMessage("[kitti/000000.npy] " + message);
    }

    @Test
    void readsAllThreeVersions() throws IOException {
        for (int version = 1; version <= 3; version++) {
            NpyHeader header = HandBuilt.read(file(version, header("'<f4'", "(2, 3)"), 24));
            int offset = (version == 1 ? 10 : 12) + header("'<f4'", "(2, 3)").length();
            assertThat(header).isEqualTo(new NpyHeader(version, ScalarType.FLOAT32, false, List.of(2L, 3L), offset));
        }
    }

    @Test
    void readsLengthsAbove32KiBAsUnsigned() throws IOException {
        byte[] file = file(1, header("'<f4'", "(2,)") + " ".repeat(60_000), 8);
        assertThat(HandBuilt.read(file).dataOffset()).isEqualTo(file.length - 8);
    }

    @Test
    void leavesTheChannelAtTheFirstDataByte() throws IOException {
        ByteBufferChannel channel = new ByteBufferChannel(ByteBuffer.wrap(array("'<f4'", "(2,)", 8)));
        NpyHeader header = NpyHeaderReader.read("a.npy", channel);
        assertThat(channel.position()).isEqualTo(header.dataOffset());
    }

    @Test
    void readsAScalarAsOneElement() throws IOException {
        NpyHeader header = HandBuilt.read(array("'<f8'", "()", 8));
        assertThat(header.elementCount()).isEqualTo(1);
        assertThat(header.rows()).isEqualTo(1);
        assertThat(header.rowBytes()).isEqualTo(8);
    }

    @Test
    void readsKeysInAnyOrderAndDoubleQuotes() throws IOException {
        NpyHeader header = HandBuilt.read(file(1, "{\"shape\":(2,),\"fortran_order\":True,\"descr\":\"<i2\"}\n", 4));
        assertThat(header.fortranOrder()).isTrue();
        assertThat(header.dtype().descr()).isEqualTo("'<i2'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"(2L,)", "(2 L,)", "(+2,)", "(0x2,)", "(0b1_0,)", "(0o2,)", "((2),)", "( 2 ,\n\t)"})
    void readsSpellingsOfAShape(String shape) throws IOException {
        assertThat(HandBuilt.read(array("'<f4'", shape, 8)).shape()).containsExactly(2L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"'<' 'f4'", "u'<f4'", "r'<f4'", "'''<f4'''", "'\\x3cf4'", "'\\74f4'", "'\\u003cf4'", "('<f4')"})
    void readsSpellingsOfText(String descr) throws IOException {
        assertThat(HandBuilt.read(array(descr, "(2,)", 8)).dtype()).isEqualTo(ScalarType.FLOAT32);
    }

    @Test
    void readsNamesInLatin1AndUtf8() throws IOException {
        for (int version = 1; version <= 3; version++) {
            RecordType type = (RecordType) HandBuilt.read(file(version, header("[('caf\u00e9', '<i4')]", "(1,)"), 4))
                    .dtype();
            assertThat(type.fields().get(0).name()).isEqualTo("caf\u00e9");
        }
        byte[] file = file(3, header("[('\u20ac\ud83d\ude00', '<i4')]", "(1,)"), 4);
        assertThat(((RecordType) HandBuilt.read(file).dtype()).fields().get(0).name())
                .isEqualTo("\u20ac\ud83d\ude00");
    }

    @Test
    void refusesPython2IntegersInVersion3() {
        assertMistake(file(3, header("'<f4'", "(2L,)"), 8), "Expected an integer at byte 63, but found 2L");
    }

    @Test
    void refusesMoreOrLessDataThanPromised() {
        assertRefused(array("'<f4'", "(3,)", 11), "Expected 12 bytes of data, but found 11" + CUT);
        assertRefused(array("'<f4'", "(3,)", 13), "Expected 12 bytes of data, but found 13" + LONG);
        assertRefused(array("'|V23212'", "(113,)", 0), "Expected 2,622,956 bytes of data, but found 0" + CUT);
        assertRefused(array("'<f4'", "()", 0), "Expected 4 bytes of data, but found 0" + CUT);
        assertRefused(array("'<f4'", "(0,)", 1), "Expected 0 bytes of data, but found 1" + LONG);
    }

    @Test
    void refusesOtherFiles() {
        assertRefused(
                new byte[0],
                "Expected an .npy file at byte 0: \\x93NUMPY, but found an empty file; copy or write it again");
        assertRefused(
                new byte[64],
                "Expected an .npy file at byte 0: \\x93NUMPY, but found \\x00\\x00\\x00\\x00\\x00\\x00" + OTHER);
        byte[] partlyZeroed = array("'<f4'", "()", 4);
        Arrays.fill(partlyZeroed, 1, 4, (byte) 0);
        assertRefused(
                partlyZeroed, "Expected an .npy file at byte 0: \\x93NUMPY, but found \\x93\\x00\\x00\\x00PY" + OTHER);
        byte[] withoutVersion = array("'<f4'", "()", 4);
        Arrays.fill(withoutVersion, 6, 10, (byte) 0);
        assertMistake(withoutVersion, "Expected a format version at byte 6: 1.0, 2.0 or 3.0, but found 0.0");
        byte[] withoutLength = array("'<f4'", "()", 4);
        Arrays.fill(withoutLength, 8, 10, (byte) 0);
        assertMistake(withoutLength, "Expected a value at byte 10, but found the end of the header");
        assertRefused(
                "\u00ff".repeat(5).getBytes(StandardCharsets.ISO_8859_1),
                "Expected an .npy file at byte 0:" + " \\x93NUMPY, but found \u00ff\u00ff\u00ff\u00ff\u00ff" + OTHER);
    }

    @Test
    void refusesAZipAndSaysHowToConvertIt() {
        String message = "Expected one array at byte 0: \\x93NUMPY, but found a zip archive, as numpy.savez writes it."
                + " Save each of its arrays to a file of its own:"
                + " for name, array in numpy.load(path).items(): numpy.save(name, array)";
        assertRefused(new byte[] {'P', 'K', 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0}, message);
        assertRefused(new byte[] {'P', 'K', 5, 6}, message);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "1, 255", "2, 2", "4, 0", "255, 0"})
    void refusesOtherVersions(int major, int minor) {
        byte[] file = array("'<f4'", "()", 4);
        file[6] = (byte) major;
        file[7] = (byte) minor;
        assertMistake(file, "Expected a format version at byte 6: 1.0, 2.0 or 3.0, but found " + major + "." + minor);
    }

    @Test
    void refusesFilesThatEndInTheHeader() {
        byte[] one = array("'<f4'", "()", 0);
        byte[] two = file(2, header("'<f4'", "()"), 0);
        for (int length = 1; length < 10; length++) {
            assertRefused(
                    Arrays.copyOf(one, length),
                    "Expected at least 10 bytes up to the end of the header, but found " + length + CUT);
        }
        for (int length = 10; length < 12; length++) {
            assertRefused(
                    Arrays.copyOf(two, length),
                    "Expected at least 12 bytes up to the end of the header, but found " + length + CUT);
        }
        for (int length = 10; length < one.length; length++) {
            assertRefused(
                    Arrays.copyOf(one, length),
                    "Expected at least " + one.length + " bytes up to the end of the header, but found " + length
                            + CUT);
        }
    }

    @Test
    void refusesHeadersOverOneMiB() {
        byte[] file = file(2, header("'<f4'", "()"), 4);
        Arrays.fill(file, 8, 12, (byte) 0xff);
        assertMistake(file, "Expected a header at byte 8: at most 1,048,576 bytes, but found 4,294,967,295");
        assertMistake(
                file(2, header("'<f4'", "()") + " ".repeat(1 << 20), 4),
                "Expected a header at byte 8: at most 1,048,576 bytes, but found 1,048,631");
    }

    @Test
    void refusesBrokenUtf8WithItsPlace() {
        byte[] header = header("[('caf\u00e9', '<i4')]", "()").getBytes(StandardCharsets.ISO_8859_1);
        assertMistake(file(3, header, new byte[4]), "Expected UTF-8 at byte 28, but found \\xe9");
    }

    @Test
    void countsBytesNotCharactersInUtf8() {
        assertMistake(
                file(3, header("[('\u20ac', '<i3')]", "()"), 4),
                "Expected a type at byte 31: one that NumPy knows, such as '<f4', but found '<i3'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'descr': '<f4', 'shape': ()} | descr, shape",
                "{} | none",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (), 'x\\n': 1} | descr, fortran_order, shape, x\\n",
            })
    void refusesOtherKeys(String header, String found) {
        assertMistake(
                file(1, header, 4), "Expected the keys at byte 10: descr, fortran_order, shape, but found " + found);
    }

    @Test
    void refusesAKeyTwice() {
        assertMistake(
                file(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (), 'descr': '<f8'}", 4),
                "Expected each key once at byte 64, but found 'descr': '<f8'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "['descr', '<f8'] | Expected a dictionary at byte 10, but found ['descr', '<f8']",
                "'x' | Expected a dictionary at byte 10, but found 'x'",
                "{'descr': '<f4' 'shape': ()} | Expected a comma or } at byte 33, but found :",
                "{'descr': '<f4',, 'shape': ()} | Expected a key in quotes at byte 26, but found ,",
                "{'descr' '<f4'} | Expected a colon at byte 24, but found }",
                "{descr: '<f4'} | Expected a key in quotes at byte 11, but found d",
                "{1: 2} | Expected a key in quotes at byte 11, but found 1",
                "{'shape': (1 2)} | Expected a comma or ) at byte 23, but found 2",
                "{'shape': [1 2]} | Expected a comma or ] at byte 23, but found 2",
                "{'shape': (,)} | Expected a value at byte 21, but found ,",
                "{'shape': (1+1,)} | Expected a comma or ) at byte 22, but found +",
                "{'shape': (--1,)} | Expected an integer at byte 21, but found -",
                "{'shape': (01,)} | Expected an integer at byte 21, but found 01",
                "{'shape': (1.0,)} | Expected an integer at byte 21, but found 1.0",
                "{'shape': (1e3,)} | Expected an integer at byte 21, but found 1e3",
                "{'shape': (1__0,)} | Expected an integer at byte 21, but found 1__0",
                "{'shape': (2l,)} | Expected an integer at byte 21, but found 2l",
                "{'order': false} | Expected a value at byte 20, but found false",
                "{'order': __import__('os')} | Expected a value at byte 20, but found __import__",
                "{'order': b'x'} | Expected a value at byte 20, but found b",
                "{'order': f'x'} | Expected a value at byte 20, but found f",
                "{'order': 'x | Expected a closing quote at byte 22, but found the end of the header",
                "{'order': 'x' | Expected a comma or } at byte 23, but found the end of the header",
                "{'order': | Expected a value at byte 19, but found the end of the header",
                "{'a': '\\xg1'} | Expected 2 hexadecimal digits at byte 17, but found \\x",
                "{'a': '\\u12'} | Expected 4 hexadecimal digits at byte 17, but found \\u12",
                "{'a': '\\U00110000'} | Expected a code point up to 10ffff at byte 17, but found \\U00110000",
                "{'a': '\\N{BULLET}'} | Expected an escape other than \\N{...} at byte 17, but found \\N",
                "{}; | Expected the end of the header at byte 12, but found ;",
                "{}{} | Expected the end of the header at byte 12, but found {",
            })
    void refusesWhatIsNoLiteral(String header, String message) {
        assertMistake(file(1, header, 4), message);
    }

    @Test
    void refusesControlCharactersAndEscapesThemInMessages() {
        assertMistake(file(1, "{\0}", 0), "Expected a key in quotes at byte 11, but found \\x00");
        assertMistake(file(1, "{'a\0", 0), "Expected text without NUL characters at byte 13, but found \\x00");
        assertMistake(file(1, "{'a\n'}", 0), "Expected a closing quote at byte 13, but found \\n");
        assertMistake(
                array("'\u001b[31m" + "x".repeat(1000) + "'", "()", 4),
                "Expected a type at byte 20: one that NumPy knows, such as '<f4', but found '\\x1b[31m" + "x".repeat(54)
                        + "...");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "(-1,) | Expected an axis of 0 or more elements at byte 61, but found -1",
                "(2, -3) | Expected an axis of 0 or more elements at byte 64, but found -3",
                "(True,) | Expected an axis of 0 or more elements at byte 61, but found True",
                "('1',) | Expected an axis of 0 or more elements at byte 61, but found '1'",
                "(None,) | Expected an axis of 0 or more elements at byte 61, but found None",
                "((1,),) | Expected an axis of 0 or more elements at byte 61, but found (1,)",
                "(2) | Expected a shape such as (3,) at byte 61, but found 2",
                "[2] | Expected a shape such as (3,) at byte 60, but found [2]",
                "(9223372036854775808,) | Expected an integer of at most 63 bits at byte 61, but found 9223372036854775808",
            })
    void refusesOtherShapes(String shape, String message) {
        assertMistake(array("'<f8'", shape, 8), message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(4294967296, 4294967296)",
                "(2305843009213693953, 8)",
                "(1099511627776, 1099511627776)",
                "(0, 1099511627776, 1099511627776)",
                "(0, 4611686018427387904)",
                "(1152921504606846976,)",
            })
    void refusesProductsOver63BitsEvenBesideAZero(String shape) {
        assertMistake(
                array("'<f8'", shape, 8),
                "Expected an array at byte 60: axes, zeros left out, whose product fits 63 bits in bytes, but found "
                        + shape + " of 8 bytes each");
    }

    @Test
    void readsLargeProductsThatFit() throws IOException {
        assertThat(HandBuilt.read(array("'|u1'", "(0, 9223372036854775807)", 0)).dataBytes())
                .isZero();
        assertThat(HandBuilt.read(array("'|S0'", "(1099511627776,)", 0)).elementCount())
                .isEqualTo(1L << 40);
        assertRefused(array("'<f4'", "(65536, 65536)", 0), "Expected 17,179,869,184 bytes of data, but found 0" + CUT);
    }

    @Test
    void refusesMoreAxesThanNumpyHas() throws IOException {
        assertThat(HandBuilt.read(array("'|u1'", "(" + "1,".repeat(64) + ")", 1))
                        .shape())
                .hasSize(64);
        String shape = "(" + "1,".repeat(65) + ")";
        assertMistake(
                array("'|u1'", shape, 1),
                "Expected a shape of at most 64 axes at byte 60, but found " + shape.substring(0, 60) + "...");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "None", "'False'", "()"})
    void refusesAnOrderThatIsNoBool(String order) {
        assertMistake(
                file(1, "{'descr': '<f4', 'fortran_order': " + order + ", 'shape': (), }", 4),
                "Expected True or False at byte 44, but found " + order);
    }

    @ParameterizedTest
    @ValueSource(strings = {"'O'", "'|O'", "'|O8'", "'|T16'", "'object'"})
    void refusesPythonObjects(String descr) {
        assertRefused(
                array(descr, "(1,)", 8),
                "Expected a type of plain bytes at byte 20, but found " + descr + ": Python objects, which only pickle"
                        + " can read and pickle may run any code; convert the array to numbers or text and save it"
                        + " again");
    }

    @Test
    void refusesPythonObjectsInsideRecords() {
        assertRefused(
                array("[('date', '|O8'), ('open', '<f8')]", "(1,)", 16),
                "Expected a type of plain bytes at byte 30, but found '|O8': Python objects, which only pickle"
                        + " can read and pickle may run any code; convert the array to numbers or text and save it"
                        + " again");
    }

    @Test
    void namesTheFileWhenItShrinksWhileItIsRead() throws IOException {
        byte[] file = array("'<f4'", "(2,)", 8);
        ByteBufferChannel channel = new ByteBufferChannel(ByteBuffer.wrap(file)) {
            @Override
            public long size() {
                return file.length + 8L;
            }
        };
        NpyHeader header = new NpyHeader(1, ScalarType.FLOAT32, false, List.of(4L), file.length - 8);
        assertThatThrownBy(() -> ChannelReads.fill("a.npy", channel, header.dataOffset(), ByteBuffer.allocate(16)))
                .isInstanceOf(NpyException.class)
                .hasMessage("[a.npy] Expected 8 more bytes at byte " + file.length
                        + ", but found the end of the file: it became shorter while it was read");
    }
}
