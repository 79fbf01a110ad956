package io.cropmill.spark;

import io.cropmill.dataset.DatasetLayout;
import io.cropmill.dataset.Manifest;
import io.cropmill.rebuild.Decision;
import io.cropmill.rebuild.Problems;
import io.cropmill.rebuild.RebuildPlan;
import io.cropmill.report.NightlyResult;
import io.cropmill.report.PlanGroup;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects what a run comes to, and writes it to {@code nightly.json} at the end, whatever the end is. For one run. */
final class NightlyLog {
    private static final List<Decision> ALWAYS = List.of(Decision.NEW, Decision.SOURCE, Decision.UNCHANGED);

    private final Instant started = now();
    private final String command;
    private Optional<NightlyResult.Live> live = Optional.empty();
    private List<PlanGroup> groups = List.of();
    private final Map<String, String> skipped = new LinkedHashMap<>();

    NightlyLog(String command) {
        this.command = command;
    }

    /** What readers have. */
    void live(Optional<Manifest> manifest) {
        manifest.ifPresent(found -> live = Optional.of(new NightlyResult.Live(found.version(), found.created())));
    }

    void planned(RebuildPlan plan) {
        groups = groups(plan);
    }

    void skipped(Problems problems) {
        problems.skipped().forEach(bad -> skipped.putIfAbsent(bad.name(), bad.reason()));
    }

    /** Groups that have recordings, and those that everybody looks for. */
    static List<PlanGroup> groups(RebuildPlan plan) {
        List<PlanGroup> groups = new ArrayList<>();
        for (Decision decision : Decision.values()) {
            if (ALWAYS.contains(decision) || !plan.names(decision).isEmpty()) {
                groups.add(new PlanGroup(decision.words(), plan.names(decision)));
            }
        }
        return groups;
    }

    /** The run, ended. */
    NightlyResult ended(int code, String result, String message) {
        return new NightlyResult(code, result, message.strip(), started, now(), live, groups, skipped, command);
    }

    static void write(Storage target, NightlyResult result) throws IOException {
        target.replace(DatasetLayout.NIGHTLY, result.json());
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }
}
