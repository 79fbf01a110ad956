package io.cropmill.job;

import io.cropmill.dataset.Certificates;
import io.cropmill.dataset.DatasetLayout;
import io.cropmill.dataset.Manifest;
import io.cropmill.dataset.RecordingEntry;
import io.cropmill.rebuild.RunReach;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.report.Progress;
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
import org.apache.spark.api.java.JavaSparkContext;

/** Compares what a run has written with the source, before it is published. */
final class RebuildValidation {
    private final JavaSparkContext spark;
    private final Progress progress;
    private final RebuildRequest request;
    private final Storage source;
    private final Storage target;
    private final List<SourceRecording> listing;

    RebuildValidation(
            JavaSparkContext spark,
            Progress progress,
            RebuildRequest request,
            Storage source,
            Storage target,
            List<SourceRecording> listing) {
        this.spark = spark;
        this.progress = progress;
        this.request = request;
        this.source = source;
        this.target = target;
        this.listing = listing;
    }

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
        ReportHeading heading = ReportHeading.of(
                source.root().toString(), target.root().toString(), manifest.version(), manifest.created(), settings);
        ValidationReport report = new ValidationStage(
                        spark,
                        progress,
                        source,
                        target,
                        request.settings().work().splitBytes())
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
