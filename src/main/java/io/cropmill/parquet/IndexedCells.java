package io.cropmill.parquet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Byte strings that are places in the column chunk's dictionary. */
final class IndexedCells implements PageCells {
    private final List<ByteBuffer> dictionary;
    private final HybridDecoder places;
    private final int[] place = new int[1];

    IndexedCells(List<ByteBuffer> dictionary, HybridDecoder places) {
        this.dictionary = dictionary;
        this.places = places;
    }

    @Override
    public void skip(int count) {
        places.skip(count);
    }

    @Override
    public ByteBuffer next() {
        places.read(place, 0, 1);
        return dictionary.get(place[0]).duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }
}
