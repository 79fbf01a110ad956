package io.cropmill.inspect;

import io.cropmill.crop.CropException;
import io.cropmill.npy.NpyReader;
import io.cropmill.npy.RecordType;
import io.cropmill.storage.LentBuffer;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Looks at the points of one pair, whose counts are known to be right. For one thread. */
final class PairScan {
    private static final int BATCH_BYTES = 1 << 20;

    private final String file;
    private final NpyReader metadata;
    private final NpyReader points;
    private final PointScan scan;
    private final int pointBytes;
    private final List<Integer> offsets = new ArrayList<>();

    PairScan(String file, RecordingShape shape, NpyReader metadata, NpyReader points, PointScan scan) {
        this.file = file;
        this.metadata = metadata;
        this.points = points;
        this.scan = scan;
        this.pointBytes = Math.toIntExact(shape.pointBytes());
        for (RecordType.Field field : shape.schema().pointType().fields()) {
            offsets.add(Math.toIntExact(field.offset()));
        }
    }

    /** Looks at the crops of a run. */
    void scan(InspectionSample.RowSpan run) throws IOException {
        int rowBytes = Math.toIntExact(metadata.header().rowBytes());
        int most = Math.max(1, BATCH_BYTES / rowBytes);
        try (LentBuffer lent = LentBuffer.of(Math.multiplyExact(most, rowBytes))) {
            ByteBuffer rows = lent.buffer();
            for (long row = run.first(); row < run.end(); row += most) {
                int batch = (int) Math.min(most, run.end() - row);
                metadata.readRows(row, batch, rows.clear());
                for (int crop = 0; crop < batch; ) {
                    crop += crops(rows, crop, batch, row);
                }
            }
        }
    }

    /** Looks at as many crops as are read together; at least one. */
    private int crops(ByteBuffer rows, int first, int batch, long firstRow) throws IOException {
        int rowBytes = Math.toIntExact(metadata.header().rowBytes());
        long start = rows.getLong(first * rowBytes);
        long count = 0;
        int end = first;
        while (end < batch) {
            long more = rows.getInt(end * rowBytes + Long.BYTES);
            if (end > first && (count + more) * pointBytes > BATCH_BYTES) {
                break;
            }
            count += more;
            end++;
        }
        if (count > Integer.MAX_VALUE / pointBytes) {
            throw new CropException("[" + file + "] Expected crops of less than 2 GiB of points, but found one of "
                    + Figures.count(count) + " points; look without --deep");
        }
        try (LentBuffer lent = LentBuffer.ofRow(file, Math.toIntExact(count * pointBytes))) {
            ByteBuffer records = lent.buffer();
            points.readRows(start, Math.toIntExact(count), records.clear());
            int at = 0;
            for (int crop = first; crop < end; crop++) {
                int held = rows.getInt(crop * rowBytes + Long.BYTES);
                look(records, at, firstRow + crop, held);
                at += held * pointBytes;
            }
        }
        return end - first;
    }

    private void look(ByteBuffer records, int at, long row, int count) {
        PointScan.FieldBytes[] fields = new PointScan.FieldBytes[offsets.size()];
        for (int field = 0; field < fields.length; field++) {
            fields[field] = new PointScan.FieldBytes(records, at + offsets.get(field), pointBytes);
        }
        scan.crop(row, count, fields);
    }
}
