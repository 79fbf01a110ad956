package io.cropmill.job;

import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.rebuild.Decision;
import io.cropmill.rebuild.RebuildPlan;
import io.cropmill.rebuild.RecordingProblems;
import io.cropmill.report.NightlyResult;
import io.cropmill.report.PlanGroup;
import io.cropmill.report.SkippedCount;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects the results of a run, and writes them to {@code nightly.json} at its end, also after a failure. For one run. */
final class NightlyLog {
    private static final List<Decision> ALWAYS = List.of(Decision.NEW, Decision.SOURCE, Decision.UNCHANGED);

    private final Instant started = now();
    private final String source;
    private final String command;
    private Optional<Manifest> live = Optional.empty();
    private Optional<RebuildPlan> plan = Optional.empty();
    private final Map<String, String> skipped = new LinkedHashMap<>();
    private List<NightlyResult.RasterPoints> rasters = List.of();
    private @Nullable Long fullCrops;

    /**
     * A log of one run.
     *
     * @param source that its messages name files of
     * @param command runs it again
     */
    NightlyLog(URI source, String command) {
        this.source = source.toString();
        this.command = command;
    }

    /** What readers have. */
    void live(Optional<Manifest> manifest) {
        live = manifest;
    }

    void planned(RebuildPlan plan) {
        this.plan = Optional.of(plan);
    }

    void skipped(RecordingProblems problems) {
        problems.skipped().forEach(bad -> skipped.putIfAbsent(bad.name(), bad.reason()));
    }

    /** Which points reached the rasters that the run made. */
    void rasters(List<NightlyResult.RasterPoints> points) {
        rasters = points;
    }

    /** Crops of the run that fill their rows; null where none have room for more. */
    void fullCrops(@Nullable Long crops) {
        fullCrops = crops;
    }

    /**
     * Groups that have recordings, and those that everybody looks for.
     *
     * @param bad names of recordings that are told apart, as skipped
     */
    static List<PlanGroup> groups(RebuildPlan plan, Set<String> bad) {
        List<PlanGroup> groups = new ArrayList<>();
        for (Decision decision : Decision.values()) {
            List<String> names = plan.names(decision).stream()
                    .filter(name -> !bad.contains(name))
                    .toList();
            if (ALWAYS.contains(decision) || !names.isEmpty()) {
                groups.add(new PlanGroup(decision.key(), decision.words(), names));
            }
        }
        return groups;
    }

    /** The run, ended. */
    NightlyResult ended(ExitCode end, String message) {
        List<PlanGroup> groups =
                plan.map(found -> groups(found, skipped.keySet())).orElse(List.of());
        return new NightlyResult(
                end.code(),
                end.word(),
                message.strip(),
                source,
                started,
                now(),
                live.map(found -> new NightlyResult.Live(found.version(), found.created())),
                groups,
                skipped,
                SkippedCount.of(skipped.keySet(), live.map(Manifest::recordings).orElse(List.of())),
                rasters,
                fullCrops,
                command);
    }

    /**
     * Writes without the lock, of runs that did not get it. An {@code expire} that begins meanwhile may take the file away
     * under its private name; the second try comes after that.
     */
    static void write(Storage target, byte[] result) throws IOException {
        try {
            target.replace(DatasetLayout.NIGHTLY, result);
        } catch (IOException e) {
            target.replace(DatasetLayout.NIGHTLY, result);
        }
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }
}
