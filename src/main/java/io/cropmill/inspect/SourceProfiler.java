package io.cropmill.inspect;

import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.Recording;
import io.cropmill.npy.NpyReader;
import io.cropmill.rebuild.RecordingProblem;
import io.cropmill.rebuild.Split;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Looks at runs of rows of recordings: header and counts, and with {@link Depth#POINTS} everything else. For one
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
        try (Recording recording = split.recording().open(source, fields)) {
            Shape shape = shapes.computeIfAbsent(
                    new Shape(recording.schema(), recording.paddedRow().orElse(null)), found -> found);
            long first = recording.cut(split.index(), split.of());
            long end = recording.cut(split.index() + 1, split.of());
            PointCounts counts = new PointCounts();
            long slots = recording.slots().orElse(Long.MAX_VALUE);
            long[] full = {0};
            recording.counts(first, end, held -> {
                counts.add(held, Math.max(0, held - cap));
                full[0] += held == slots && held > 0 ? 1 : 0;
            });
            if (recording.slots().isPresent()) {
                counts.addFull(full[0]);
            }
            PointValues values = depth == Depth.COUNTS ? null : values(recording, path, first, end);
            return new Profile(name, path, shape, counts, values, null);
        } catch (IOException e) {
            Optional<RecordingProblem> problem = RecordingProblem.of(e);
            if (problem.isEmpty()) {
                throw e;
            }
            return Profile.unreadable(name, path, problem.get().message());
        }
    }

    private PointValues values(Recording recording, String path, long first, long end) throws IOException {
        if (recording.paddedRow().isEmpty()) {
            return new BatchScan(recording.schema()).scan(recording, first, end);
        }
        int[] each = new int[Math.toIntExact(end - first)];
        int[] filled = {0};
        recording.counts(first, end, count -> each[filled[0]++] = (int) count);
        try (SeekableByteChannel channel = source.open(path)) {
            return new PaddedScan(
                            path,
                            new NpyReader(path, channel),
                            recording.paddedRow().get())
                    .scan(first, each);
        }
    }
}
