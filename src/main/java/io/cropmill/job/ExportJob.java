package io.cropmill.job;

import io.cropmill.config.Problem;
import io.cropmill.config.SettingsException;
import io.cropmill.dataset.Certificates;
import io.cropmill.dataset.Manifest;
import io.cropmill.dataset.Overlap;
import io.cropmill.export.ExportItem;
import io.cropmill.export.ExportPlan;
import io.cropmill.export.ExportResult;
import io.cropmill.export.PaddedExport;
import io.cropmill.export.RowLayout;
import io.cropmill.rebuild.SplitPlan;
import io.cropmill.report.Progress;
import io.cropmill.report.ProgressTicker;
import io.cropmill.spark.CleanStop;
import io.cropmill.spark.Cores;
import io.cropmill.spark.Locations;
import io.cropmill.spark.Meters;
import io.cropmill.spark.Stage;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.storage.WrittenFile;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;

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
        if (items.isEmpty()) {
            return List.of();
        }
        Meters meters = Meters.of(spark, "export");
        long bytes = items.stream().mapToLong(ExportItem::bytes).sum();
        List<Stage.Task<ExportItem>> tasks = SplitPlan.tasks(items, ExportItem::bytes, Cores.of(spark)).stream()
                .map(list -> new Stage.Task<>(list, List.of()))
                .toList();
        try (ProgressTicker ticker =
                ProgressTicker.start(progress, () -> meters.state(spark, "export", items.size(), bytes))) {
            return Stage.run(
                    spark,
                    "Export " + Figures.counted(items.size(), "recording"),
                    tasks,
                    new ExportFunction(Locations.of(spark, target, output), meters));
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
                ? new JobOutcome(JobOutcome.Status.DONE, text)
                : new JobOutcome(
                        JobOutcome.Status.BAD_RECORDINGS, text + "Not written:\n" + String.join("\n", problems) + "\n");
    }

    private static void refuse(List<String> refusals) {
        if (!refusals.isEmpty()) {
            throw new SettingsException(
                    refusals.stream().map(refusal -> new Problem("", refusal)).toList());
        }
    }

    private record ExportFunction(Locations locations, Meters meters)
            implements FlatMapFunction<Iterator<ExportItem>, ExportResult> {
        @Override
        public Iterator<ExportResult> call(Iterator<ExportItem> items) throws IOException {
            List<ExportResult> results = new ArrayList<>();
            try (Storage dataset = locations.openSourceDataset();
                    Storage output = locations.openTarget()) {
                PaddedExport export = new PaddedExport(dataset, output);
                while (items.hasNext()) {
                    ExportItem item = items.next();
                    ExportResult result = export.write(item);
                    results.add(result);
                    meters.recordings().add(1);
                    meters.add(result.crops(), item.bytes());
                }
            }
            return results.iterator();
        }
    }
}
