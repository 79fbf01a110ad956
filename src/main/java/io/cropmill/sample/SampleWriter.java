package io.cropmill.sample;

import io.cropmill.npy.NpyHeaderWriter;
import io.cropmill.storage.OutputFile;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Writes recordings, one call each: calls for different recordings share nothing and may run anywhere at once. The same
 * specification gives the same bytes. Needs memory for about a megabyte of rows, however many there are.
 */
public final class SampleWriter {
    private static final int BUFFER_BYTES = 1 << 20;

    private SampleWriter() {}

    /**
     * Writes {@code drive-DDD/RRRRRR.npy} under the target's root: a 1-D array of padded records with the fields {@code xy},
     * {@code height}, {@code intensity}, {@code point_count}, {@code label}, {@code center}, {@code yaw} and
     * {@code timestamp}.
     *
     * @param recording index of the recording, 0 to {@code spec.recordings() - 1}
     * @throws IOException if the target fails, or holds another file under that name; nothing is left under the name then
     */
    public static WrittenFile write(Storage target, SampleSpec spec, int recording) throws IOException {
        if (recording < 0 || recording >= spec.recordings()) {
            throw new IllegalArgumentException("Cannot write recording " + recording + ": the sample has "
                    + spec.recordings() + ", counted from 0");
        }
        SampleRecording name = new SampleRecording(recording);
        try (OutputFile file = target.create(name.path())) {
            List<Long> shape = List.of((long) spec.cropsPerRecording());
            writeAll(file, ByteBuffer.wrap(NpyHeaderWriter.bytes(RowEncoder.dtype(spec.capacity()), shape)));
            writeRows(file, spec, name.name());
            return file.finish();
        }
    }

    private static void writeRows(OutputFile file, SampleSpec spec, String recording) throws IOException {
        RowEncoder encoder = new RowEncoder(spec, recording);
        int rowBytes = Math.toIntExact(spec.rowBytes());
        int rows = Math.min(spec.cropsPerRecording(), Math.max(1, BUFFER_BYTES / rowBytes));
        ByteBuffer buffer = ByteBuffer.allocate(rows * rowBytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int row = 0; row < spec.cropsPerRecording(); row++) {
            encoder.encode(row, buffer);
            if (buffer.remaining() < rowBytes || row == spec.cropsPerRecording() - 1) {
                writeAll(file, buffer.flip());
                buffer.clear();
            }
        }
    }

    private static void writeAll(OutputFile file, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }
}
