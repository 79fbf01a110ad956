package io.cropmill.export;

import io.cropmill.crop.CropException;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.CropSchema.CropField;
import io.cropmill.crop.PaddedRow;
import io.cropmill.crop.padded.PaddedRowEncoder;
import io.cropmill.dataset.manifest.Recipe.PointsLayout;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.NpyHeaderWriter;
import io.cropmill.npy.NpyReader;
import io.cropmill.npy.RecordType;
import io.cropmill.ragged.RaggedTypes;
import io.cropmill.rebuild.RecordingProblem;
import io.cropmill.storage.Checksums;
import io.cropmill.storage.LinkException;
import io.cropmill.storage.OutputFile;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Writes one recording from its pair, run of rows by run of rows, so that memory does not grow with it. The pair is
 * checked first, byte for byte by its checksums. For one thread.
 */
public final class PaddedExport {
    private static final int BATCH_BYTES = 4 << 20;

    private final Storage dataset;
    private final Storage output;

    public PaddedExport(Storage dataset, Storage output) {
        this.dataset = dataset;
        this.output = output;
    }

    /** Writes one; a damaged pair is a result, a file system that fails is an exception. */
    public ExportResult write(ExportItem item) throws IOException {
        try {
            requireAsWritten(item.metadata());
            requireAsWritten(item.points());
            return written(item);
        } catch (IOException e) {
            Optional<RecordingProblem> problem = RecordingProblem.of(e);
            if (problem.isEmpty()) {
                throw e;
            }
            return new ExportResult(item.name(), null, 0, problem.get().message());
        }
    }

    private void requireAsWritten(WrittenFile expected) throws IOException {
        try {
            if (dataset.stat(expected.path()).isEmpty()) {
                throw new CropException("[" + expected.path() + "] Expected a file, but found none");
            }
        } catch (LinkException e) {
            throw new CropException(String.valueOf(e.getMessage()));
        }
        WrittenFile found = Checksums.read(dataset, expected.path());
        if (!found.equals(expected)) {
            throw new CropException("[" + expected.path() + "] Expected " + Figures.counted(expected.bytes(), "byte")
                    + " with crc32c " + Checksums.text(expected.crc32c()) + ", as the manifest has it, but found "
                    + Figures.count(found.bytes()) + " with " + Checksums.text(found.crc32c()));
        }
    }

    private ExportResult written(ExportItem item) throws IOException {
        try (MetadataRows metadata = MetadataRows.open(dataset, item.metadata().path());
                SeekableByteChannel channel = dataset.open(item.points().path())) {
            NpyReader points = new NpyReader(item.points().path(), channel);
            PaddedRow row = row(item, metadata.cropFields(), points.header());
            try (OutputFile file = output.create(item.path())) {
                file.write(ByteBuffer.wrap(NpyHeaderWriter.bytes(row.type(), List.of(metadata.total()))));
                new PaddedRows(row, metadata, points, item).write(file);
                return finished(item, file, metadata.total());
            }
        }
    }

    /** A file of other content that has the name already is no failure of the file system: trying again would not help. */
    private ExportResult finished(ExportItem item, OutputFile file, long crops) throws IOException {
        try {
            return new ExportResult(item.name(), file.finish(), crops, null);
        } catch (IOException e) {
            if (output.stat(item.path()).isEmpty()) {
                throw e;
            }
            return new ExportResult(
                    item.name(),
                    null,
                    0,
                    "[" + item.path()
                            + "] Cannot write: another file has the name, and files are never replaced; choose"
                            + " another --output");
        }
    }

