package io.cropmill.crop;

import io.cropmill.npy.FieldPacking;
import io.cropmill.npy.NpyReader;
import io.cropmill.npy.RecordType.Field;
import io.cropmill.npy.ScalarType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;

/** Metadata rows of a ragged pair, some hundred read at a time, each checked against the row before. For one thread. */
final class RaggedRows {
    private static final long PIECE_BYTES = 1 << 18;

    private final String file;
    private final NpyReader metadata;
    private final RaggedLayout layout;
    private final long points;
    private final int rowBytes;
    private ByteBuffer piece = ByteBuffer.allocate(0);
    private long firstRow;
    private long checkedRow = -1;
    private long checkedEnd;

    /**
     * A crop's place.
     *
     * @param start its first point
     * @param held points in the pair
     * @param source points in the original
     */
    record Crop(long start, int held, int source) {}

    RaggedRows(String file, NpyReader metadata, RaggedLayout layout, long points) {
        this.file = file;
        this.metadata = metadata;
        this.layout = layout;
        this.points = points;
        this.rowBytes = Math.toIntExact(metadata.header().rowBytes());
    }

    /** The place of a crop's points. */
    Crop at(long row) throws IOException {
        int at = load(row);
        long start = number(layout.start(), at);
        long held = number(layout.held(), at);
        long source = number(layout.source(), at);
        if (held < 0 || start < 0 || start > points || held > points - start || held > Integer.MAX_VALUE) {
            throw refused(row, "points within the " + points + " of the points file", start + " + " + held);
        }
        if (source < held || source > Integer.MAX_VALUE) {
            throw refused(
                    row, layout.source().name() + " of at least the " + held + " points that are kept", "" + source);
        }
        if (row == checkedRow + 1 && row > 0 && checkedRow >= 0 && start != checkedEnd) {
            throw refused(row, layout.start().name() + " " + checkedEnd + ", where the crop before ends", "" + start);
        }
        checkedRow = row;
        checkedEnd = start + held;
        return new Crop(start, (int) held, (int) source);
    }

    private CropException refused(long row, String expected, String found) {
        return new CropException(
                String.format(Locale.ROOT, "[%s] Expected %s in row %,d, but found %s", file, expected, row, found));
    }

    /** Copies a crop field of a row, packed. */
    void copy(long row, Field field, FieldPacking packing, ByteBuffer target, int offset) throws IOException {
        int at = load(row);
        packing.pack(piece, at + Math.toIntExact(field.offset()), target, offset, 1);
    }

    /** Offset of a row in the piece, which is read if it is another. */
    private int load(long row) throws IOException {
        if (row < firstRow || row >= firstRow + (rowBytes == 0 ? 0 : piece.limit() / rowBytes)) {
            int rows = (int) Math.min(
                    Math.max(1, PIECE_BYTES / rowBytes), metadata.header().rows() - row);
            if (piece.capacity() < rows * rowBytes) {
                piece = ByteBuffer.allocate(Math.multiplyExact(rows, rowBytes));
            }
            metadata.readRows(row, rows, piece.clear());
            piece.flip();
            firstRow = row;
        }
        return Math.toIntExact((row - firstRow) * rowBytes);
    }

    private long number(Field field, int at) {
        return NumberColumn.number((ScalarType) field.type(), piece, at + Math.toIntExact(field.offset()));
    }
}
