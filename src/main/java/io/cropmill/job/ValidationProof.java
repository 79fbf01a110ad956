package io.cropmill.job;

import io.cropmill.config.Settings;
import io.cropmill.dataset.Certificates;
import io.cropmill.dataset.Loss;
import io.cropmill.dataset.RecordingProof;
import io.cropmill.dataset.manifest.BuildRecipe;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.spark.Cluster;
import io.cropmill.spark.ValidationStage;
import io.cropmill.validate.ReportHeading;
import io.cropmill.validate.ValidationPlan;
import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationReport.Finding;
import io.cropmill.validate.ValidationReport.RecordingChecked;
import io.cropmill.validate.ValidationSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A proof by validation of every crop, whatever sample the settings ask for.
 *
 * @param listing of the source
 */
record ValidationProof(Cluster cluster, Settings settings, List<SourceRecording> listing) implements RecordingProof {
    @Override
    public List<ProofOutcome> prove(Manifest part) throws IOException {
        ValidationSettings whole = whole(part.recipe());
        ReportHeading heading = ReportHeading.of(
                cluster.source().root().toString(),
                cluster.target().root().toString(),
                part.version(),
                part.created(),
                whole);
        ValidationReport report = new ValidationStage(cluster, settings.work().splitBytes())
                .run(
                        heading,
                        whole,
                        ValidationPlan.of(
                                part.recordings(),
                                Certificates.of(cluster.target()),
                                listing,
                                settings.source().parquet()));
        Map<String, Loss> losses = new HashMap<>();
        report.losses().forEach(loss -> losses.put(loss.recording(), loss.loss()));
        List<ProofOutcome> proven = new ArrayList<>();
        for (RecordingChecked checked : report.recordings()) {
            proven.add(new ProofOutcome(
                    checked.name(),
                    checked.sums().compared(),
                    messages(report, checked, Finding.Severity.FAILURE),
                    messages(report, checked, Finding.Severity.WARNING),
                    losses.getOrDefault(checked.name(), checked.loss(List.of())),
                    checkedBy(report)));
        }
        return proven;
    }

    /** Who checked each step, as the report names them. */
    private static SortedMap<String, String> checkedBy(ValidationReport report) {
        SortedMap<String, String> checkers = new TreeMap<>();
        report.checkedBy().forEach(checked -> checkers.put(checked.step(), checked.checker()));
        return checkers;
    }

    private ValidationSettings whole(BuildRecipe recipe) {
        ValidationSettings asked = ValidationInputs.settings(settings, recipe.recipe(), null);
        return new ValidationSettings(asked.fields(), asked.recipe(), 1.0, asked.padding(), null);
    }

    /** Findings beyond those that a report lists are told by their number: none of them may pass for none. */
    private static List<String> messages(ValidationReport report, RecordingChecked checked, Finding.Severity severity) {
        List<String> messages = new ArrayList<>(report.findings().stream()
                .filter(finding -> finding.severity() == severity
                        && finding.subject().recording().equals(checked.name()))
                .map(Finding::message)
                .toList());
        long all = severity == Finding.Severity.FAILURE ? checked.failures() : checked.warnings();
        if (all > messages.size()) {
            messages.add("[" + checked.name() + "] and " + (all - messages.size()) + " more");
        }
        return messages;
    }
}
