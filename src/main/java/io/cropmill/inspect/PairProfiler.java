package io.cropmill.inspect;

import io.cropmill.crop.CropException;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.Recording;
import io.cropmill.crop.ragged.RaggedOrigin;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.NpyHeaderReader;
import io.cropmill.npy.RecordType;
import io.cropmill.raster.RasterSpec;
import io.cropmill.rebuild.listing.RecordingProblem;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.LinkException;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.io.Serializable;
import java.nio.channels.SeekableByteChannel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks at pairs by the reader of sources: headers and the counts in the metadata, and the points of some or all rows. For
 * one thread; equal shapes of one profiler are one object, so that results stay small.
 */
public final class PairProfiler {
    private final Storage dataset;
    private final RecordType pointType;
    private final List<RasterSpec> rasters;
    private final long seed;
    private final ScanDepth depth;
    private final Map<RecordingShape, RecordingShape> shapes = new HashMap<>();

    /**
     * The files of one recording.
     *
     * @param bytes of both files
     * @param runs number of runs of rows whose points are read, as {@link InspectionSample} has them
     */
    public record Pair(String name, String metadata, String points, long bytes, int runs) implements Serializable {}

    /**
     * Looks at a dataset's pairs.
     *
     * @param pointType record of the dataset's points, which gives the columns of plain points their names
     * @param seed seed of the shifts of rasters
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
        try {
            RaggedOrigin origin = new RaggedOrigin(file(pair.metadata()), file(pair.points()), null, List.of());
            try (Recording recording = origin.open(dataset, new FieldChoice("", names(pair), List.of()))) {
                RecordingShape found = new RecordingShape(recording.schema(), null, 0);
                RecordingShape shape = shapes.computeIfAbsent(found, first -> first);
                PointTally counts = new PointTally();
                recording.sourceCounts(0, recording.rows(), (held, before) -> counts.add(held, before - held));
                return new Profile(
                        pair.name(), pair.metadata(), shape, counts, values(pair, shape, recording), null, null);
            }
        } catch (LinkException e) {
            return Profile.unreadable(pair.name(), e.path(), String.valueOf(e.getMessage()));
        } catch (IOException e) {
            RecordingProblem problem = RecordingProblem.of(e).orElseThrow(() -> e);
            return Profile.unreadable(pair.name(), pair.metadata(), problem.message());
        }
    }

    private FileEntry file(String path) throws IOException {
        Optional<FileEntry> found = dataset.stat(path);
        return found.orElseThrow(() -> new CropException("[" + path + "] Expected a file, but found none"));
    }

    /** Records name their fields themselves; columns of another width than the dataset's points have one name. */
    private List<PointFieldName> names(Pair pair) throws IOException {
        try (SeekableByteChannel channel = dataset.open(pair.points())) {
            NpyHeader points = NpyHeaderReader.read(pair.points(), channel);
            if (points.dtype() instanceof RecordType
                    || points.shape().size() != 2
                    || points.shape().get(1) > Integer.MAX_VALUE) {
                return List.of();
            }
            return pointType.itemSize() == points.rowBytes()
                    ? PointFieldName.of(pointType)
                    : List.of(new PointFieldName(
                            "points", Math.toIntExact(points.shape().get(1))));
        }
    }

    private @Nullable PointValues values(Pair pair, RecordingShape shape, Recording recording) throws IOException {
        long rows = recording.rows();
        List<InspectionSample.RowSpan> runs = InspectionSample.of(
                depth == ScanDepth.POINTS ? InspectionSample.ALL_ROWS : pair.runs(),
                0,
                rows,
                pair.bytes() / Math.max(1, rows));
        if (runs.isEmpty()) {
            return null;
        }
        PointScan scan = new PointScan(shape.schema().pointType(), rasters, pair.name(), seed);
        for (InspectionSample.RowSpan run : runs) {
            scan.rows(recording, run);
        }
        return scan.values();
    }
}
