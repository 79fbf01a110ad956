package io.cropmill.job;

import io.cropmill.config.Problem;
import io.cropmill.config.SettingsException;
import io.cropmill.dataset.Certificates;
import io.cropmill.dataset.Overlap;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.export.ExportItem;
import io.cropmill.export.ExportPlan;
import io.cropmill.export.ExportResult;
import io.cropmill.export.PaddedExport;
import io.cropmill.export.RowLayout;
import io.cropmill.report.Progress;
import io.cropmill.spark.CleanStop;
import io.cropmill.spark.Cluster;
import io.cropmill.spark.SharedFolderCheck;
import io.cropmill.spark.StorageOpener;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.storage.WrittenFile;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;

/** Writes padded recordings again, several a task. */
final class ExportJob {
    private final JavaSparkContext spark;
    private final Progress progress;
    private final ExportRequest request;

    ExportJob(JavaSparkContext spark, Progress progress, ExportRequest request) {
        this.spark = spark;
        this.progress = progress;
        this.request = request;
    }

    JobOutcome run() throws IOException {
        try (Storage target = Storages.of(request.target(), spark.hadoopConfiguration());
                Storage output = Storages.of(request.output(), spark.hadoopConfiguration())) {
            Map<String, Storage> folders = new LinkedHashMap<>();
            folders.put("--target", target);
            folders.put("--output", output);
            refuse(Overlap.problems(folders));
            Targets.refuseUnsafe(output);
            Targets.refuseDataset(output);
            Manifest manifest = LiveVersion.manifest(target, request.version());
            refuse(ExportPlan.unknown(manifest, request.recordings()).stream()
                    .map(name ->
                            "--recording must be one of those of " + manifest.version() + " but was \"" + name + "\"")
                    .toList());
            Optional<RowLayout.Plain> plain =
                    request.plain().map(rows -> new RowLayout.Plain(rows.capacity(), rows.countField()));
            ExportPlan plan =
                    ExportPlan.of(target, manifest, LiveVersion.pointType(manifest), request.recordings(), plain);
            if (!request.recordings().isEmpty()) {
                plan.requireAll();
            }
            // Damage of a certificate is told before the work, not after it.
            Certificates certificates = Certificates.of(target);
            try (CleanStop stop = CleanStop.watch(spark, "files that are whole stay; run it again for the others")) {
                List<ExportResult> results = stop.over(() -> write(target, output, plan.items()));
                Set<String> written = results.stream()
                        .filter(result -> result.problem() == null)
                        .map(ExportResult::recording)
                        .collect(Collectors.toSet());
                return outcome(output, results, plan.refusals(), ExportPlan.lacking(certificates, manifest, written));
            }
        }
    }

    private List<ExportResult> write(Storage target, Storage output, List<ExportItem> items) throws IOException {
        return Cluster.of(spark, progress, target, output, DatasetOpener.BOTH, SharedFolderCheck.CLEAR)
                .stage("Export", items, ExportItem::name)
                .sized(ExportItem::bytes)
                .metered("export")
                .each(task -> {
                    PaddedExport export = new PaddedExport(task.source(), task.target());
                    return item -> {
                        ExportResult result = export.write(item);
                        task.add(result.crops(), item.bytes());
                        return result;
                    };
                });
    }

    /** The source is a dataset, in which no link is followed. */
    private enum DatasetOpener implements StorageOpener {
        BOTH;

        @Override
        public Storage open(URI location, Configuration hadoop) throws IOException {
            return Storages.of(location, hadoop);
        }

        @Override
        public Storage openSource(URI location, Configuration hadoop) throws IOException {
            return Storages.of(location, hadoop);
        }
    }

    private static JobOutcome outcome(
            Storage output, List<ExportResult> results, List<String> refusals, List<String> lacking) {
        List<String> problems = new ArrayList<>(refusals);
        long written = 0;
        long crops = 0;
        long bytes = 0;
        for (ExportResult result : results) {
            if (result.problem() != null) {
                problems.add(result.problem());
            } else {
                written++;
            }
            WrittenFile file = result.file();
            crops += result.crops();
            bytes += file == null ? 0 : file.bytes();
        }
        String text = "Wrote " + Figures.counted(written, "recording") + " of "
                + Figures.counted(crops, "crop") + ", " + Figures.bytes(bytes) + ", to " + output.root() + "\n"
                + (lacking.isEmpty()
                        ? ""
                        : "Not in them, since the pairs do not hold it:\n" + String.join("\n", lacking) + "\n");
        return problems.isEmpty()
                ? new JobOutcome(ExitCode.DONE, text)
                : new JobOutcome(ExitCode.BAD_RECORDINGS, text + "Not written:\n" + String.join("\n", problems) + "\n");
    }

    private static void refuse(List<String> refusals) {
        if (!refusals.isEmpty()) {
            throw new SettingsException(
                    refusals.stream().map(refusal -> new Problem("", refusal)).toList());
        }
    }
}
