package io.cropmill.sample;

import java.io.Serializable;

/**
 * How much to write, and from which seed.
 *
 * @param seed any; another seed gives other crops
 * @param recordings files, at least one
 * @param cropsPerRecording rows of each file, at least one
 * @param capacity points that a row reserves, 1 to {@value #MAX_CAPACITY}
 */
public record SampleSpec(long seed, int recordings, int cropsPerRecording, int capacity) implements Serializable {
    /** Most points that a row may reserve. */
    public static final int MAX_CAPACITY = 65_536;

    /** What {@link #ofTotalBytes} aims at for one recording. */
    private static final long RECORDING_BYTES = 128L << 20;
    /** As many recordings of that size as {@link SampleRecording} names in order. */
    public static final long MAX_TOTAL_BYTES = SampleRecording.MAX_ORDERED * RECORDING_BYTES;

    public SampleSpec {
        positive("sample.recordings", recordings);
        positive("sample.crops-per-recording", cropsPerRecording);
        checkCapacity(capacity);
    }

    /** About this many bytes in recordings of about 128 MiB, or one smaller recording; never less than one crop. */
    public static SampleSpec ofTotalBytes(long seed, long bytes, int capacity) {
        if (bytes < 1) {
            throw new IllegalArgumentException("sample.bytes must be positive but was " + bytes);
        }
        if (bytes > MAX_TOTAL_BYTES) {
            throw new IllegalArgumentException("sample.bytes must be at most " + MAX_TOTAL_BYTES + " but was " + bytes);
        }
        SampleSpec one = new SampleSpec(seed, 1, 1, capacity);
        long recordings =
                Math.max(1, bytes / RECORDING_BYTES + (bytes % RECORDING_BYTES >= RECORDING_BYTES / 2 ? 1 : 0));
        long crops = Math.max(1, bytes / recordings / one.rowBytes());
        return new SampleSpec(seed, Math.toIntExact(recordings), Math.toIntExact(crops), capacity);
    }

    /** Bytes of one row, padding slots included. */
    public long rowBytes() {
        return RowEncoder.rowBytes(capacity);
    }

    /** Bytes of all rows of all recordings, headers left out. */
    public long dataBytes() {
        return Math.multiplyExact(Math.multiplyExact(rowBytes(), (long) cropsPerRecording), (long) recordings);
    }

    static void checkCapacity(int capacity) {
        if (capacity < 1 || capacity > MAX_CAPACITY) {
            throw new IllegalArgumentException(
                    "sample.capacity must be between 1 and " + MAX_CAPACITY + " but was " + capacity);
        }
    }

    private static void positive(String key, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(key + " must be positive but was " + value);
        }
    }
}
