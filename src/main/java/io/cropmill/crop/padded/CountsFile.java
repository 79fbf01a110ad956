package io.cropmill.crop.padded;

import io.cropmill.crop.CropException;
import io.cropmill.npy.NpyReader;
import io.cropmill.npy.ScalarType;
import io.cropmill.storage.Closing;
import io.cropmill.storage.FileOpener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/** Point counts in {@code <rec>.counts.npy}, a whole number a row; some thousand are read at a time. */
final class CountsFile implements PlainNpyRecording.PlainCounts {
    private static final int PIECE = 4096;

    private final String file;
    private final SeekableByteChannel channel;
    private final NpyReader reader;
    private final ScalarType type;
    /** As they are stored. */
    private ByteBuffer piece = ByteBuffer.allocate(0);

    private long firstRow;

    private CountsFile(String file, SeekableByteChannel channel, NpyReader reader, ScalarType type) {
        this.file = file;
        this.channel = channel;
        this.reader = reader;
        this.type = type;
    }

    static CountsFile open(FileOpener storage, String file) throws IOException {
        SeekableByteChannel channel = storage.open(file);
        try {
            NpyReader reader = new NpyReader(file, channel);
            if (reader.header().shape().size() != 1
                    || !(reader.header().dtype() instanceof ScalarType type)
                    || !type.isWhole()) {
                throw new CropException(
                        "[" + file + "] Expected a 1-D array of whole numbers, a count a crop, but found "
                                + reader.header().dtype().descr() + " of shape "
                                + reader.header().shape());
            }
            return new CountsFile(file, channel, reader, type);
        } catch (IOException | RuntimeException e) {
            Closing.after(e, channel);
            throw e;
        }
    }

    @Override
    public boolean needsRows() {
        return false;
    }

    @Override
    public void begin(PlainNpyRecording.OpenPlainArray array) throws CropException {
        long rows = array.reader().header().rows();
        if (reader.header().rows() != rows) {
            throw new CropException("[" + file + "] Expected " + rows + " counts, one for each crop of " + array.file()
                    + ", but found " + reader.header().rows());
        }
    }

    @Override
    public long count(long row, ByteBuffer rows, int offset, PlainLayout layout) throws IOException {
        int size = (int) type.itemSize();
        if (row < firstRow || row >= firstRow + piece.limit() / size) {
            read(row);
        }
        return type.number(piece, Math.toIntExact((row - firstRow) * size));
    }

    @Override
    public Number value(long count) {
        return type.value(count);
    }

    private void read(long row) throws IOException {
        int rows = (int) Math.min(PIECE, reader.header().rows() - row);
        int bytes = Math.toIntExact(rows * type.itemSize());
        piece = ByteBuffer.allocate(bytes);
        reader.readRows(row, rows, piece);
        firstRow = row;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
