package io.cropmill.validate;

import io.cropmill.plain.PlainChecksum.Piece;
import io.cropmill.plain.PlainFile;
import io.cropmill.plain.PlainFile.PieceOrder;
import io.cropmill.rebuild.Split;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Which bytes of each file a split reads and sums up: its rows, or the points of its crops; the first split also reads the
 * header, the last one everything behind the last row. So the runs of all splits together are the file.
 */
final class FileRuns {
    private final PairFiles files;
    private final Split split;
    private final List<PlainFile> inOrder = new ArrayList<>();

    private FileRuns(PairFiles files, Split split) {
        this.files = files;
        this.split = split;
    }

    /** Starts the runs of all files that are there. */
    static FileRuns begin(PairFiles files, Split split, long firstRow, long endRow, ValidationSettings settings)
            throws IOException {
        FileRuns runs = new FileRuns(files, split);
        PieceOrder bulk = settings.whole() ? PieceOrder.IN_ORDER : PieceOrder.SCATTERED;
        PlainFile metadata = files.metadata();
        PlainFile points = files.points();
        if (points != null) {
            // Without metadata it is not known where the split's points are.
            boolean known = metadata != null && bulk == PieceOrder.IN_ORDER;
            long firstPoint = metadata == null ? 0 : start(metadata, firstRow, points);
            long endPoint = metadata == null ? 0 : start(metadata, endRow, points);
            runs.begin(
                    points,
                    firstPoint,
                    Math.max(firstPoint, endPoint),
                    known ? PieceOrder.IN_ORDER : PieceOrder.SCATTERED);
        }
        if (metadata != null) {
            runs.begin(metadata, firstRow, endRow, PieceOrder.IN_ORDER);
        }
        for (int raster = 0; raster < settings.recipe().rasters().size(); raster++) {
            PlainFile cache = files.cache(raster);
            if (cache != null) {
                runs.begin(cache, firstRow, endRow, bulk);
            }
        }
        return runs;
    }

    /** Where a row's points begin, limited to the file if that is damaged; equal for the splits on both sides. */
    private static long start(PlainFile metadata, long row, PlainFile points) throws IOException {
        long rows = points.rows();
        if (row >= metadata.rows()) {
            return rows;
        }
        ByteBuffer record = metadata.row(row);
        return Math.max(0, Math.min(rows, record.getLong(record.position())));
    }

    private void begin(PlainFile file, long first, long end, PieceOrder order) {
        long rows = file.rows();
        boolean last = split.index() == split.of() - 1;
        long from = split.index() == 0 ? 0 : file.rowOffset(Math.min(first, rows));
        long to = last ? file.length() : file.rowOffset(Math.min(end, rows));
        file.begin(from, Math.max(from, to), order);
        if (order == PieceOrder.IN_ORDER) {
            inOrder.add(file);
        }
    }

    /** Goes through what was not read and sums up; one entry a file. */
    SplitChecked.FileChecked[] finish() throws IOException {
        SplitChecked.FileChecked[] checked = new SplitChecked.FileChecked[files.bytes().length];
        for (int i = 0; i < checked.length; i++) {
            PlainFile file = files.readers().get(i);
            Piece run = file != null && inOrder.contains(file) ? file.finish() : null;
            checked[i] = new SplitChecked.FileChecked(files.bytes()[i], run);
        }
        return checked;
    }
}
