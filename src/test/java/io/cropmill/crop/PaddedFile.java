package io.cropmill.crop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/**
 * Writes padded structured recordings for tests, header by hand so that the project's own writer has no part in it:
 * {@code xy (capacity, 2)}, {@code height}, {@code intensity}, {@code point_count}, {@code label}, {@code center (3,)},
 * {@code timestamp}. Padding is garbage.
 */
public final class PaddedFile {
    private final int capacity;
    private final int[] counts;
    private final Random random;

    private PaddedFile(int capacity, int[] counts, long seed) {
        this.capacity = capacity;
        this.counts = counts;
        this.random = new Random(seed);
    }

    /** A recording with a crop a count; counts may lie. */
    public static byte[] bytes(int capacity, long seed, int... counts) {
        return new PaddedFile(capacity, counts, seed).content();
    }

    /** Writes such a recording, and the folders above it. */
    public static Path write(Path file, int capacity, long seed, int... counts) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.write(file, bytes(capacity, seed, counts));
    }

    /** As {@link #write}, the same points, but with zeros as padding. */
    public static Path writeZeroPadded(Path file, int capacity, long seed, int... counts) throws IOException {
        byte[] bytes = bytes(capacity, seed, counts);
        int rowBytes = rowBytes(capacity);
        for (int row = 0; row < counts.length; row++) {
            int at = bytes.length - (counts.length - row) * rowBytes;
            Arrays.fill(bytes, at + 8 * counts[row], at + 8 * capacity, (byte) 0);
            Arrays.fill(bytes, at + 8 * capacity + 4 * counts[row], at + 12 * capacity, (byte) 0);
            Arrays.fill(bytes, at + 12 * capacity + 4 * counts[row], at + 16 * capacity, (byte) 0);
        }
        Files.createDirectories(file.getParent());
        return Files.write(file, bytes);
    }

    private static int rowBytes(int capacity) {
        return capacity * 16 + 4 + 4 + 24 + 8;
    }

    /** A version 1 file of any header text and data. */
    public static byte[] npy(String header, byte[] data) {
        int length = (10 + header.length() + 1 + 63) / 64 * 64 - 10;
        ByteBuffer file = ByteBuffer.allocate(10 + length + data.length).order(ByteOrder.LITTLE_ENDIAN);
        file.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0}).putShort((short) length);
        file.put((header + " ".repeat(length - header.length() - 1) + "\n").getBytes(StandardCharsets.ISO_8859_1));
        return file.put(data).array();
    }

    private byte[] content() {
        String header = "{'descr': [('xy', '<f4', (" + capacity + ", 2)), ('height', '<f4', (" + capacity
                + ",)), ('intensity', '<f4', (" + capacity
                + ",)), ('point_count', '<i4'), ('label', '<i4'), ('center', '<f8', (3,)), ('timestamp', '<i8')],"
                + " 'fortran_order': False, 'shape': (" + counts.length + ",), }";
        int rowBytes = rowBytes(capacity);
        ByteBuffer rows = ByteBuffer.allocate(rowBytes * counts.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int row = 0; row < counts.length; row++) {
            row(rows, row);
        }
        return npy(header, rows.array());
    }

    private void row(ByteBuffer rows, int row) {
        for (int value = 0; value < 2 * capacity; value++) {
            rows.putFloat((float) (random.nextGaussian() * 2.5));
        }
        for (int value = 0; value < capacity; value++) {
            rows.putFloat(random.nextFloat() * 3 - 1);
        }
        for (int value = 0; value < capacity; value++) {
            rows.putFloat(random.nextFloat());
        }
        rows.putInt(counts[row]).putInt(row % 3);
        rows.putDouble(row * 0.5).putDouble(-row).putDouble(1.25);
        rows.putLong(1_700_000_000_000L + row * 100L);
    }
}
