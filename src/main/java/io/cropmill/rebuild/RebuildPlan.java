package io.cropmill.rebuild;

import io.cropmill.dataset.manifest.RecordingEntry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a rebuild is going to do.
 *
 * @param groups names of all recordings, by what is done with them
 * @param build to be built from the source, in the order of the listing
 * @param carried of which the pair stays
 * @param leftBehind those of the carried that a dead run finished, as its journal has them: to be read back before use
 * @param fallbacks by name: what the live version has of recordings that are to be built, for the case that their source
 *     turns out bad
 * @param problems of retired recordings under whose name another source was found: what they have is among the fallbacks
 * @param retired those of the live version, which stay so
 * @param pointDtype type of the points that are carried, or are kept should their source turn out bad; nothing if there are
 *     none that must be
 */
public record RebuildPlan(
        Map<Decision, List<String>> groups,
        List<SourceRecording> build,
        List<ReusedRecording> carried,
        List<RecordingEntry> leftBehind,
        Map<String, ReusedRecording> fallbacks,
        RecordingProblems problems,
        RetiredNames retired,
        Optional<String> pointDtype) {
    /** Names of all recordings of which something is built, bad ones among them. */
    public List<String> names() {
        Stream<String> rastered = carried.stream()
                .filter(recording -> !recording.missing().isEmpty())
                .map(recording -> recording.entry().name());
        return Stream.of(build.stream().map(SourceRecording::name), rastered, problems.names().stream())
                .flatMap(names -> names)
                .toList();
    }

    /** Names in a group. */
    public List<String> names(Decision decision) {
        return groups.getOrDefault(decision, List.of());
    }
}
