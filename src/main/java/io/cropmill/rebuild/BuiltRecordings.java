package io.cropmill.rebuild;

import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingFiles;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.dataset.manifest.SourceFile;
import io.cropmill.ragged.RaggedFiles;
import io.cropmill.ragged.RaggedFiles.Tally;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a run has built, its books agreed: of every recording as many crops and points went through as were counted.
 *
 * @param problems of the recordings that were not built, from the count pass on
 * @param tally of all that were, also of those that turned out bad only then
 * @param reach which of their points reached a cell
 */
public record BuiltRecordings(List<RecordingEntry> entries, RecordingProblems problems, Tally tally, RunReach reach) {
    /** Agrees the results, one a recording in the order of the plan, with what was counted. */
    public static BuiltRecordings of(
            String version,
            CountedSource counted,
            List<SplitResult> results,
            SourceFingerprints fingerprints,
            RetiredNames retired)
            throws IOException {
        if (results.size() != counted.recordings().size()) {
            throw new IOException("Cannot publish " + version + ": expected "
                    + counted.recordings().size() + " recordings, but " + results.size() + " were built");
        }
        RecordingProblems problems = new RecordingProblems();
        problems.addAll(counted.problems());
        List<RecordingEntry> entries = new ArrayList<>();
        Tally sum = Tally.NONE;
        RunReach reach = new RunReach();
        for (int i = 0; i < results.size(); i++) {
            PlannedRecording planned = counted.recordings().get(i);
            SplitResult result = results.get(i);
            if (result.problem() != null) {
                problems.add(planned.source(), result.problem());
            } else {
                RaggedFiles files = result.builtFiles();
                requireAgreed(version, planned, files.tally());
                RecordingEntry built = entry(version, planned.source().name(), fingerprints.of(planned), files);
                entries.add(retired.marked(built, built.state()));
                sum = sum.plus(files.tally());
                reach.add(built.name(), files.reach());
            }
        }
        return new BuiltRecordings(entries, problems, sum, reach);
    }

    /** Without recordings that turned out bad when all were built. */
    public BuiltRecordings without(RecordingProblems bad) {
        if (bad.count() == 0) {
            return this;
        }
        RecordingProblems all = new RecordingProblems();
        all.addAll(problems);
        all.addAll(bad);
        Set<String> names = bad.names();
        List<RecordingEntry> others =
                entries.stream().filter(entry -> !names.contains(entry.name())).toList();
        return new BuiltRecordings(others, all, tally, reach.without(names));
    }

    private static void requireAgreed(String version, PlannedRecording planned, Tally built) throws IOException {
        Tally counted = planned.total();
        boolean agreed = counted.crops() == built.crops()
                && counted.pointsIn() == built.pointsIn()
                && counted.pointsOut() == built.pointsOut()
                && counted.overCap() == built.overCap();
        if (!agreed) {
            throw new IOException("Cannot publish " + version + ": of "
                    + planned.source().name() + " were counted " + counted + ", but built " + built);
        }
    }

    /** What the manifest says of a recording that was built. */
    public static RecordingEntry entry(String version, String name, SourceFile source, RaggedFiles files) {
        return new RecordingEntry(
                name,
                files.tally().crops(),
                files.tally().pointsOut(),
                files.tally().overCap(),
                version,
                RecordingState.FRESH,
                source,
                new RecordingFiles(files.metadata(), files.points(), files.rasters()));
    }
}
