package io.cropmill.inspect;

import io.cropmill.crop.CropException;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.CropSchema.CropField;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.NpyReader;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.SubArrayType;
import io.cropmill.ragged.RaggedTypes;
import io.cropmill.raster.RasterSpec;
import io.cropmill.rebuild.RecordingProblem;
import io.cropmill.storage.LentBuffer;
import io.cropmill.storage.LinkException;
import io.cropmill.storage.Storage;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks at pairs: headers and the counts in the metadata, and with {@link ScanDepth#POINTS} the points. For one thread; equal
 * shapes of one profiler are one object, so that results stay small.
 */
public final class PairProfiler {
    private static final int BATCH_BYTES = 1 << 20;
    private static final int OWN_FIELDS = 3;

    private final Storage dataset;
    private final RecordType pointType;
    private final List<RasterSpec> rasters;
    private final long seed;
    private final ScanDepth depth;
    private final Map<RecordingShape, RecordingShape> shapes = new HashMap<>();

    /**
     * The files of one recording.
     *
     * @param bytes of both
     * @param runs of rows of which the points are read, as {@link InspectionSample} has them
     */
    public record Pair(String name, String metadata, String points, long bytes, int runs) implements Serializable {}

    /**
     * Looks at a dataset's pairs.
     *
     * @param pointType of the dataset, which gives the columns of plain points their names
     * @param seed of the shifts of rasters
     */
    public PairProfiler(Storage dataset, RecordType pointType, List<RasterSpec> rasters, long seed, ScanDepth depth) {
        this.dataset = dataset;
        this.pointType = pointType;
        this.rasters = List.copyOf(rasters);
        this.seed = seed;
        this.depth = depth;
    }

    /** Looks at one pair; a damaged or missing file is a result, a file system that fails is an exception. */
    public Profile profile(Pair pair) throws IOException {
        for (String path : List.of(pair.metadata(), pair.points())) {
            try {
                if (dataset.stat(path).isEmpty()) {
                    return Profile.unreadable(pair.name(), path, "[" + path + "] Expected a file, but found none");
                }
            } catch (LinkException e) {
                return Profile.unreadable(pair.name(), path, String.valueOf(e.getMessage()));
            }
        }
        try (SeekableByteChannel metadata = dataset.open(pair.metadata());
                SeekableByteChannel points = dataset.open(pair.points())) {
            return profile(pair, new NpyReader(pair.metadata(), metadata), new NpyReader(pair.points(), points));
        } catch (IOException e) {
            Optional<RecordingProblem> problem = RecordingProblem.of(e);
            if (problem.isEmpty()) {
                throw e;
            }
            return Profile.unreadable(
                    pair.name(), pair.metadata(), problem.get().message());
        }
    }

    private Profile profile(Pair pair, NpyReader metadata, NpyReader points) throws IOException {
        RecordingShape found = shape(pair, metadata.header(), points.header());
        RecordingShape shape = shapes.computeIfAbsent(found, first -> first);
        PointTally counts = counts(pair, metadata);
        if (counts.points() != points.header().rows()) {
            throw new CropException("[" + pair.points() + "] Expected " + Figures.counted(counts.points(), "point")
                    + ", as the metadata has it, but found "
                    + Figures.count(points.header().rows()));
        }
        PointValues values = values(pair, shape, metadata, points);
        return new Profile(pair.name(), pair.metadata(), shape, counts, values, null, null);
    }

    private RecordingShape shape(Pair pair, NpyHeader metadata, NpyHeader points) throws CropException {
        if (!(metadata.dtype() instanceof RecordType record)
                || record.fields().size() < OWN_FIELDS
                || metadata.shape().size() != 1) {
            throw notMetadata(pair, metadata);
        }
        List<CropField> crops = record.fields().stream()
                .skip(OWN_FIELDS)
                .map(field -> new CropField(field.name(), field.type()))
                .toList();
        CropSchema schema = new CropSchema(pointFields(pair, points), crops);
        if (!RaggedTypes.metadata(schema).equals(record)) {
            throw notMetadata(pair, metadata);
        }
        return new RecordingShape(schema, null, 0);
    }

    private static CropException notMetadata(Pair pair, NpyHeader found) {
        return new CropException("[" + pair.metadata()
                + "] Expected a 1-D array of records that begin with point_start, point_count and"
                + " source_point_count, packed, but found " + found.dtype().descr() + " of shape "
                + found.shape());
    }

    private List<CropField> pointFields(Pair pair, NpyHeader points) throws CropException {
        Dtype type = points.dtype();
        if (type instanceof RecordType record && points.shape().size() == 1) {
            return fields(record);
        }
        if (!(type instanceof RecordType) && points.shape().size() == 2 && !points.fortranOrder()) {
            long width = points.shape().get(1);
            if (pointType.itemSize() == points.rowBytes()) {
                return fields(pointType);
            }
            return List.of(new CropField("", width == 1 ? type : new SubArrayType(type, List.of(width))));
        }
        throw new CropException("[" + pair.points() + "] Expected a 1-D array of records or a 2-D array of numbers, but"
                + " found " + type.descr() + " of shape " + points.shape());
    }

    private static List<CropField> fields(RecordType record) {
        return record.fields().stream()
                .map(field -> new CropField(field.name(), field.type()))
                .toList();
    }

    private static PointTally counts(Pair pair, NpyReader metadata) throws IOException {
        int rowBytes = Math.toIntExact(metadata.header().rowBytes());
        int most = Math.max(1, BATCH_BYTES / rowBytes);
        PointTally counts = new PointTally();
        try (LentBuffer lent = LentBuffer.of(Math.multiplyExact(most, rowBytes))) {
            ByteBuffer rows = lent.buffer();
            long total = metadata.header().rows();
            for (long row = 0; row < total; row += most) {
                int batch = (int) Math.min(most, total - row);
                metadata.readRows(row, batch, rows.clear());
                for (int i = 0; i < batch; i++) {
                    count(pair, rows, i * rowBytes, row + i, counts);
                }
            }
        }
        return counts;
    }

    private static void count(Pair pair, ByteBuffer rows, int at, long row, PointTally counts) throws CropException {
        long start = rows.getLong(at);
        int count = rows.getInt(at + Long.BYTES);
        int before = rows.getInt(at + Long.BYTES + Integer.BYTES);
        if (start != counts.points()) {
            throw new CropException("[" + pair.metadata() + "] Expected point_start " + counts.points() + " in row "
                    + row + ", where the row before ends, but found " + start);
        }
        if (count < 0 || before < count) {
            throw new CropException("[" + pair.metadata() + "] Expected 0 <= point_count <= source_point_count in row "
                    + row + ", but found " + count + " and " + before);
        }
        counts.add(count, (long) before - count);
    }

    private @Nullable PointValues values(Pair pair, RecordingShape shape, NpyReader metadata, NpyReader points)
            throws IOException {
        long crops = metadata.header().rows();
        List<InspectionSample.RowSpan> runs = InspectionSample.of(
                depth == ScanDepth.POINTS ? InspectionSample.ALL_ROWS : pair.runs(),
                0,
                crops,
                pair.bytes() / Math.max(1, crops));
        if (runs.isEmpty() || shape.pointBytes() == 0) {
            return null;
        }
        PointScan scan = new PointScan(shape.schema().pointType(), rasters, pair.name(), seed);
        PairScan crop = new PairScan(pair.points(), shape, metadata, points, scan);
        for (InspectionSample.RowSpan run : runs) {
            crop.scan(run);
        }
        return scan.values();
    }
}
