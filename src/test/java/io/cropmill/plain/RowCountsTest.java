package io.cropmill.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.crop.CountsFrom;
import io.cropmill.crop.CropException;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PaddedFile;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.Recording;
import io.cropmill.crop.padded.NpyOrigin;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Inferred counts of the proof. Points of two values, a letter each: p is (1, 1), q (1, NaN), 0 (0, 0), n (NaN, NaN),
 * m (0, NaN), w (NaN, -0.0).
 */
class RowCountsTest {
    private static final String LETTERS = "pq0nmw";
    private static final FieldChoice CHOICE = new FieldChoice(
            "point_count", List.of(new PointFieldName("xy", 2)), List.of(), List.of(), CountsFrom.INFER);

    @TempDir
    Path folder;

    private Storage storage;

    @BeforeEach
    void openFolder() throws IOException {
        storage = Storages.of(folder.toUri(), new Configuration(false));
    }

    @Test
    void countsPointsBeforePaddingOfOneKind() throws IOException {
        assertThat(plain(0, "ppp", "pp0", "000", "mp0", "nmq")).containsExactly(3, 2, 0, 2, 3);
        assertThat(plain(0, "ppn", "nnn", "p0p")).containsExactly(2, 0, 3);
    }

    @Test
    void refusesZerosAndNaNInPadding() throws IOException {
        assertRefused(0, 1, 2, "ppp", "ppm");
        assertRefused(0, 0, 1, "pw0");
        assertRefused(0, 0, 1, "pn0");
        assertRefused(0, 2, 2, "pp0", "ppp", "ppn");
    }

    /** Each part of a recording is counted by itself, also behind the first row that is padded. */
    @Test
    void refusesPaddingOfAnotherKindThanThatOfRowsOfAnotherPart() throws IOException {
        assertRefused(2, 3, 2, "ppp", "p00", "ppp", "pnn");
        assertThat(plain(2, "ppp", "p00", "ppp", "p00")).containsExactly(3, 1);
    }

    /** Every two rows of two points: 1,296 arrays. */
    @Test
    void countsAndRefusesWhatARebuildDoes() throws IOException {
        int refused = 0;
        for (int i = 0; i < Math.pow(LETTERS.length(), 4); i++) {
            StringBuilder points = new StringBuilder();
            for (int rest = i; points.length() < 4; rest /= LETTERS.length()) {
                points.append(LETTERS.charAt(rest % LETTERS.length()));
            }
            String first = points.substring(0, 2);
            String second = points.substring(2);
            List<Integer> counted = ofRebuild(first, second);
            refused += counted.isEmpty() ? 1 : 0;
            if (counted.isEmpty()) {
                assertThatThrownBy(() -> plain(0, first, second))
                        .as("%s %s", first, second)
                        .isInstanceOf(PlainException.class);
            } else {
                assertThat(plain(0, first, second)).as("%s %s", first, second).isEqualTo(counted);
            }
        }
        assertThat(refused).isBetween(1, 1295);
    }

    private void assertRefused(int from, int row, int point, String... rows) {
        assertThatThrownBy(() -> plain(from, rows))
                .isInstanceOf(PlainException.class)
                .hasMessage("[a.npy] Expected padding of one kind, zeros or NaN, but found both, in row " + row
                        + " at point "
                        + point + "; fill all padding with zeros, or numpy.save the counts to a.counts.npy and set"
                        + " source.counts = file");
    }

    /** What the proof counts from a row on. */
    private List<Integer> plain(int from, String... rows) throws IOException {
        write(rows);
        PlainFolder opened = PlainFolder.of(storage.root(), new Configuration(false));
        List<Integer> counts = new ArrayList<>();
        try (PlainReader reader = PlainSource.open(
                opened, new NpyOrigin(storage.stat("a.npy").orElseThrow()), CHOICE, PlainPartitions.NONE)) {
            reader.seek(from);
            for (long row = from; row < reader.rows(); row++) {
                counts.add(reader.nextCount());
            }
        }
        return counts;
    }

    /** What a rebuild counts; nothing if it refuses. */
    private List<Integer> ofRebuild(String... rows) throws IOException {
        write(rows);
        List<Integer> counts = new ArrayList<>();
        try (Recording recording = new NpyOrigin(storage.stat("a.npy").orElseThrow()).open(storage, CHOICE)) {
            recording.counts(0, rows.length, count -> counts.add(Math.toIntExact(count)));
        } catch (CropException e) {
            return List.of();
        }
        return counts;
    }

    private void write(String... rows) throws IOException {
        int capacity = rows[0].length();
        ByteBuffer data =
                ByteBuffer.allocate(rows.length * capacity * 2 * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (String row : rows) {
            for (char point : row.toCharArray()) {
                data.putFloat(point == 'p' || point == 'q' ? 1 : point == 'n' || point == 'w' ? Float.NaN : 0);
                data.putFloat(
                        point == 'p'
                                ? 1
                                : point == 'q' || point == 'n' || point == 'm' ? Float.NaN : point == 'w' ? -0f : 0);
            }
        }
        String header =
                "{'descr': '<f4', 'fortran_order': False, 'shape': (" + rows.length + ", " + capacity + ", 2), }";
        Files.write(folder.resolve("a.npy"), PaddedFile.npy(header, data.array()));
    }
}
