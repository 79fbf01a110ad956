package io.cropmill.rebuild;

import io.cropmill.crop.CropException;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.PaddedRow;
import io.cropmill.crop.Recording;
import io.cropmill.dataset.manifest.SourceFile.SourceRow;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.NpyHeaderWriter;
import io.cropmill.ragged.CropRasters;
import io.cropmill.ragged.RaggedFiles.Tally;
import io.cropmill.ragged.RaggedTypes;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The count pass: reads header and point counts of splits, and checks all that can be checked without points. For one
 * thread; equal schemas of one counter are one object, so that results stay small.
 */
public final class SplitCounter {
    private final Storage source;
    private final BuildSettings settings;
    private final Map<CropSchema, CropSchema> schemas = new HashMap<>();
    private final Map<SourceRow, SourceRow> rows = new HashMap<>();
    private final Set<CropSchema> rasterable = new HashSet<>();

    public SplitCounter(Storage source, BuildSettings settings) {
        this.source = source;
        this.settings = settings;
    }

    /** Looks at the rows of a split, in a recording that is open, once they are counted. */
    @FunctionalInterface
    public interface CountedSplitReader {
        void at(Recording recording, long firstRow, long endRow) throws IOException;
    }

    /** Counts one split; a damaged recording is a result, a file system that fails is an exception. */
    public SplitCount count(Split split) throws IOException {
        return count(split, (held, source) -> {}, (recording, firstRow, endRow) -> {});
    }

    /** As the other, and lets see every count, and then the rows of what is not damaged. */
    public SplitCount count(Split split, Recording.EachCount each, CountedSplitReader look) throws IOException {
        try (Recording recording = split.recording().open(source, settings.fields())) {
            CropSchema schema = schemas.computeIfAbsent(recording.schema(), found -> found);
            requireWritable(split.recording(), schema, recording.rows());
            long first = recording.cut(split.index(), split.of());
            CapCheck counted = new CapCheck(
                    settings.output().recipe().cap(), settings.output().recipe().seed(), recording.drawSeed(), first);
            long end = recording.cut(split.index() + 1, split.of());
            long slots = recording.slots().orElse(Long.MAX_VALUE);
            long[] full = {0};
            boolean[] fits = {recording.slots().isPresent()};
            recording.sourceCounts(first, end, (held, before) -> {
                counted.add(held, before);
                each.add(held, before);
                full[0] += held == slots && held > 0 ? 1 : 0;
                fits[0] &= held <= slots;
            });
            look.at(recording, first, end);
            RecordingProblem problem =
                    counted.problem(split.recording().file().path()).orElse(null);
            return new SplitCount(
                    split,
                    schema,
                    recording.rows(),
                    counted.tally(),
                    problem,
                    row(recording),
                    fits[0] ? (Long) full[0] : null);
        } catch (IOException e) {
            Optional<RecordingProblem> problem = RecordingProblem.of(e, split.recording());
            if (problem.isEmpty()) {
                throw e;
            }
            return new SplitCount(split, null, 0, Tally.NONE, problem.get(), null, null);
        }
    }

    private @Nullable SourceRow row(Recording recording) {
        if (recording.paddedRow().isEmpty()) {
            return null;
        }
        PaddedRow row = recording.paddedRow().get();
        SourceRow found = new SourceRow(row.type().descr(), row.countField(), row.pointFields());
        return rows.computeIfAbsent(found, first -> first);
    }

    private void requireWritable(SourceRecording recording, CropSchema schema, long rows) throws IOException {
        String path = recording.file().path();
        requireHeader(path, RaggedTypes.metadata(schema), rows);
        requireHeader(
                path,
                RaggedTypes.points(path, schema, settings.output().recipe().layout()),
                rows);
        if (!rasterable.contains(schema)) {
            new CropRasters(
                    path,
                    recording.name(),
                    settings.output().recipe().seed(),
                    schema.pointType(),
                    settings.output().recipe().rasters());
            rasterable.add(schema);
        }
    }

    /** NumPy refuses to load a file with a long header, so none is written. */
    private static void requireHeader(String path, Dtype type, long rows) throws CropException {
        try {
            NpyHeaderWriter.bytes(type, List.of(rows));
        } catch (IllegalArgumentException e) {
            throw new CropException(
                    "[" + path + "] Expected fields whose names and types fit the header of a .npy file," + " but the "
                            + e.getMessage());
        }
    }
}
