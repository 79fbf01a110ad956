package io.cropmill.crop.padded;

import io.cropmill.crop.CropException;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.FieldChoice;
import io.cropmill.npy.FieldPacking;
import io.cropmill.npy.NpyReader;
import io.cropmill.storage.Closing;
import io.cropmill.storage.LentBuffer;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.LongConsumer;

/** A padded plain {@code .npy} file: (crops, capacity, values) of one type. */
final class PlainNpyRecording extends PaddedRecording {
    private static final int COUNT_BYTES = 8 << 20;

    private final Closeable channel;
    private final PlainLayout layout;
    private final PlainCounts counts;

    /** Where point counts come from. For one thread. */
    interface PlainCounts extends Closeable {
        /** True if the rows themselves must be read to count their points. */
        boolean needsRows();

        /** Starts with the array whose points are counted, and refuses an array of another number of rows. */
        void begin(OpenPlainArray array) throws CropException;

        /**
         * The count of a row.
         *
         * @param rows buffer that holds the row's values as they are in the file
         * @param offset offset of the row in it
         */
        long count(long row, ByteBuffer rows, int offset, PlainLayout layout) throws IOException;

        /** The number that a count stands for, for a message. */
        default Number value(long count) {
            return count;
        }
    }

    /** A plain array that can be read. */
    record OpenPlainArray(String file, NpyReader reader, PlainLayout layout) {}

    /** Owns channel and counts, unless it throws; then only the counts are closed. */
    PlainNpyRecording(String file, Closeable channel, NpyReader npy, FieldChoice choice, PlainCounts counts)
            throws IOException {
        super(file, npy);
        this.channel = channel;
        this.counts = counts;
        try {
            this.layout = PlainLayout.of(file, npy.header(), choice);
            counts.begin(new OpenPlainArray(file, npy, layout));
        } catch (IOException | RuntimeException e) {
            Closing.after(e, counts);
            throw e;
        }
    }

    @Override
    public CropSchema schema() {
        return layout.schema();
    }

    @Override
    long capacity() {
        return layout.capacity();
    }

    @Override
    List<FieldPlace> pointPlaces() {
        List<FieldPlace> places = new ArrayList<>();
        int offset = 0;
        for (CropSchema.CropField field : layout.schema().pointFields()) {
            FieldPacking packing = FieldPacking.of(field.type().withEntry(layout.type()));
            places.add(new FieldPlace(packing, offset, Math.toIntExact(layout.pointBytes())));
            offset += Math.toIntExact(packing.itemSize());
        }
        return places;
    }

    @Override
    List<FieldPlace> cropPlaces() {
        return List.of();
    }

    @Override
    public void counts(long firstRow, long endRow, LongConsumer eachCount) throws IOException {
        Objects.checkFromToIndex(firstRow, endRow, rows());
        int piece = counts.needsRows() ? rowsIn(COUNT_BYTES, endRow - firstRow) : 1;
        try (LentBuffer lent =
                LentBuffer.ofRow(file, counts.needsRows() ? Math.toIntExact(piece * layout.rowBytes()) : 0)) {
            ByteBuffer rows = lent.buffer();
            for (long row = firstRow; row < endRow; row += piece) {
                int now = (int) Math.min(piece, endRow - row);
                if (counts.needsRows()) {
                    npy.readRows(row, now, rows.clear());
                }
                for (int i = 0; i < now; i++) {
                    eachCount.accept(checkedCount(row + i, rows, Math.toIntExact(i * layout.rowBytes())));
                }
            }
        }
    }

    @Override
    int checkedCount(long row, ByteBuffer rows, int offset) throws IOException {
        long count = counts.count(row, rows, offset, layout);
        if (count < 0 || count > layout.capacity()) {
            throw new CropException(String.format(
                    Locale.ROOT,
                    "[%s] Expected a point count from 0 to %,d for row %,d, but found %,d",
                    file,
                    layout.capacity(),
                    row,
                    counts.value(count)));
        }
        return (int) count;
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            counts.close();
        }
    }
}
