package io.cropmill.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers that are made to overflow the stack, the heap or a number: each ends in a plain error, soon. */
class HostileHeaderTest {
    private static final int MIB = 1 << 20;

    private static byte[] filled(String unit) {
        return HandBuilt.file(2, unit.repeat(MIB / unit.length()), 0);
    }

    private static void assertRefused(byte[] file, String start) {
        assertThatThrownBy(() -> HandBuilt.read(file))
                .isInstanceOf(NpyException.class)
                .hasMessageStartingWith("[kitti/000000.npy] " + start)
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400));
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "[", "{'a':", "[(", "(('a',", " [", "('x', "})
    void boundsDepth(String unit) {
        assertRefused(filled(unit), "Expected at most 100 nested brackets at byte ");
    }

    @Test
    void readsDeepButBoundedRecords() throws IOException {
        String descr = "[('a', ".repeat(45) + "'<f4'" + ")]".repeat(45);
        assertThat(HandBuilt.read(HandBuilt.array(descr, "()", 4)).dtype().itemSize())
                .isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "9", "0x", "_", "0_"})
    void boundsDigits(String unit) {
        assertRefused(filled(unit), "Expected a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"'", "'a' ", "'a", "\\", "\"\"", "'''", "r'", "\0", " ", "-", "a", "u", "\n", "'\\"})
    void endsOnAMebibyteOfAnything(String unit) {
        assertRefused(filled(unit), "Expected ");
    }

    @Test
    void readsManyFieldsWithoutSlowingDown() throws IOException {
        String descr = IntStream.range(0, 40_000)
                .mapToObj(i -> "('field" + i + "', '|u1')")
                .collect(Collectors.joining(", ", "[", "]"));
        byte[] file = HandBuilt.file(2, HandBuilt.header(descr, "(2,)"), 80_000);
        assertThat(HandBuilt.read(file).dtype().itemSize()).isEqualTo(40_000);
    }

    /** Each level multiplies the size by 2^30; only the product of them is too large. */
    @Test
    void boundsItemsThroughNesting() {
        String descr = "(".repeat(10) + "'|u1'" + ", (1073741824,))".repeat(10);
        assertRefused(HandBuilt.array(descr, "()", 0), "Expected an item at byte 28: at most 2,147,483,647 bytes, but");
        String zero = "('|u1', (0, 2147483647, 2147483647, 2147483647))";
        assertRefused(
                HandBuilt.array("[('a', " + zero + ")]", "()", 9),
                "Expected 0 bytes of data, but found 9; more bytes follow the array; copy or write it again");
    }

    @Test
    void allocatesNothingFromADeclaredLength() {
        byte[] file = HandBuilt.file(2, "{", 0);
        file[10] = 0x0f;
        assertRefused(
                file,
                "Expected at least 983,053 bytes up to the end of the header, but found 13; it was cut short; copy or write it again");
    }

    @Property(tries = 3000)
    void damagedFilesAreReadOrRefusedByName(@ForAll long seed) {
        RandomTypes types = new RandomTypes(seed);
        Random random = types.random();
        Dtype type = types.elementType();
        List<Long> shape = types.shape();
        byte[] header = NpyHeaderWriter.bytes(type, shape);
        byte[] file = Arrays.copyOf(header, header.length + random.nextInt(64));
        String alphabet = "()[]{}'\"\\,:<>|=fiuSUVMmcbO0123456789 TrueFalseNoneL\n\0\u00ff-+._x";
        for (int damage = random.nextInt(6); damage > 0; damage--) {
            int place = random.nextInt(random.nextBoolean() ? file.length : Math.min(90, file.length));
            file[place] = (byte) alphabet.charAt(random.nextInt(alphabet.length()));
        }
        byte[] damaged = random.nextInt(8) == 0 ? Arrays.copyOf(file, random.nextInt(file.length)) : file;
        try {
            NpyHeader read = HandBuilt.read(damaged);
            assertThat(read.dataOffset() + read.dataBytes()).isEqualTo(damaged.length);
        } catch (IOException e) {
            assertThat(e)
                    .isInstanceOf(NpyException.class)
                    .hasMessageStartingWith("[kitti/000000.npy] Expected ")
                    .hasMessageContaining(", but found ");
            assertThat(e.getMessage()).hasSizeLessThan(500).doesNotContain("\n").doesNotContain("\0");
        }
    }

    @Property(tries = 1000)
    void noiseIsRefusedByName(@ForAll byte[] noise) {
        byte[] start = "\u0093NUMPY\1\0".getBytes(StandardCharsets.ISO_8859_1);
        byte[] file = Arrays.copyOf(start, start.length + noise.length);
        System.arraycopy(noise, 0, file, start.length, noise.length);
        assertRefused(file, "Expected ");
        assertRefused(noise, "Expected ");
    }
}
