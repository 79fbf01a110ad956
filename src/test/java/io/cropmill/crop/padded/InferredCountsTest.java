package io.cropmill.crop.padded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.crop.CountsFrom;
import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropException;
import io.cropmill.crop.CropReader;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PaddedFile;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.Recording;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Points of two values, a letter each: p is (1, 1), q (1, NaN), 0 (0, 0), - (-0.0, -0.0), n (NaN, NaN), m (0, NaN).
 */
class InferredCountsTest {
    private static final String DO_THIS =
            "; fill all padding with zeros, or numpy.save the counts to a.counts.npy" + " and set source.counts = file";

    @TempDir
    Path folder;

    private String type = "<f4";

    @ParameterizedTest
    @ValueSource(strings = {"<f2", ">f2", "<f4", ">f4", "<f8", ">f8"})
    void dropsTrailingZerosOrTrailingNaN(String floats) throws IOException {
        type = floats;
        assertThat(counts("pppp", "pp00", "0000", "p0p0", "pnp0", "-p00")).containsExactly(4L, 2L, 0L, 3L, 3L, 2L);
        assertThat(counts("pppp", "ppnn", "nnnn", "pnpn", "p0pn", "qpnn")).containsExactly(4L, 2L, 0L, 3L, 3L, 2L);
        assertThat(counts("ppmp", "mppp")).containsExactly(4L, 4L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<i2", ">i4", "|u1", "<i8"})
    void dropsTrailingZerosOfTypesWithoutNaN(String integers) throws IOException {
        type = integers;
        assertThat(counts("pppp", "pp00", "0000", "p0p0")).containsExactly(4L, 2L, 0L, 3L);
    }

    @Test
    void refusesZerosBehindNaNInOneRow() {
        assertRefused("zeros in point 2 and NaN in point 1 of row 1", "pppp", "pn00");
    }

    @Test
    void refusesNaNBehindZerosInOneRow() {
        assertRefused("zeros in point 1 and NaN in point 3 of row 0", "p00n");
    }

    @Test
    void refusesZerosAndNaNInOnePointOfPadding() {
        assertRefused("zeros in point 3 and NaN in point 3 of row 0", "pppm");
        assertRefused("zeros in point 2 and NaN in point 2 of row 0", "ppm0");
        assertRefused("zeros in point 3 and NaN in point 2 of row 0", "ppnm");
    }

    @Test
    void refusesRowsThatEndInZerosBesideRowsThatEndInNaN() {
        assertRefused("zeros in row 1 and NaN in row 3", "pppp", "pp00", "pppp", "pnnn", "p000");
        assertRefused("NaN in row 0 and zeros in row 2", "nnnn", "pppp", "0000");
    }

    /** Every part of a recording is read by itself, so each finds what the recording is padded with. */
    @Test
    void refusesAMixtureWhoseRowsAreInDifferentParts() throws IOException {
        String[] rows = {"pppp", "pp00", "pppp", "pppn", "pp00"};
        write(rows);
        for (int first = 0; first <= 3; first++) {
            int from = first;
            assertThatThrownBy(() -> counts(from, rows.length))
                    .isInstanceOf(CropException.class)
                    .hasMessage(
                            "[a.npy] Expected padding of one kind, zeros or NaN, but found zeros in row 1 and NaN in"
                                    + " row 3" + DO_THIS);
        }
        assertThat(counts(0, 3)).containsExactly(4L, 2L, 4L);
        assertThat(counts(4, 5)).containsExactly(2L);
    }

    @Test
    void readsPointsUpToNaNPadding() throws IOException {
        write("ppnn", "pppn");
        try (Storage storage = Storages.of(folder.toUri(), new Configuration());
                Recording recording = open(storage);
                CropReader reader = recording.read(1, 2, 1 << 20)) {
            Optional<CropBatch> next = reader.next();
            try (CropBatch batch = next.orElseThrow()) {
                assertThat(batch.pointCount(0)).isEqualTo(3);
                assertThat(batch.pointValues(0).getFloat(0)).isEqualTo(1);
            }
        }
    }

    private void assertRefused(String found, String... rows) {
        assertThatThrownBy(() -> counts(rows))
                .isInstanceOf(CropException.class)
                .hasMessage("[a.npy] Expected padding of one kind, zeros or NaN, but found " + found + DO_THIS);
    }

    private List<Long> counts(String... rows) throws IOException {
        write(rows);
        return counts(0, rows.length);
    }

    private List<Long> counts(int first, int end) throws IOException {
        List<Long> counts = new ArrayList<>();
        try (Storage storage = Storages.of(folder.toUri(), new Configuration());
                Recording recording = open(storage)) {
            recording.counts(first, end, counts::add);
        }
        return counts;
    }

    private static Recording open(Storage storage) throws IOException {
        FieldChoice choice = new FieldChoice(
                "point_count", List.of(new PointFieldName("xy", 2)), List.of(), List.of(), CountsFrom.INFER);
        return new NpyOrigin(storage.stat("a.npy").orElseThrow()).open(storage, choice);
    }

    private void write(String... rows) throws IOException {
        int size = type.charAt(2) - '0';
        int capacity = rows[0].length();
        ByteBuffer data = ByteBuffer.allocate(rows.length * capacity * 2 * size)
                .order(type.charAt(0) == '>' ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        for (String row : rows) {
            for (char point : row.toCharArray()) {
                put(data, size, point == 'q' ? 'p' : point == 'm' ? '0' : point);
                put(data, size, point == 'q' || point == 'm' ? 'n' : point);
            }
        }
        String header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + rows.length + ", " + capacity
                + ", 2), }";
        Files.write(folder.resolve("a.npy"), PaddedFile.npy(header, data.array()));
    }

    private void put(ByteBuffer data, int size, char value) {
        boolean isFloat = type.charAt(1) == 'f';
        double number = value == 'p' ? 1 : value == 'n' ? Double.NaN : value == '-' ? -0.0 : 0;
        switch (size) {
            case 1 -> data.put((byte) number);
            case 2 -> data.putShort(isFloat ? half(value) : (short) number);
            case 4 -> data.putInt(isFloat ? Float.floatToRawIntBits((float) number) : (int) number);
            default -> data.putLong(isFloat ? Double.doubleToRawLongBits(number) : (long) number);
        }
    }

    private static short half(char value) {
        return (short) (value == 'p' ? 0x3c00 : value == 'n' ? 0xfe01 : value == '-' ? 0x8000 : 0);
    }
}
