package io.cropmill.ragged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.crop.PaddedFile;
import io.cropmill.ragged.RowReader.ReadOrder;
import io.cropmill.storage.DirectMemory;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.storage.UnclosableStorage;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowReaderTest {
    private static final int ROWS = 700;
    private static final int ROW_BYTES = 5000;

    @TempDir
    Path folder;

    private byte[] file;

    @BeforeEach
    void write() throws IOException {
        byte[] data = new byte[ROWS * ROW_BYTES];
        new Random(1).nextBytes(data);
        file = PaddedFile.npy("{'descr': '|S5000', 'fortran_order': False, 'shape': (700,), }", data);
        Files.write(folder.resolve("a.npy"), file);
    }

    private RowReader open() throws IOException {
        try (Storage storage = Storages.of(folder.toUri(), new Configuration())) {
            return RowReader.open(storage, "a.npy");
        }
    }

    private byte[] bytes(int from, int count) {
        return Arrays.copyOfRange(file, from, from + count);
    }

    private static byte[] bytes(ByteBuffer piece) {
        byte[] bytes = new byte[piece.remaining()];
        piece.get(bytes);
        return bytes;
    }

    private WrittenFile sum(int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(file, from, to - from);
        return new WrittenFile("a.npy", to - from, (int) crc.getValue());
    }

    @Test
    void readsRowsInOrderAndSumsThemUp() throws IOException {
        try (RowReader reader = open()) {
            reader.begin(0, file.length, ReadOrder.IN_ORDER);
            int header = Math.toIntExact(reader.header().dataOffset());
            for (int row = 0; row < ROWS; row++) {
                assertThat(bytes(reader.row(row))).isEqualTo(bytes(header + row * ROW_BYTES, ROW_BYTES));
            }
            assertThat(reader.finish()).isEqualTo(sum(0, file.length));
        }
    }

    @Test
    void passesOverWhatIsNotAskedForButSumsItUp() throws IOException {
        int from = 100_000;
        int to = 3_200_000;
        try (RowReader reader = open()) {
            reader.begin(from, to, ReadOrder.IN_ORDER);
            assertThat(bytes(reader.read(150_000, 3))).isEqualTo(bytes(150_000, 3));
            assertThat(bytes(reader.read(2_600_000, 70))).isEqualTo(bytes(2_600_000, 70));
            // Before the window, before the run, behind it.
            assertThat(bytes(reader.read(150_000, 3))).isEqualTo(bytes(150_000, 3));
            assertThat(bytes(reader.read(9, 500))).isEqualTo(bytes(9, 500));
            assertThat(bytes(reader.read(3_199_999, 500))).isEqualTo(bytes(3_199_999, 500));
            assertThat(bytes(reader.read(2_600_060, 1000))).isEqualTo(bytes(2_600_060, 1000));
            assertThat(reader.finish()).isEqualTo(sum(from, to));
        }
    }

    @Test
    void readsPiecesLargerThanItsWindow() throws IOException {
        try (RowReader reader = open()) {
            reader.begin(0, file.length, ReadOrder.IN_ORDER);
            assertThat(bytes(reader.read(5, 10))).isEqualTo(bytes(5, 10));
            assertThat(bytes(reader.read(12, 2_500_000))).isEqualTo(bytes(12, 2_500_000));
            assertThat(bytes(reader.read(2_000_000, 1_500_000))).isEqualTo(bytes(2_000_000, 1_500_000));
            assertThat(reader.finish()).isEqualTo(sum(0, file.length));
        }
    }

    @Test
    void readsScatteredPiecesInAnyOrder() throws IOException {
        try (RowReader reader = open()) {
            reader.begin(0, file.length, ReadOrder.SCATTERED);
            for (int at : new int[] {3_000_000, 17, 999_999, 0}) {
                assertThat(bytes(reader.read(at, 4321))).isEqualTo(bytes(at, 4321));
            }
            assertThatThrownBy(reader::finish).hasMessage("Bytes that were not read have no checksum");
        }
    }

    @Test
    void refusesPiecesBeyondTheFile() throws IOException {
        try (RowReader reader = open()) {
            assertThatThrownBy(() -> reader.read(file.length - 5, 6))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessage("6 bytes at " + (file.length - 5) + " of " + file.length);
            assertThatThrownBy(() -> reader.begin(0, file.length + 1L, ReadOrder.IN_ORDER))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessage("bytes 0 to " + (file.length + 1) + " of " + file.length);
        }
    }

    @Test
    void saysThatAFileBecameShorter() throws IOException {
        try (RowReader reader = open()) {
            reader.begin(0, file.length, ReadOrder.SCATTERED);
            Files.write(folder.resolve("a.npy"), Arrays.copyOf(file, 1000));
            assertThatThrownBy(() -> reader.read(500, 1000))
                    .hasMessage(
                            "[a.npy] Expected 500 more bytes at byte 1,000, but found the end of the file: it became"
                                    + " shorter while it was read");
        }
    }

    @ParameterizedTest
    @EnumSource(ReadOrder.class)
    void givesBackWhatALargerPieceReplaces(ReadOrder order) throws IOException {
        try (RowReader reader = open()) {
            reader.begin(0, file.length, order);
            long before = DirectMemory.bytes();
            for (int bytes = 1_100_000; bytes < 1_200_000; bytes += 1000) {
                assertThat(reader.read(0, bytes).remaining()).isEqualTo(bytes);
            }
            // 100 pieces, of which one at a time is held, and one while it is copied to the next.
            assertThat(DirectMemory.bytes() - before).isLessThan(16L << 20);
        }
    }

    @Test
    void tellsOfADamagedFileThatCannotBeClosed() throws IOException {
        Files.write(folder.resolve("a.npy"), Arrays.copyOf(file, 4));
        try (Storage storage = new UnclosableStorage(Storages.of(folder.toUri(), new Configuration()))) {
            assertThatThrownBy(() -> RowReader.open(storage, "a.npy"))
                    .hasMessageStartingWith("[a.npy] Expected ")
                    .satisfies(e -> assertThat(e.getSuppressed())
                            .extracting(Throwable::getMessage)
                            .containsExactly(UnclosableStorage.REFUSAL));
        }
    }
}
