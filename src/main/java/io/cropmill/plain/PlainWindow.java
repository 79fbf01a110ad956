package io.cropmill.plain;

import java.io.IOException;

/**
 * Pieces of a file, each asked for by its place. Pieces that follow each other are read ahead, more and more of them, up to
 * a mebibyte; of others nothing is read but what is asked for. For one thread.
 */
final class PlainWindow {
    private static final int LARGEST = 1 << 20;

    private final PlainBytes file;
    private final long end;
    private byte[] bytes = {};
    private long start;
    private int filled;
    private long nextAhead = -1;
    private int ahead;

    /** Takes the file up to a byte. */
    PlainWindow(PlainBytes file, long end) {
        this.file = file;
        this.end = end;
    }

    /** Where in {@link #bytes} a piece begins; valid until the next call. */
    int at(long place, int length) throws IOException {
        if (place < start || place + length > start + filled) {
            ahead = place == nextAhead
                    ? (int) Math.min(Math.max(2L * ahead, length), Math.max(length, LARGEST))
                    : length;
            fill(place, (int) Math.max(length, Math.min(ahead, end - place)));
        }
        nextAhead = place + length;
        return (int) (place - start);
    }

    /** Bytes that were read already are kept, so that bytes which follow each other are read once. */
    private void fill(long place, int wanted) throws IOException {
        int kept = place >= start && place < start + filled ? (int) (start + filled - place) : 0;
        byte[] before = bytes;
        if (bytes.length < wanted) {
            bytes = PlainBytes.memory(file.path(), wanted);
        }
        System.arraycopy(before, (int) (place - start) * (kept > 0 ? 1 : 0), bytes, 0, kept);
        filled = 0;
        file.read(place + kept, bytes, kept, wanted - kept);
        start = place;
        filled = wanted;
    }

    byte[] bytes() {
        return bytes;
    }
}
