package io.cropmill.crop.parquet;

import io.cropmill.crop.CropException;
import io.cropmill.npy.FieldPacking;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.NpyHeaderReader;
import io.cropmill.npy.NpyReader;
import io.cropmill.parquet.ColumnReader;
import io.cropmill.parquet.GrowingBytes;
import io.cropmill.parquet.ParquetColumn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads binary cells that each hold a whole array, as Petastorm writes them: a {@code .npy} (NdarrayCodec), a zip with one
 * (CompressedNdarrayCodec) or a PNG image (CompressedImageCodec). For one thread.
 */
final class CellDecoder {
    private static final String NPY = "\u0093NUMPY";
    private static final String ZIP = "PK\u0003\u0004";
    private static final String PNG = "\u0089PNG";
    private static final int SHOWN_BYTES = 8;
    private static final int LENGTH_OFFSET = 8;
    private static final int MOST_HEADERS = 4096;

    private final String file;
    private final ParquetColumn column;
    /** Parsing a header costs more than copying a small crop, and few differ. */
    private final Map<ByteBuffer, NpyHeader> headers = new HashMap<>();

    private @Nullable FieldPacking packing;
    private @Nullable NpyHeader packed;

    CellDecoder(String file, ParquetColumn column) {
        this.file = file;
        this.column = column;
    }

    /** The array of the next row. */
    CellArray next(ColumnReader reader) throws IOException {
        long row = reader.nextRow();
        return array(row, reader.cell());
    }

    private CellArray array(long row, ByteBuffer cell) throws IOException {
        String start = start(cell, SHOWN_BYTES);
        if (start.startsWith(NPY)) {
            return array(place(row), cell);
        }
        if (start.startsWith(ZIP)) {
            return array(place(row), ZippedArray.unzip(place(row), cell));
        }
        if (start.startsWith(PNG)) {
            return PngArray.read(place(row), cell);
        }
        throw new CropException(String.format(
                Locale.ROOT,
                "[%s] Expected a whole .npy, a zip with one or a PNG image, but found %,d bytes that begin with %s; leave"
                        + " the column out with source.skip-fields",
                place(row),
                cell.remaining(),
                shown(start)));
    }

    /**
     * The next row's array where only the header is wanted: what a zip holds behind it is neither inflated nor
     * checked, and the array has no bytes then.
     */
    CellArray nextHeader(ColumnReader reader) throws IOException {
        long row = reader.nextRow();
        ByteBuffer cell = reader.cell();
        if (!start(cell, ZIP.length()).equals(ZIP)) {
            return array(row, cell);
        }
        ZippedArray.Start start = ZippedArray.start(place(row), cell);
        ByteBuffer key = headerBytes(start.bytes());
        NpyHeader header = key == null ? null : headers.get(key);
        if (key != null && header == null) {
            header = kept(key, NpyHeaderReader.readStart(place(row), key));
        }
        // A header that promises too much is read whole, so that the error says what is wrong.
        boolean isLikely = header != null
                && (start.size() < 0
                        ? header.dataBytes() <= ZippedArray.MOST_BYTES
                        : header.dataOffset() + header.dataBytes() == start.size());
        return header != null && isLikely
                ? new CellArray(header, ByteBuffer.allocate(0))
                : array(place(row), ZippedArray.unzip(place(row), cell));
    }

    private String place(long row) {
        return file + ", column '" + column.name() + "', row " + row;
    }

    private static String start(ByteBuffer cell, int most) {
        byte[] bytes = new byte[Math.min(most, cell.remaining())];
        cell.get(cell.position(), bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static String shown(String start) {
        StringBuilder text = new StringBuilder("\"");
        for (char c : start.toCharArray()) {
            text.append(c >= ' ' && c <= '~' ? String.valueOf(c) : String.format(Locale.ROOT, "\\x%02x", (int) c));
        }
        return text.append('"').toString();
    }

    private CellArray array(String place, ByteBuffer npy) throws IOException {
        ByteBuffer key = headerBytes(npy);
        NpyHeader header = key == null ? null : headers.get(key);
        if (header == null || header.dataOffset() + header.dataBytes() != npy.remaining()) {
            header = new NpyReader(place, npy).header();
            if (key != null) {
                kept(key, header);
            }
        }
        return new CellArray(header, npy);
    }

    private NpyHeader kept(ByteBuffer key, NpyHeader header) {
        if (headers.size() < MOST_HEADERS) {
            ByteBuffer own = ByteBuffer.allocate(key.remaining());
            headers.put(own.put(key.duplicate()).flip(), header);
        }
        return header;
    }

    /** The bytes of a version 1 header, or nothing. */
    private static @Nullable ByteBuffer headerBytes(ByteBuffer npy) {
        if (npy.remaining() < LENGTH_OFFSET + 2 || npy.get(npy.position() + LENGTH_OFFSET - 2) != 1) {
            return null;
        }
        int low = Byte.toUnsignedInt(npy.get(npy.position() + LENGTH_OFFSET));
        int high = Byte.toUnsignedInt(npy.get(npy.position() + LENGTH_OFFSET + 1));
        int length = LENGTH_OFFSET + 2 + (high << Byte.SIZE | low);
        return length <= npy.remaining() ? npy.slice(npy.position(), length) : null;
    }

    /** Appends the first rows of an array, packed; a scalar is one row. */
    void append(CellArray array, long rows, GrowingBytes target) throws IOException {
        append(array, rows, packing(array.header()).packedSize(), target);
    }

    /** Appends entries that take so many bytes each, zeros behind what is shorter, as NumPy has text. */
    void append(CellArray array, long rows, long entryBytes, GrowingBytes target) throws IOException {
        NpyHeader header = array.header();
        FieldPacking plan = packing(header);
        int items = Math.toIntExact(Math.multiplyExact(rows, header.rowElements()));
        ByteBuffer source = array.bytes();
        int offset = Math.toIntExact(source.position() + header.dataOffset());
        if (!header.hasWholeRows()) {
            source = ByteBuffer.allocate(Math.toIntExact(items * plan.itemSize()));
            new NpyReader(file, array.bytes()).readRows(0, Math.toIntExact(rows), source);
            offset = 0;
        }
        int bytes = Math.toIntExact(items * entryBytes);
        ByteBuffer room = target.room(bytes);
        if (entryBytes == plan.packedSize()) {
            plan.pack(source, offset, room, room.position(), items);
        } else if (items > 0) {
            room.slice(room.position(), bytes).put(new byte[bytes]);
            int stride = Math.toIntExact(plan.itemSize());
            plan.pack(source, offset, stride, room, room.position(), Math.toIntExact(entryBytes), items);
        }
        room.position(room.position() + bytes);
    }

    private FieldPacking packing(NpyHeader header) {
        if (packing == null || packed == null || !packed.dtype().equals(header.dtype())) {
            packing = FieldPacking.of(header.dtype());
            packed = header;
        }
        return packing;
    }
}
