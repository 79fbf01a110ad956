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
import io.cropmill.crop.ragged.RaggedOrigin;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ragged pairs whose numbers are not those of any crop are refused by name, by the proof and by a rebuild. */
class PlainPairTest {
    private static final FieldChoice CHOICE = new FieldChoice("point_count", List.of(), List.of());

    @TempDir
    Path folder;

    /** Writes a pair of one point field. */
    private void write(int points, long[]... rows) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(16 * rows.length).order(ByteOrder.LITTLE_ENDIAN);
        for (long[] row : rows) {
            bytes.putLong(row[0]).putInt((int) row[1]).putInt((int) row[2]);
        }
        write(
                "a.npy",
                "[('point_start', '<i8'), ('point_count', '<i4'), ('source_point_count', '<i4')]",
                rows.length,
                bytes.array());
        write("a.points.npy", "[('height', '<f4')]", points, new byte[points * Float.BYTES]);
    }

    private void write(String file, String descr, int rows, byte[] data) throws IOException {
        String header = "{'descr': " + descr + ", 'fortran_order': False, 'shape': (" + rows + ",), }";
        Files.write(folder.resolve(file), PaddedFile.npy(header, data));
    }

    private Storage storage() throws IOException {
        return Storages.of(folder.toUri(), new Configuration(false));
    }

    private static RaggedOrigin origin(Storage storage) throws IOException {
        return new RaggedOrigin(
                storage.stat("a.npy").orElseThrow(),
                storage.stat("a.points.npy").orElseThrow(),
                null,
                List.of());
    }

    /** Source counts of all rows, once as counts and once as crops. */
    private List<Integer> plain() throws IOException {
        List<Integer> counts = new ArrayList<>();
        try (Storage storage = storage();
                PlainReader reader = PlainSource.open(
                        PlainFolder.of(storage.root(), new Configuration(false)),
                        origin(storage),
                        CHOICE,
                        PlainPartitions.NONE)) {
            for (long row = 0; row < reader.rows(); row++) {
                counts.add(reader.lastSourceCount(reader.nextCount()));
            }
            reader.seek(0);
            for (long row = 0; row < reader.rows(); row++) {
                counts.add(reader.next().sourceCount());
            }
        }
        return counts;
    }

    private List<Integer> rebuilt() throws IOException {
        List<Integer> counts = new ArrayList<>();
        try (Storage storage = storage();
                Recording recording = origin(storage).open(storage, CHOICE)) {
            recording.sourceCounts(0, recording.rows(), (held, source) -> counts.add((int) source));
        }
        return counts;
    }

    @Test
    void takesTheLargestCropThatMayHaveBeenCut() throws IOException {
        write(2, new long[] {0, 2, 1 << 27});
        assertThat(plain()).containsExactly(1 << 27, 1 << 27);
        assertThat(rebuilt()).containsExactly(1 << 27);
    }

    @Test
    void refusesMoreSourcePointsThanACropHas() throws IOException {
        write(3, new long[] {0, 1, 1}, new long[] {1, 2, Integer.MAX_VALUE});
        String message =
                "[a.npy] Expected source_point_count of at most 134,217,728 where points were cut off in row 1,"
                        + " but found 2,147,483,647";
        assertThatThrownBy(this::plain).isInstanceOf(PlainException.class).hasMessage(message);
        assertThatThrownBy(this::rebuilt).isInstanceOf(CropException.class).hasMessage(message);
    }

    @Test
    void refusesAPlaceBehindAllPoints() throws IOException {
        write(3, new long[] {0, 1, 1}, new long[] {Long.MAX_VALUE, 2, 2});
        String message =
                "[a.npy] Expected points within the 3 of the points file in row 1, but found 9223372036854775807 + 2";
        assertThatThrownBy(this::plain).isInstanceOf(PlainException.class).hasMessage(message);
        assertThatThrownBy(this::rebuilt).isInstanceOf(CropException.class).hasMessage(message);
    }

    @Test
    void namesTheFileWhateverFails() throws IOException {
        String header = "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 4294967296, 4), }";
        Files.write(folder.resolve("a.npy"), PaddedFile.npy(header, new byte[0]));
        FieldChoice infer = new FieldChoice(
                "point_count", List.of(PointFieldName.parse("xyzi:4")), List.of(), List.of(), CountsFrom.INFER);
        try (Storage storage = storage()) {
            PlainFolder plain = PlainFolder.of(storage.root(), new Configuration(false));
            NpyOrigin origin = new NpyOrigin(storage.stat("a.npy").orElseThrow(), null);
            assertThatThrownBy(() -> PlainSource.open(plain, origin, infer, PlainPartitions.NONE))
                    .isInstanceOf(PlainException.class)
                    .hasMessage("[a.npy] Expected crops that can be read, but the file is damaged: integer overflow");
        }
    }

    @Test
    void namesTheFileWhereTheJvmFailsAndLeavesItsErrorOut() {
        assertThatThrownBy(() -> PlainGuard.run("a.npy", () -> {
                    throw new StackOverflowError();
                }))
                .isInstanceOf(PlainException.class)
                .hasMessage("[a.npy] Expected crops that can be read, but the file is damaged: it is nested too deeply")
                .hasNoCause();
        assertThatThrownBy(() -> PlainGuard.run("a.npy", () -> new long[Integer.MAX_VALUE]))
                .isInstanceOf(PlainException.class)
                .hasMessage(
                        "[a.npy] Expected crops that can be read, but the file is damaged: it declares more than memory"
                                + " holds")
                .hasNoCause();
    }
}
