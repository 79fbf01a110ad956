package io.cropmill.inspect;

import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PaddedNpyRecording;
import io.cropmill.npy.NpyReader;
import io.cropmill.rebuild.Problem;
import io.cropmill.rebuild.Split;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks at runs of rows of padded recordings: header and counts, and with {@link Depth#POINTS} everything else. For one
 * thread; equal shapes of one profiler are one object, so that results stay small.
 */
public final class SourceProfiler {
    private final Storage source;
    private final FieldChoice fields;
    private final int cap;
    private final Depth depth;
    private final Map<Shape, Shape> shapes = new HashMap<>();

    /** Looks with the settings' fields and cap. */
    public SourceProfiler(Storage source, FieldChoice fields, int cap, Depth depth) {
        this.source = source;
        this.fields = fields;
        this.cap = cap;
        this.depth = depth;
    }

    /** Looks at one run; a damaged recording is a result, a file system that fails is an exception. */
    public Profile profile(Split split) throws IOException {
        String name = split.recording().name();
        String path = split.recording().file().path();
        try (PaddedNpyRecording recording = PaddedNpyRecording.open(source, path, fields)) {
            Shape shape = shapes.computeIfAbsent(new Shape(recording.schema(), recording.row()), found -> found);
            long first = split.firstRow(recording.rows());
            long end = split.endRow(recording.rows());
            PointCounts counts = new PointCounts();
            PointValues values = null;
            if (depth == Depth.COUNTS) {
                recording.counts(first, end, count -> counts.add(count, Math.max(0, count - cap)));
            } else {
                values = values(recording, path, first, end, counts);
            }
            return new Profile(name, path, shape, counts, values, null);
        } catch (IOException e) {
            Optional<Problem> problem = Problem.of(e);
            if (problem.isEmpty()) {
                throw e;
            }
            return Profile.unreadable(name, path, problem.get().message());
        }
    }

    private @Nullable PointValues values(
            PaddedNpyRecording recording, String path, long first, long end, PointCounts counts) throws IOException {
        int[] each = new int[Math.toIntExact(end - first)];
        int[] filled = {0};
        recording.counts(first, end, count -> {
            counts.add(count, Math.max(0, count - cap));
            each[filled[0]++] = (int) count;
        });
        try (SeekableByteChannel channel = source.open(path)) {
            return new PaddedScan(path, new NpyReader(path, channel), recording.row()).scan(first, each);
        }
    }
}
