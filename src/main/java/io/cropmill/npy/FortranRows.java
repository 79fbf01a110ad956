package io.cropmill.npy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.List;

/**
 * Rows of an array whose first axis varies fastest in the file, put into C order.
 *
 * <pre>
 *   file:  column 0: row 0, row 1, ... | column 1: row 0, row 1, ... | ...
 *   rows:  row 0: columns in C order   | row 1 ...
 * </pre>
 *
 * A column is one choice of all indices but the first; columns follow each other in Fortran order of these.
 */
final class FortranRows {
    private static final int SCRATCH_BYTES = 1 << 20;

    /** Reading a row not asked for is cheaper than a seek while it is among this many. */
    private static final int READ_THROUGH = 8;

    private final String file;
    private final SeekableByteChannel channel;
    private final NpyHeader header;
    private final int itemSize;
    private final long[] axes;
    private final long[] strides;

    FortranRows(String file, SeekableByteChannel channel, NpyHeader header) {
        this.file = file;
        this.channel = channel;
        this.header = header;
        this.itemSize = Math.toIntExact(header.dtype().itemSize());
        List<Long> trailing = header.shape().subList(1, header.shape().size());
        this.axes = trailing.stream().mapToLong(Long::longValue).toArray();
        this.strides = new long[axes.length];
        long stride = 1;
        for (int i = axes.length - 1; i >= 0; i--) {
            strides[i] = stride;
            stride *= Math.max(1, axes[i]);
        }
    }

    /** Fills {@code target} from its position; its size must fit an int, as the caller has checked. */
    void read(long firstRow, int rows, ByteBuffer target) throws IOException {
        if (!target.hasRemaining()) {
            return;
        }
        boolean wholeColumns = rows >= header.rows() / READ_THROUGH
                && Math.multiplyExact(header.rows(), (long) itemSize) <= SCRATCH_BYTES;
        if (wholeColumns) {
            readColumns(firstRow, rows, target);
        } else {
            readRuns(firstRow, rows, target);
        }
    }

    /** Reads several whole columns at a time and keeps the wanted rows. */
    private void readColumns(long firstRow, int rows, ByteBuffer target) throws IOException {
        int columnBytes = Math.toIntExact(header.rows() * itemSize);
        long columns = header.rowElements();
        int batch = (int) Math.min(columns, SCRATCH_BYTES / columnBytes);
        ByteBuffer scratch = ByteBuffer.allocate(batch * columnBytes);
        for (long first = 0; first < columns; first += batch) {
            int count = (int) Math.min(batch, columns - first);
            ChannelReads.fill(
                    file, channel, columnOffset(first), scratch.clear().limit(count * columnBytes));
            for (int i = 0; i < count; i++) {
                int from = i * columnBytes + (int) firstRow * itemSize;
                scatter(scratch, from, first + i, rows, 0, target);
            }
        }
    }

    /** Reads the wanted run of rows of each column, in pieces that fit the scratch buffer. */
    private void readRuns(long firstRow, int rows, ByteBuffer target) throws IOException {
        int piece = Math.max(1, SCRATCH_BYTES / itemSize);
        ByteBuffer scratch = ByteBuffer.allocate(Math.min(piece, rows) * itemSize);
        for (long column = 0; column < header.rowElements(); column++) {
            for (int done = 0; done < rows; done += piece) {
                int count = Math.min(piece, rows - done);
                long offset = columnOffset(column) + (firstRow + done) * itemSize;
                ChannelReads.fill(file, channel, offset, scratch.clear().limit(count * itemSize));
                scatter(scratch, 0, column, count, done, target);
            }
        }
    }

    private long columnOffset(long column) {
        return header.dataOffset() + column * header.rows() * itemSize;
    }

    private void scatter(ByteBuffer scratch, int from, long column, int rows, int firstTargetRow, ByteBuffer target) {
        int rowBytes = Math.toIntExact(header.rowBytes());
        int to = target.position() + firstTargetRow * rowBytes + (int) rowMajor(column) * itemSize;
        for (int row = 0; row < rows; row++) {
            target.put(to + row * rowBytes, scratch, from + row * itemSize, itemSize);
        }
    }

    /** Where a column, counted as the file has them, stands in a row. */
    private long rowMajor(long column) {
        long rest = column;
        long index = 0;
        for (int i = 0; i < axes.length; i++) {
            index += rest % axes[i] * strides[i];
            rest /= axes[i];
        }
        return index;
    }
}
