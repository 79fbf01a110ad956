package io.cropmill.parquet;

import io.cropmill.parquet.PageValues.PageNumbers;
import java.nio.ByteBuffer;

/** Numbers that are places in the column chunk's dictionary of packed numbers. */
final class IndexedNumbers implements PageNumbers {
    private static final int PIECE = 4096;

    private final ByteBuffer dictionary;
    private final int bytes;
    private final HybridDecoder places;
    private final int[] piece = new int[PIECE];

    /** Looks up numbers of {@code bytes} bytes each; every place must be one of the dictionary's. */
    IndexedNumbers(ByteBuffer dictionary, int bytes, HybridDecoder places) {
        this.dictionary = dictionary;
        this.bytes = bytes;
        this.places = places;
    }

    @Override
    public void skip(int count) {
        places.skip(count);
    }

    @Override
    public void read(ByteBuffer target, int count) {
        for (int done = 0; done < count; done += PIECE) {
            int now = Math.min(PIECE, count - done);
            places.read(piece, 0, now);
            look(target, now);
        }
    }

    private void look(ByteBuffer target, int count) {
        switch (bytes) {
            case Integer.BYTES -> {
                for (int i = 0; i < count; i++) {
                    target.putInt(dictionary.getInt(piece[i] * Integer.BYTES));
                }
            }
            case Long.BYTES -> {
                for (int i = 0; i < count; i++) {
                    target.putLong(dictionary.getLong(piece[i] * Long.BYTES));
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    target.put(target.position(), dictionary, piece[i] * bytes, bytes)
                            .position(target.position() + bytes);
                }
            }
        }
    }
}
