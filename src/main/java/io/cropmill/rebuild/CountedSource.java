package io.cropmill.rebuild;

import io.cropmill.crop.CropSchema;
import io.cropmill.dataset.manifest.SourceFile.SourceRow;
import io.cropmill.npy.RecordType;
import io.cropmill.ragged.RaggedFiles.Tally;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the count pass found: the recordings that can be built, and what is wrong with the others.
 *
 * @param problems of the others
 */
public record CountedSource(List<PlannedRecording> recordings, RecordingProblems problems) {
    /** Reads all of a recording, of which only the counts were read. */
    @FunctionalInterface
    public interface FullRead {
        /** What is wrong with its points; nothing where all can be read. */
        Optional<RecordingProblem> problem(PlannedRecording recording) throws IOException;
    }

    /**
     * Puts the counts of splits together; the counts of one recording stand together, in split order.
     *
     * @param carriedType of the points that are taken over, if any are
     * @param read asked where types differ, until one recording is whole: a damaged one sets no type
     */
    public static CountedSource of(List<SplitCount> counts, Optional<String> carriedType, FullRead read)
            throws IOException {
        Map<CropSchema, CropSchema> schemas = new LinkedHashMap<>();
        Map<SourceRow, SourceRow> rows = new LinkedHashMap<>();
        RecordingProblems problems = new RecordingProblems();
        List<PlannedRecording> recordings = new ArrayList<>();
        List<Tally> splits = new ArrayList<>();
        Long full = null;
        for (SplitCount count : counts) {
            SourceRecording recording = count.split().recording();
            splits.add(count.tally());
            full = plus(full, count.fullCrops());
            if (count.problem() != null) {
                problems.add(recording, count.problem());
            }
            if (count.split().index() == count.split().of() - 1) {
                if (count.schema() != null && !problems.has(recording)) {
                    CropSchema schema = schemas.computeIfAbsent(count.schema(), found -> found);
                    recordings.add(
                            new PlannedRecording(recording, schema, count.rows(), splits, row(rows, count), full));
                }
                splits = new ArrayList<>();
                full = null;
            }
        }
        boolean differ = Stream.concat(carriedType.stream(), recordings.stream().map(CountedSource::pointType))
                        .distinct()
                        .count()
                > 1;
        Optional<PlannedRecording> first =
                differ && carriedType.isEmpty() ? firstWhole(recordings, problems, read) : Optional.empty();
        return differ
                ? withOnePointType(recordings, problems, carriedType, first)
                : new CountedSource(List.copyOf(recordings), problems);
    }

    /** Of equal ones one, or a hundred thousand recordings would each bring their own. */
    private static @Nullable SourceRow row(Map<SourceRow, SourceRow> rows, SplitCount count) {
        return count.row() == null ? null : rows.computeIfAbsent(count.row(), first -> first);
    }

    private static String pointType(PlannedRecording recording) {
        return recording.schema().pointType().descr();
    }

    /** The first that can be read to its end; those before it are problems. */
    private static Optional<PlannedRecording> firstWhole(
            List<PlannedRecording> recordings, RecordingProblems problems, FullRead read) throws IOException {
        for (PlannedRecording recording : recordings) {
            Optional<RecordingProblem> problem = read.problem(recording);
            if (problem.isEmpty()) {
                return Optional.of(recording);
            }
            problems.add(recording.source(), problem.get());
        }
        return Optional.empty();
    }

    /**
     * One dataset has one type of point: that of what is taken over, else of the first recording that is whole. Others are
     * problems of the recordings that have them.
     */
    private static CountedSource withOnePointType(
            List<PlannedRecording> recordings,
            RecordingProblems problems,
            Optional<String> carriedType,
            Optional<PlannedRecording> first) {
        String type = carriedType.or(() -> first.map(CountedSource::pointType)).orElse("");
        String example =
                first.map(recording -> recording.source().file().path()).orElse("the recordings that are unchanged");
        List<PlannedRecording> alike = new ArrayList<>();
        for (PlannedRecording recording : recordings) {
            String own = pointType(recording);
            if (problems.has(recording.source())) {
                continue;
            }
            if (own.equals(type)) {
                alike.add(recording);
            } else {
                problems.add(
                        recording.source(),
                        new RecordingProblem(
                                RecordingProblem.ProblemCause.DATA,
                                "[" + recording.source().file().path() + "] Expected points of type " + type
                                        + ", as in " + example + ", but found " + own
                                        + "; give points of another type a source and a target of their own"));
            }
        }
        return new CountedSource(List.copyOf(alike), problems);
    }

    /** Crops that leave no slot of their row free; null where no recording reserves any. */
    public @Nullable Long fullCrops() {
        Long full = null;
        for (PlannedRecording recording : recordings) {
            full = plus(full, recording.fullCrops());
        }
        return full;
    }

    private static @Nullable Long plus(@Nullable Long some, @Nullable Long more) {
        return some == null || more == null ? (some == null ? more : some) : (Long) Math.addExact(some, more);
    }

    /** What is left without those that turned out bad later. */
    public CountedSource without(RecordingProblems bad) {
        return new CountedSource(
                recordings.stream()
                        .filter(recording -> !bad.has(recording.source()))
                        .toList(),
                problems);
    }

    /** The type of one point in every recording; an empty record where there is no recording. */
    public RecordType pointType() {
        return recordings.isEmpty()
                ? new RecordType(List.of(), 0)
                : recordings.get(0).schema().pointType();
    }
}
