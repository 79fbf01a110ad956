package io.cropmill.crop.ragged;

import io.cropmill.npy.FieldPacking;
import io.cropmill.npy.NpyReader;
import io.cropmill.npy.RecordType.Field;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Metadata rows of a ragged pair, some hundred read at a time and checked. For one thread. */
final class RaggedRows {
    private static final long PIECE_BYTES = 1 << 18;

    private final NpyReader metadata;
    private final RaggedLayout layout;
    private final RaggedPlaces places;
    private final int rowBytes;
    private ByteBuffer piece = ByteBuffer.allocate(0);
    private long firstRow;

    RaggedRows(String file, NpyReader metadata, RaggedLayout layout, long points) {
        this.metadata = metadata;
        this.layout = layout;
        this.places = new RaggedPlaces(file, layout, points);
        this.rowBytes = Math.toIntExact(metadata.header().rowBytes());
    }

    /** The place of a crop's points. */
    RaggedPlaces.Crop at(long row) throws IOException {
        int at = load(row);
        return places.of(
                row,
                piece,
                new RaggedPlaces.At(
                        at + Math.toIntExact(layout.start().offset()),
                        at + Math.toIntExact(layout.held().offset()),
                        at + Math.toIntExact(layout.source().offset())));
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
}
