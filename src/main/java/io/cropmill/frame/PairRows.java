package io.cropmill.frame;

import io.cropmill.crop.ragged.RaggedLayout;
import io.cropmill.crop.ragged.RaggedPlaces;
import io.cropmill.frame.FileRowFormat.PairForm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;

/** Where the points of a pair's rows are, checked as every reader of pairs checks it. For one thread. */
final class PairRows {
    private final FoundFile pair;
    private final RaggedLayout layout;
    private final RaggedPlaces places;
    private long next;

    PairRows(FoundFile pair) {
        this.pair = pair;
        this.layout = Objects.requireNonNull(pair.form().pair()).layout();
        this.places = new RaggedPlaces(pair.file().path(), layout, pair.pointCount());
    }

    /** What must be read of each row. */
    static List<RowParts.FieldSpan> spans(PairForm form) {
        RaggedLayout layout = form.layout();
        return List.of(
                RowParts.FieldSpan.of(layout.start()),
                RowParts.FieldSpan.of(layout.held()),
                RowParts.FieldSpan.of(layout.source()));
    }

    /** True where the row before is to be read first, for its points should end where the row's begin. */
    boolean leapsTo(long row) {
        return row != next;
    }

    /** Fills the counts of rows and where their points begin. */
    void read(long[] rows, ByteBuffer bytes, RowParts parts, int[] counts, long[] starts) throws IOException {
        for (int i = 0; i < rows.length; i++) {
            int row = Math.toIntExact(i * parts.stride());
            RaggedPlaces.Crop crop = places.of(
                    rows[i],
                    bytes,
                    new RaggedPlaces.At(
                            row + parts.at(layout.start().offset()),
                            row + parts.at(layout.held().offset()),
                            row + parts.at(layout.source().offset())));
            boolean last = rows[i] == pair.rows() - 1;
            RaggedPlaces.requireFit(
                    pair.file().path(),
                    Objects.requireNonNull(pair.points()).path(),
                    pair.pointCount(),
                    rows[i] == 0 ? crop.start() : 0,
                    last ? crop.end() : pair.pointCount());
            counts[i] = crop.held();
            starts[i] = crop.start();
            next = rows[i] + 1;
        }
    }
}