    private static PaddedRow row(ExportItem item, List<CropField> crops, NpyHeader points) throws CropException {
        List<CropField> pointFields = item.pointType().fields().stream()
                .map(field -> new CropField(field.name(), field.type()))
                .toList();
        CropSchema schema = new CropSchema(pointFields, crops);
        Dtype element = points.dtype() instanceof RecordType
                ? item.pointType()
                : RaggedTypes.points(item.points().path(), schema, PointsLayout.PLAIN);
        List<Long> shape = RaggedTypes.pointsShape(schema, element, points.rows());
        if (!points.dtype().equals(element) || !points.shape().equals(shape) || points.fortranOrder()) {
            throw new CropException("[" + item.points().path() + "] Expected points of type " + element.descr()
                    + " and shape " + shape + ", but found "
                    + points.dtype().descr() + " and " + points.shape());
        }
        PaddedRow row = item.form().row(schema);
        if (!row.schema().equals(schema)) {
            throw new CropException("[" + item.metadata().path() + "] Expected the fields of the source, "
                    + row.schema() + ", but found " + schema);
        }
        return row;
    }

    /** The rows of one recording on their way. */
    private static final class PaddedRows {
        private final PaddedRow row;
        private final MetadataRows metadata;
        private final NpyReader points;
        private final PaddedRowEncoder encoder;
        private final int rowBytes;
        private final int pointBytes;
        private final byte[] target;
        private ByteBuffer records = ByteBuffer.allocate(0);
        private long nextPoint;

        PaddedRows(PaddedRow row, MetadataRows metadata, NpyReader points, ExportItem item) {
            this.row = row;
            this.metadata = metadata;
            this.points = points;
            this.encoder = new PaddedRowEncoder(row);
            this.rowBytes = Math.toIntExact(row.type().itemSize());
            this.pointBytes = Math.toIntExact(item.pointType().itemSize());
            long most = Math.max(1, Math.min(metadata.total(), BATCH_BYTES / rowBytes));
            this.target = new byte[Math.toIntExact(most * rowBytes)];
        }

        void write(OutputFile file) throws IOException {
            ByteBuffer rows = ByteBuffer.wrap(target).order(ByteOrder.LITTLE_ENDIAN);
            for (long first = 0; first < metadata.total(); ) {
                int batch = (int) Math.min(target.length / rowBytes, metadata.total() - first);
                metadata.read(first, batch);
                long before = nextPoint;
                for (int place = 0; place < batch; place++) {
                    nextPoint += checkedCount(place, first + place);
                }
                readPoints(before, Math.toIntExact(nextPoint - before));
                Arrays.fill(target, (byte) 0);
                encode(batch, before, rows);
                file.write(rows.clear().limit(batch * rowBytes));
                first += batch;
            }
            if (nextPoint != points.header().rows()) {
                throw refused("Expected " + points.header().rows() + " points in all rows, but found " + nextPoint);
            }
        }

        private int checkedCount(int place, long number) throws CropException {
            int count = metadata.count(place);
            if (metadata.start(place) != nextPoint) {
                throw refused("Expected point_start " + nextPoint + " in row " + number + ", but found "
                        + metadata.start(place));
            }
            if (count != metadata.sourceCount(place)) {
                throw refused("Expected all " + metadata.sourceCount(place) + " points of row " + number
                        + ", but found " + count);
            }
            if (count < 0 || count > row.capacity()) {
                throw refused("Expected at most " + row.capacity() + " points, the capacity, in row " + number
                        + ", but found " + count + "; give a higher one with --capacity");
            }
            return count;
        }

        private CropException refused(String reason) {
            return new CropException("[" + metadata.path() + "] " + reason);
        }

        private void readPoints(long first, int count) throws IOException {
            if (count > points.header().rows() - first) {
                throw refused("Expected " + points.header().rows() + " points in all rows, but found more");
            }
            int bytes = Math.multiplyExact(count, pointBytes);
            if (records.capacity() < bytes) {
                records = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
            }
            points.readRows(first, count, records.clear().limit(bytes));
        }

        private void encode(int batch, long firstPoint, ByteBuffer rows) {
            rows.clear();
            for (int place = 0; place < batch; place++) {
                int at = Math.toIntExact((metadata.start(place) - firstPoint) * pointBytes);
                encoder.encode(
                        records,
                        at,
                        metadata.count(place),
                        metadata.bytes(),
                        metadata.cropAt(place),
                        rows,
                        place * rowBytes);
            }
        }
    }
}
