package io.cropmill.crop.ragged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropReader;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PaddedFile;
import io.cropmill.crop.Recording;
import io.cropmill.storage.FileEntry;
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

class RaggedRecordingTest {
    private static final String GAP =
            "[a.npy] Expected point_start 4, where the crop before ends in row 2, but found 5";

    @TempDir
    Path folder;

    /** Crops of two points each at such places of 8 points. */
    private Recording pair(int... starts) throws IOException {
        ByteBuffer rows = ByteBuffer.allocate(16 * starts.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int start : starts) {
            rows.putLong(start).putInt(2).putInt(2);
        }
        write(
                "a.npy",
                "[('point_start', '<i8'), ('point_count', '<i4'), ('source_point_count', '<i4')]",
                starts.length,
                rows.array());
        write("a.points.npy", "[('height', '<f4')]", 8, new byte[32]);
        try (Storage storage = Storages.of(folder.toUri(), new Configuration())) {
            FileEntry metadata = storage.stat("a.npy").orElseThrow();
            FileEntry points = storage.stat("a.points.npy").orElseThrow();
            return new RaggedOrigin(metadata, points, null, List.of())
                    .open(storage, new FieldChoice("point_count", List.of(), List.of()));
        }
    }

    private void write(String file, String descr, int rows, byte[] data) throws IOException {
        String header = "{'descr': " + descr + ", 'fortran_order': False, 'shape': (" + rows + ",), }";
        Files.write(folder.resolve(file), PaddedFile.npy(header, data));
    }

    private static int crops(Recording recording, long firstRow, long endRow) throws IOException {
        int crops = 0;
        try (CropReader reader = recording.read(firstRow, endRow, 1 << 10)) {
            for (Optional<CropBatch> next = reader.next(); next.isPresent(); next = reader.next()) {
                try (CropBatch batch = next.get()) {
                    crops += batch.crops();
                }
            }
        }
        return crops;
    }

    private static List<Long> counts(Recording recording, long firstRow, long endRow) throws IOException {
        List<Long> counts = new ArrayList<>();
        recording.counts(firstRow, endRow, counts::add);
        return counts;
    }

    @Test
    void seesAGapWhereverARunOfRowsBegins() throws IOException {
        try (Recording gap = pair(0, 2, 5, 6)) {
            for (int first = 0; first < 3; first++) {
                long firstRow = first;
                assertThatThrownBy(() -> crops(gap, firstRow, 4)).hasMessage(GAP);
                assertThatThrownBy(() -> counts(gap, firstRow, 4)).hasMessage(GAP);
            }
            assertThat(crops(gap, 0, 2)).isEqualTo(2);
            assertThat(counts(gap, 0, 2)).containsExactly(2L, 2L);
        }
    }

    @Test
    void readsRunsOfAPairThatIsWhole() throws IOException {
        try (Recording whole = pair(0, 2, 4, 6)) {
            for (int first = 0; first <= 4; first++) {
                assertThat(crops(whole, first, 4)).isEqualTo(4 - first);
                assertThat(counts(whole, first, 4)).hasSize(4 - first).allMatch(count -> count == 2);
            }
        }
    }
}
