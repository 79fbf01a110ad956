package io.cropmill.parquet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.apache.parquet.column.values.ValuesReader;

/** Byte strings of one page. */
interface PageCells extends PageValues {
    /** The next byte string; valid as long as the page. */
    ByteBuffer next();

    /** Byte strings, each behind its length as four bytes. */
    final class PlainCells implements PageCells {
        private final ByteBuffer page;
        private int left;

        /** Reads what remains of a little-endian page, which is so many cells. */
        PlainCells(ByteBuffer page, int count) {
            this.page = page;
            this.left = count;
        }

        @Override
        public void skip(int count) {
            for (int i = 0; i < count; i++) {
                next();
            }
        }

        @Override
        public ByteBuffer next() {
            int length = page.getInt();
            ByteBuffer cell = page.slice(page.position(), length).order(ByteOrder.LITTLE_ENDIAN);
            page.position(page.position() + length);
            left--;
            if (left == 0 && !ColumnValues.isPadding(page, page.remaining())) {
                throw new IllegalArgumentException(page.remaining() + " bytes follow its last value");
            }
            return cell;
        }
    }

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

    /** Byte strings in any other encoding, through parquet-java's decoder. */
    final class DecodedCells implements PageCells {
        private final ValuesReader values;

        DecodedCells(ValuesReader values) {
            this.values = values;
        }

        @Override
        public void skip(int count) {
            values.skip(count);
        }

        @Override
        public ByteBuffer next() {
            return values.readBytes().toByteBuffer().slice().order(ByteOrder.LITTLE_ENDIAN);
        }
    }
}
