package io.cropmill.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class NpyReaderTest {
    private static NpyReader reader(String order, String descr, String shape, byte[] data) throws IOException {
        String header = "{'descr': " + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + "}";
        return new NpyReader(
                "a.npy", ByteBuffer.wrap(HandBuilt.file(2, header.getBytes(StandardCharsets.UTF_8), data)));
    }

    @Test
    void readsFortranOrderIntoCOrder() throws IOException {
        byte[] data = {0, 1, 2, 3, 4, 5};
        assertThat(reader("True", "'|u1'", "(2, 3)", data).packedData(6)).containsExactly(0, 2, 4, 1, 3, 5);
        assertThat(reader("True", "'|u1'", "(1, 2, 3)", data).packedData(6)).containsExactly(0, 2, 4, 1, 3, 5);
        assertThat(reader("True", "'|u1'", "(6,)", data).packedData(6)).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(reader("True", "'>u2'", "(3, 1)", data).packedData(6)).containsExactly(1, 0, 3, 2, 5, 4);
        assertThat(reader("False", "'|u1'", "(2, 3)", data).packedData(6)).containsExactly(0, 1, 2, 3, 4, 5);
    }

    @Test
    void readsScalarsAndEmptyArrays() throws IOException {
        assertThat(reader("False", "'>u2'", "()", new byte[] {1, 2}).packedData(2))
                .containsExactly(2, 1);
        assertThat(reader("True", "'<f8'", "(3, 0, 2)", new byte[0]).packedData(0))
                .isEmpty();
        assertThat(reader("True", "'|S0'", "(1099511627776, 2)", new byte[0]).packedData(0))
                .isEmpty();
        assertThat(reader("False", "[]", "(3,)", new byte[0]).packedData(0)).isEmpty();
        assertThat(reader("False", "[('', '|V2')]", "(3,)", new byte[6]).packedData(6))
                .isEmpty();
    }

    @Test
    void refusesMoreThanTheLimit() throws IOException {
        NpyReader reader = reader("False", "'|u1'", "(2000,)", new byte[2000]);
        assertThatThrownBy(() -> reader.packedData(1999))
                .isInstanceOf(NpyException.class)
                .hasMessage("[a.npy] Expected at most 1,999 bytes of data, but found 2,000");
    }

    @Test
    void refusesRowsThatAreNotThere() throws IOException {
        NpyReader reader = reader("False", "'|u1'", "(3, 2)", new byte[6]);
        assertThatThrownBy(() -> reader.readRows(2, 2, ByteBuffer.allocate(8)))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("rows 2 to 4 of 3");
        assertThatThrownBy(() -> reader.readRows(-1, 2, ByteBuffer.allocate(8)))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("rows -1 to 1 of 3");
    }

    @Test
    void movesThePositionOfTheTargetOnly() throws IOException {
        NpyReader reader = reader("False", "'|u1'", "(3, 2)", new byte[] {1, 2, 3, 4, 5, 6});
        ByteBuffer target = ByteBuffer.allocate(8).position(1);
        reader.readRows(1, 2, target);
        assertThat(target.position()).isEqualTo(5);
        assertThat(target.limit()).isEqualTo(8);
        assertThat(target.array()).containsExactly(0, 3, 4, 5, 6, 0, 0, 0);
    }

    @Test
    void goesOnAfterShortReads() throws IOException {
        byte[] file = HandBuilt.array("'|u1'", "(5,)", 5);
        file[file.length - 1] = 9;
        ByteBufferChannel oneByteAtATime = new ByteBufferChannel(ByteBuffer.wrap(file)) {
            @Override
            public int read(ByteBuffer target) {
                int limit = target.limit();
                target.limit(Math.min(limit, target.position() + 1));
                int count = super.read(target);
                target.limit(limit);
                return count;
            }
        };
        assertThat(new NpyReader("a.npy", oneByteAtATime).packedData(5)).containsExactly(0, 0, 0, 0, 9);
    }

    @Test
    void tellsWhereRowsLie() throws IOException {
        NpyHeader header = new NpyHeader(1, ScalarType.FLOAT32, false, List.of(3L, 5L, 2L), 128);
        assertThat(header.rows()).isEqualTo(3);
        assertThat(header.rowElements()).isEqualTo(10);
        assertThat(header.rowBytes()).isEqualTo(40);
        assertThat(header.rowOffset(0)).isEqualTo(128);
        assertThat(header.rowOffset(3)).isEqualTo(248);
        assertThatThrownBy(() -> header.rowOffset(4)).isInstanceOf(IndexOutOfBoundsException.class);
        NpyHeader fortran = new NpyHeader(1, ScalarType.FLOAT32, true, List.of(3L, 5L), 128);
        assertThat(fortran.hasWholeRows()).isFalse();
        assertThatThrownBy(() -> fortran.rowOffset(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Rows of an array in Fortran order are scattered over the file");
    }

    @Property(tries = 200)
    void readsAnyRowsOfFortranArrays(
            @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 5) Integer> axes,
            @ForAll @IntRange(min = 0, max = 4) int first,
            @ForAll @IntRange(min = 0, max = 5) int count)
            throws IOException {
        int rows = axes.get(0);
        int from = Math.min(first, rows);
        int read = Math.min(count, rows - from);
        int elements = axes.stream().reduce(1, (a, b) -> a * b);
        ByteBuffer inFortranOrder = ByteBuffer.allocate(4 * elements);
        ByteBuffer inCOrder = ByteBuffer.allocate(4 * elements);
        for (int i = 0; i < elements; i++) {
            inCOrder.putInt(4 * i, i);
            inFortranOrder.putInt(4 * fortranIndex(axes, i), i);
        }
        String shape = axes.toString().replace("[", "(").replace("]", ",)");
        ByteBuffer target = ByteBuffer.allocate(4 * elements / rows * read);
        reader("True", "'>i4'", shape, inFortranOrder.array()).readRows(from, read, target);
        byte[] expected = new byte[target.capacity()];
        inCOrder.get(4 * elements / rows * from, expected);
        assertThat(target.array()).isEqualTo(expected);
    }

    private static int fortranIndex(List<Integer> axes, int index) {
        int rest = index;
        int fortran = 0;
        int stride = axes.stream().reduce(1, (a, b) -> a * b);
        for (int axis = axes.size() - 1; axis >= 0; axis--) {
            stride /= axes.get(axis);
            fortran += rest % axes.get(axis) * stride;
            rest /= axes.get(axis);
        }
        return fortran;
    }

    /** A column longer than the scratch buffer, of which a run in the middle is read piece by piece. */
    @Test
    void readsRowsOfLongColumns() throws IOException {
        int rows = 1_300_000;
        byte[] data = new byte[2 * rows];
        new Random(1).nextBytes(data);
        NpyReader reader = reader("True", "'|u1'", "(" + rows + ", 2)", data);
        for (int count : new int[] {1, 1000, 1_200_000}) {
            ByteBuffer target = ByteBuffer.allocate(2 * count);
            reader.readRows(99_999, count, target);
            for (int row = 0; row < count; row++) {
                assertThat(target.get(2 * row) == data[99_999 + row]
                                && target.get(2 * row + 1) == data[rows + 99_999 + row])
                        .as("row %s", row)
                        .isTrue();
            }
        }
    }
}
