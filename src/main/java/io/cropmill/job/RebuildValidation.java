package io.cropmill.job;

import io.cropmill.dataset.Certificates;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.rebuild.RunReach;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.spark.Cluster;
import io.cropmill.spark.ValidationFiles;
import io.cropmill.spark.ValidationStage;
import io.cropmill.storage.Storage;
import io.cropmill.validate.ReportHeading;
import io.cropmill.validate.ValidationPlan;
import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationSettings;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Compares what a run has written with the source, before it is published.
 *
 * @param listing of the source
 */
record RebuildValidation(Cluster cluster, RebuildRequest request, List<SourceRecording> listing) {
    /**
     * The report, which is kept in the version's folder; nothing where the run was told not to validate.
     *
     * @param names recordings of which something was made anew
     * @param reach what was counted of their points while it was made
     */
    Optional<ValidationReport> of(Manifest manifest, Certificates certificates, Set<String> names, RunReach reach)
            throws IOException {
        if (request.options().contains(RebuildRequest.RebuildOption.NO_VALIDATE)) {
            return Optional.empty();
        }
        List<RecordingEntry> made = manifest.recordings().stream()
                .filter(entry -> names.contains(entry.name()))
                .toList();
        ValidationSettings settings = ValidationInputs.settings(request.settings());
        Storage target = cluster.target();
        ReportHeading heading = ReportHeading.of(
                cluster.source().root().toString(),
                target.root().toString(),
                manifest.version(),
                manifest.created(),
                settings);
        ValidationReport report = new ValidationStage(
                        cluster, request.settings().work().splitBytes())
                .run(
                        heading,
                        settings,
                        ValidationPlan.of(
                                made,
                                certificates,
                                listing,
                                request.settings().source().parquet()),
                        reach);
        ValidationFiles.write(target, folder(manifest), report);
        return Optional.of(report);
    }

    static String folder(Manifest manifest) {
        return DatasetLayout.path(manifest.version(), DatasetLayout.REPORT);
    }
}
