package io.cropmill.inspect;

import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PaddedRow;
import io.cropmill.crop.Recording;
import io.cropmill.crop.parquet.ParquetRecording;
import io.cropmill.npy.NpyReader;
import io.cropmill.ragged.RaggedTarget;
import io.cropmill.raster.RasterSpec;
import io.cropmill.rebuild.BuildSettings;
import io.cropmill.rebuild.RecordingProblem;
import io.cropmill.rebuild.Split;
import io.cropmill.rebuild.SplitCount;
import io.cropmill.rebuild.SplitCounter;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks at runs of rows of recordings: header and counts, with the checks of a rebuild, and the points of some or all
 * rows. For one thread; equal shapes of one profiler are one object, so that results stay small.
 */
public final class SourceProfiler {
    private final Storage source;
    private final BuildSettings settings;
    private final ScanDepth depth;
    private final SplitCounter counter;
    private final SplitCounter pairsAlone;
    private final Map<RecordingShape, RecordingShape> shapes = new HashMap<>();

    /** Looks as a rebuild with these settings would. */
    public SourceProfiler(Storage source, BuildSettings settings, ScanDepth depth) {
        this.source = source;
        this.settings = settings;
        this.depth = depth;
        this.counter = new SplitCounter(source, settings);
        RaggedTarget output = settings.output();
        FieldChoice fields = settings.fields();
        this.pairsAlone = new SplitCounter(
                source,
                new BuildSettings(
                        fields.needing(List.of()),
                        new RaggedTarget(output.folder(), output.recipe().withRasters(List.of())),
                        settings.batchBytes()));
    }

    /** Looks at one run; a damaged recording is a result, a file system that fails is an exception. */
    public Profile profile(SampledSplit sampled) throws IOException {
        Split split = sampled.split();
        Pass pass = new Pass(sampled);
        SplitCount count = counter.count(split, pass.counts(), pass);
        RecordingProblem problem = count.problem();
        if (problem != null && problem.kind() == RecordingProblem.ProblemCause.UNCLEAR) {
            // A source without usable raster fields still has figures.
            pass = new Pass(sampled);
            SplitCount counted = pairsAlone.count(split, pass.counts(), pass);
            count = counted.problem() == null
                    ? new SplitCount(
                            split,
                            counted.schema(),
                            counted.rows(),
                            counted.tally(),
                            problem,
                            null,
                            counted.fullCrops())
                    : count;
        }
        if (count.fullCrops() != null) {
            pass.counts.addFull(count.fullCrops());
        }
        String file = split.recording().file().path();
        return new Profile(split.recording().name(), file, pass.shape, pass.counts, pass.values, count, null);
    }

    private final class Pass implements SplitCounter.CountedSplitReader {
        private final SampledSplit sampled;
        private final PointTally counts = new PointTally();
        private @Nullable RecordingShape shape;
        private @Nullable PointValues values;

        Pass(SampledSplit sampled) {
            this.sampled = sampled;
        }

        Recording.EachCount counts() {
            int cap = settings.output().recipe().cap();
            return (held, before) -> counts.add(held, Math.max(0, held - cap));
        }

        @Override
        public void at(Recording recording, long first, long end) throws IOException {
            // Lists of Parquet are compressed: their slots take no bytes of the file that could be named.
            long capacity = recording instanceof ParquetRecording
                    ? 0
                    : recording.slots().orElse(0);
            RecordingShape found =
                    new RecordingShape(recording.schema(), recording.paddedRow().orElse(null), capacity);
            shape = shapes.computeIfAbsent(found, one -> one);
            List<InspectionSample.RowSpan> runs = runs(recording, first, end);
            if (runs.isEmpty()) {
                return;
            }
            List<RasterSpec> rasters = settings.output().recipe().rasters();
            PointScan points = new PointScan(
                    found.schema().pointType(),
                    rasters,
                    sampled.split().recording().name(),
                    settings.output().recipe().seed());
            for (InspectionSample.RowSpan run : runs) {
                scan(recording, run, points);
            }
            values = points.values();
        }

        private List<InspectionSample.RowSpan> runs(Recording recording, long first, long end) {
            long rowBytes = sampled.split().recording().bytes() / Math.max(1, recording.rows());
            return InspectionSample.of(
                    depth == ScanDepth.POINTS ? InspectionSample.ALL_ROWS : sampled.runs(), first, end, rowBytes);
        }

        private void scan(Recording recording, InspectionSample.RowSpan run, PointScan points) throws IOException {
            PaddedRow row = recording.paddedRow().orElse(null);
            if (row == null || depth == ScanDepth.COUNTS) {
                points.rows(recording, run);
                return;
            }
            int[] each = new int[Math.toIntExact(run.end() - run.first())];
            int[] filled = {0};
            recording.counts(run.first(), run.end(), count -> each[filled[0]++] = (int) count);
            String path = sampled.split().recording().file().path();
            try (SeekableByteChannel channel = source.open(path)) {
                new PaddedScan(path, new NpyReader(path, channel), row, points).scan(run.first(), each);
            }
        }
    }
}
