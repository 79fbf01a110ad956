package io.cropmill.crop.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.Sweeps;
import io.cropmill.crop.CropException;
import io.cropmill.crop.ReadBack;
import io.cropmill.crop.Recording;
import io.cropmill.npy.NpyException;
import io.cropmill.parquet.ParquetException;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.FileOpener;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Single bits flipped in the footers of five files, as PyArrow, pandas and Spark write them (write_footers.py). Whichever
 * bit it is, a recording is read with all its crops, points and values, or refused: none is lost or changed in silence.
 * Nor does a field get another type, as it would where what its numbers mean is forgotten. -Pcrash flips every bit.
 */
@Slow
@Tag("sweep")
class FooterFlipsTest {
    private static final int STEP = Sweeps.partOrAll(101, 1);
    private static final int TAIL_BYTES = 8;

    private enum Outcome {
        EQUAL,
        REFUSED,
        RETYPED,
        LOST
    }

    @ParameterizedTest
    @ValueSource(strings = {"pyarrow", "pyarrow-v2", "pandas", "spark", "spark-legacy"})
    void losesNothingInSilence(String name) throws IOException {
        byte[] whole = resource(name);
        ReadBack expected = read(whole);
        assertThat(expected.counts()).containsExactly(2L, 0L, 5L, 3L, 1L, 6L, 4L, 2L, 0L, 5L, 3L, 1L);
        int length = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getInt(whole.length - TAIL_BYTES);
        Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
        List<String> lost = new ArrayList<>();
        int tried = 0;
        for (long bit = (whole.length - TAIL_BYTES - length) * 8L; bit < whole.length * 8L; bit += STEP) {
            byte[] changed = whole.clone();
            changed[(int) (bit / 8)] ^= (byte) (1 << bit % 8);
            Outcome outcome = outcome(changed, expected, bit);
            outcomes.merge(outcome, 1, Integer::sum);
            if (outcome == Outcome.LOST || outcome == Outcome.RETYPED) {
                lost.add(outcome + " by byte " + bit / 8 + ", bit " + bit % 8);
            }
            tried++;
        }
        System.out.println(name + ": " + tried + " of " + (length + TAIL_BYTES) * 8 + " bits flipped: " + outcomes);
        assertThat(lost).isEmpty();
        assertThat(outcomes.keySet()).contains(Outcome.EQUAL, Outcome.REFUSED);
    }

    private static Outcome outcome(byte[] changed, ReadBack expected, long bit) {
        ReadBack found;
        try {
            found = read(changed);
        } catch (ParquetException | CropException | NpyException e) {
            assertThat(e).hasMessageStartingWith("[a.parquet");
            return Outcome.REFUSED;
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw new AssertionError("bit " + bit, e);
        }
        if (found.equals(expected)) {
            return Outcome.EQUAL;
        }
        boolean sameFields = found.fields().keySet().equals(expected.fields().keySet());
        boolean sameNames = names(found).equals(names(expected));
        return found.counts().equals(expected.counts()) && sameNames && !sameFields ? Outcome.RETYPED : Outcome.LOST;
    }

    private static List<String> names(ReadBack read) {
        return read.fields().keySet().stream()
                .map(field -> field.substring(0, field.indexOf(' ')))
                .toList();
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream stream = FooterFlipsTest.class.getResourceAsStream("/footers/" + name + ".parquet")) {
            return Objects.requireNonNull(stream).readAllBytes();
        }
    }

    private static ReadBack read(byte[] file) throws IOException {
        FileEntry entry = new FileEntry("a.parquet", file.length, 0, "");
        FileOpener memory = new FileOpener() {
            @Override
            public SeekableByteChannel open(String path) {
                return new BytesChannel(file);
            }

            @Override
            public Optional<FileEntry> stat(String path) {
                return Optional.of(entry);
            }
        };
        ParquetOrigin origin =
                new ParquetOrigin(List.of(entry), ParquetOrigin.RecordingRows.ALL, List.of(), file.length);
        try (Recording recording = origin.open(memory, ReadBack.FIELDS)) {
            return ReadBack.of(recording, 1 << 20);
        }
    }

    /** A file in memory, read as channels read files. */
    private static final class BytesChannel implements SeekableByteChannel {
        private final ByteBuffer bytes;

        BytesChannel(byte[] bytes) {
            this.bytes = ByteBuffer.wrap(bytes);
        }

        @Override
        public int read(ByteBuffer target) {
            if (!bytes.hasRemaining()) {
                return -1;
            }
            int count = Math.min(bytes.remaining(), target.remaining());
            target.put(bytes.slice(bytes.position(), count));
            bytes.position(bytes.position() + count);
            return count;
        }

        @Override
        public SeekableByteChannel position(long position) {
            if (position < 0) {
                throw new IllegalArgumentException("position " + position);
            }
            bytes.position((int) Math.min(position, bytes.limit()));
            return this;
        }

        @Override
        public long position() {
            return bytes.position();
        }

        @Override
        public long size() {
            return bytes.limit();
        }

        @Override
        public int write(ByteBuffer source) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SeekableByteChannel truncate(long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    }
}
