package io.cropmill.rebuild;

import io.cropmill.crop.CropSchema;
import io.cropmill.dataset.SourceRow;
import io.cropmill.npy.RecordType;
import io.cropmill.ragged.RaggedFiles.Tally;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the count pass found: the recordings that can be built, and what is wrong with the others.
 *
 * @param problems of the others
 */
public record CountedSource(List<PlannedRecording> recordings, RecordingProblems problems) {
    /**
     * Puts the counts of splits together; the counts of one recording stand together, in split order.
     *
     * @param carriedType of the points that are taken over, if any are
     */
    public static CountedSource of(List<SplitCount> counts, Optional<String> carriedType) {
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
        return withOnePointType(recordings, problems, carriedType);
    }

    /** Of equal ones one, or a hundred thousand recordings would each bring their own. */
    private static @Nullable SourceRow row(Map<SourceRow, SourceRow> rows, SplitCount count) {
        return count.row() == null ? null : rows.computeIfAbsent(count.row(), first -> first);
    }

    /**
     * One dataset has one type of point: that of what is taken over, else the first recording's. Others are problems of
     * the recordings that have them.
     */
    private static CountedSource withOnePointType(
            List<PlannedRecording> recordings, RecordingProblems problems, Optional<String> carriedType) {
        List<PlannedRecording> alike = new ArrayList<>();
        for (PlannedRecording recording : recordings) {
            String first = carriedType.orElseGet(
                    () -> recordings.get(0).schema().pointType().descr());
            String own = recording.schema().pointType().descr();
            if (own.equals(first)) {
                alike.add(recording);
            } else {
                problems.add(
                        recording.source(),
                        new RecordingProblem(
                                RecordingProblem.Kind.DATA,
                                "[" + recording.source().file().path() + "] Expected points of type " + first
                                        + ", as in "
                                        + carriedType
                                                .map(type -> "the recordings that are unchanged")
                                                .orElseGet(() -> recordings
                                                        .get(0)
                                                        .source()
                                                        .file()
                                                        .path())
                                        + ", but found " + own
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
