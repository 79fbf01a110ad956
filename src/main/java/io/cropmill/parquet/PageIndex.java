package io.cropmill.parquet;

import io.cropmill.parquet.ChunkStream.ColumnBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.Util;

/** Where the data pages of one column chunk begin, in bytes of the file and rows of the row group. Immutable. */
final class PageIndex {
    private final long[] places;
    private final long[] firstRows;

    private PageIndex(List<PageLocation> pages) {
        places = pages.stream().mapToLong(PageLocation::getOffset).toArray();
        firstRows = pages.stream().mapToLong(PageLocation::getFirst_row_index).toArray();
    }

    /** Reads an index from its bytes; it is taken for what it says only where its pages lie in the chunk, in order. */
    static PageIndex read(ChunkStream stream, ColumnBytes bytes, ColumnBytes chunk) throws IOException {
        OffsetIndex index;
        try {
            index = Util.readOffsetIndex(
                    new ByteArrayInputStream(ThriftBytes.read(stream, bytes.end() - bytes.start())));
        } catch (IOException | RuntimeException e) {
            throw new ParquetException("[" + chunk.file() + "] Expected an index of pages, but it is damaged: " + e, e);
        }
        PageIndex pages = new PageIndex(index.getPage_locations());
        for (int page = 0; page < pages.places.length; page++) {
            boolean inOrder = page == 0
                    ? pages.firstRows[0] == 0
                    : pages.places[page] > pages.places[page - 1] && pages.firstRows[page] >= pages.firstRows[page - 1];
            if (!inOrder || pages.places[page] < chunk.start() || pages.places[page] >= chunk.end()) {
                throw new ParquetException("[" + chunk.file() + "] Expected an index of pages in order, but page "
                        + page + " is said to begin at byte " + pages.places[page] + ", row " + pages.firstRows[page]);
            }
        }
        return pages;
    }

    /** The page that a row of the row group is in, or -1 where there is none. */
    int pageOf(long row) {
        int found = Arrays.binarySearch(firstRows, row);
        int page = found >= 0 ? found : -found - 2;
        // Of pages that begin with the same row, the first holds its first values.
        while (page > 0 && firstRows[page - 1] == firstRows[page]) {
            page--;
        }
        return page;
    }

    /** First byte of a page's header. */
    long place(int page) {
        return places[page];
    }

    /** First row that begins in a page. */
    long firstRow(int page) {
        return firstRows[page];
    }
}
