package io.cropmill.crop;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.storage.DirectMemory;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainNpyRecordingTest {
    private static final int ROW_BYTES = 1 << 20;

    @TempDir
    Path folder;

    @Test
    void infersCountsOfManySplitsThroughOneBuffer() throws IOException {
        byte[] data = new byte[ROW_BYTES];
        data[5 * 16] = 1;
        String header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, " + ROW_BYTES / 16 + ", 4), }";
        Files.write(folder.resolve("a.npy"), PaddedFile.npy(header, data));
        FieldChoice choice =
                new FieldChoice("point_count", ReadBack.FIELDS.pointFields(), List.of(), List.of(), CountsFrom.INFER);
        List<Long> counts = new ArrayList<>();
        try (Storage storage = Storages.of(folder.toUri(), new Configuration());
                Recording recording = new NpyOrigin(storage.stat("a.npy").orElseThrow()).open(storage, choice)) {
            recording.counts(0, 1, counts::add);
            long before = DirectMemory.bytes();
            for (int split = 0; split < 100; split++) {
                recording.counts(0, 1, counts::add);
            }
            assertThat(DirectMemory.bytes() - before).isLessThan(16L << 20);
        }
        assertThat(counts).hasSize(101).containsOnly(6L);
    }
}
