package io.cropmill.crop.padded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.crop.CountsFrom;
import io.cropmill.crop.CropException;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PaddedFile;
import io.cropmill.crop.ReadBack;
import io.cropmill.crop.Recording;
import io.cropmill.storage.DirectMemory;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(strings = {"|i1", "|u1", "<i2", ">i2", "<u2", ">u2", "<i4", ">i4", ">u4", "<i8", ">i8", ">u8"})
    void readsCountsOfEveryWidthAndByteOrder(String type) throws IOException {
        int size = type.charAt(2) - '0';
        ByteBuffer numbers = ByteBuffer.allocate(3 * size);
        int[] counts = {100, 0, 3};
        for (int row = 0; row < counts.length; row++) {
            numbers.put(row * size + (type.charAt(0) == '>' ? size - 1 : 0), (byte) counts[row]);
        }
        String rest = "'fortran_order': False, 'shape': (3, 120, 4), }";
        Files.write(folder.resolve("a.npy"), PaddedFile.npy("{'descr': '<f4', " + rest, new byte[3 * 120 * 16]));
        Files.write(
                folder.resolve("a.counts.npy"),
                PaddedFile.npy("{'descr': '" + type + "', 'fortran_order': False, 'shape': (3,), }", numbers.array()));
        List<Long> found = new ArrayList<>();
        try (Storage storage = Storages.of(folder.toUri(), new Configuration());
                Recording recording = new NpyOrigin(
                                storage.stat("a.npy").orElseThrow(),
                                storage.stat("a.counts.npy").orElseThrow())
                        .open(storage, ReadBack.FIELDS)) {
            recording.counts(0, 3, found::add);
        }
        assertThat(found).containsExactly(100L, 0L, 3L);
    }

    @Test
    void tellsACountBeyond63BitsAsItIs() throws IOException {
        byte[] counts = new byte[3 * Long.BYTES];
        Arrays.fill(counts, Long.BYTES, 2 * Long.BYTES, (byte) 0xFF);
        String rest = "'fortran_order': False, 'shape': (3, 120, 4), }";
        Files.write(folder.resolve("a.npy"), PaddedFile.npy("{'descr': '<f4', " + rest, new byte[3 * 120 * 16]));
        Files.write(
                folder.resolve("a.counts.npy"),
                PaddedFile.npy("{'descr': '<u8', 'fortran_order': False, 'shape': (3,), }", counts));
        try (Storage storage = Storages.of(folder.toUri(), new Configuration());
                Recording recording = new NpyOrigin(
                                storage.stat("a.npy").orElseThrow(),
                                storage.stat("a.counts.npy").orElseThrow())
                        .open(storage, ReadBack.FIELDS)) {
            assertThatThrownBy(() -> recording.counts(0, 3, count -> {}))
                    .isInstanceOf(CropException.class)
                    .hasMessage("[a.npy] Expected a point count from 0 to 120 for row 1, but found"
                            + " 18,446,744,073,709,551,615");
        }
    }
}
