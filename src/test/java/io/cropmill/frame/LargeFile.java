package io.cropmill.frame;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Counts, filters and reads one point field of 1 % of the rows of a file of 3 GiB, in a JVM with a small heap. */
final class LargeFile {
    private static final int CAPACITY = 4096;
    private static final int ROW_BYTES = CAPACITY * 16 + 8;
    private static final int ROWS = 49_152;
    private static final int EVERY = 100;

    private LargeFile() {}

    public static void main(String[] arguments) throws IOException {
        Path file = write(Path.of(arguments[0]).resolve("large.npy"));
        Dataset<Row> frame = Frames.npy(file, "countField", "point_count");
        print("count", frame.count(), Frames.metric(frame.groupBy().count(), "bytesRead"));
        Dataset<Row> chosen = frame.where("label = 1").select("row", "label");
        print("filter", chosen.count(), Frames.metric(chosen, "bytesRead"));
        Dataset<Row> points = frame.where("label = 1").selectExpr("sum(size(height))", "sum(height[7])");
        print("points", points.first().getLong(0), Frames.metric(points, "bytesRead"));
        Dataset<Row> padded = Frames.npy(file).where("row % 100 = 0").selectExpr("sum(size(height))");
        print("padded", padded.first().getLong(0), Frames.metric(padded, "bytesRead"));
    }

    private static void print(String what, long result, long bytes) {
        System.out.println("RESULT " + what + " " + result + " of " + bytes + " bytes");
    }

    /** Zeros that take no room on disk, but for a label, a count and points in every hundredth row. */
    private static Path write(Path file) throws IOException {
        String text = "{'descr': [('xy', '<f4', (4096, 2)), ('height', '<f4', (4096,)), ('intensity', '<f4', (4096,)),"
                + " ('point_count', '<i4'), ('label', '<i4')], 'fortran_order': False, 'shape': (49152,), }";
        byte[] header = io.cropmill.crop.PaddedFile.npy(text, new byte[0]);
        Files.write(file, header);
        try (RandomAccessFile rows = new RandomAccessFile(file.toFile(), "rw")) {
            rows.setLength(header.length + (long) ROWS * ROW_BYTES);
            for (long row = 0; row < ROWS; row += EVERY) {
                long at = header.length + row * ROW_BYTES;
                rows.seek(at + CAPACITY * 8L);
                rows.write("\0\0\u0080?".repeat(1000).getBytes(StandardCharsets.ISO_8859_1));
                rows.seek(at + CAPACITY * 16L);
                ByteBuffer end = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
                rows.write(end.putInt(1000).putInt(1).array());
            }
        }
        return file;
    }
}
