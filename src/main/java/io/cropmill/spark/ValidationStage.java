package io.cropmill.spark;

import io.cropmill.rebuild.RunReach;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.rebuild.Split;
import io.cropmill.rebuild.SplitPlan;
import io.cropmill.report.Progress;
import io.cropmill.report.ProgressTicker;
import io.cropmill.spark.ValidateFunction.TaskChecked;
import io.cropmill.storage.Storage;
import io.cropmill.validate.CropPictures;
import io.cropmill.validate.CropStatistics;
import io.cropmill.validate.ReportBuilder;
import io.cropmill.validate.ReportBuilder.PictureRequest;
import io.cropmill.validate.ReportHeading;
import io.cropmill.validate.SplitChecked;
import io.cropmill.validate.ValidationPlan;
import io.cropmill.validate.ValidationPlan.Alone;
import io.cropmill.validate.ValidationPlan.Comparison;
import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationReport.CropPicture;
import io.cropmill.validate.ValidationSettings;
import io.cropmill.validate.ValidationWork;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Compares old and new on the executors, by splits of rows as a rebuild builds them, and puts the report together.
 * Nothing is written.
 */
public final class ValidationStage {
    /** Nothing has to be joined, so recordings are cut finer than a rebuild cuts them. */
    private static final long MOST_SPLIT_BYTES = 32L << 20;

    private static final int SPLITS_PER_CORE = 4;

    private final JavaSparkContext spark;
    private final Progress progress;
    private final Storage source;
    private final Storage target;
    private final long splitBytes;

    /** Compares what two storages hold, which stay the caller's. */
    public ValidationStage(JavaSparkContext spark, Progress progress, Storage source, Storage target, long splitBytes) {
        this.spark = spark;
        this.progress = progress;
        this.source = source;
        this.target = target;
        this.splitBytes = Math.min(splitBytes, MOST_SPLIT_BYTES);
    }

    /** Compares what nobody has counted the points of. */
    public ValidationReport run(ReportHeading heading, ValidationSettings settings, ValidationPlan plan)
            throws IOException {
        return run(heading, settings, plan, new RunReach());
    }

    /**
     * Compares.
     *
     * @param reach what a rebuild counted of the points, which the old side must count, too
     */
    public ValidationReport run(ReportHeading heading, ValidationSettings settings, ValidationPlan plan, RunReach reach)
            throws IOException {
        List<Comparison> comparisons = plan.comparisons();
        List<TaskChecked> tasks = compare(plan, settings);
        CropStatistics overall = new CropStatistics();
        List<SplitChecked> splits = new ArrayList<>();
        for (TaskChecked task : tasks) {
            overall.addAll(task.overall());
            splits.addAll(task.splits());
        }
        ReportBuilder report = new ReportBuilder(heading, settings, overall);
        report.expect(reach.byRecording());
        report.damaged(new RetiredStages(spark, Locations.of(spark, source, target)).damagedFiles(plan.readBack()));
        int next = 0;
        for (ValidationPlan.PlannedCheck item : plan.items()) {
            if (item instanceof Comparison comparison) {
                int of = splits.get(next).split().of();
                report.add(comparison.source(), comparison.claim(), splits.subList(next, next + of));
                next += of;
            } else if (item instanceof Alone alone) {
                report.addUncompared(alone.recording(), alone.finding());
            }
        }
        return report.build(pictures(report.looks(), plan, settings));
    }

    private List<TaskChecked> compare(ValidationPlan plan, ValidationSettings settings) throws IOException {
        List<Comparison> comparisons = plan.comparisons();
        List<SourceRecording> recordings =
                comparisons.stream().map(Comparison::source).toList();
        int cores = Cores.of(spark);
        List<ValidationWork> works = new ArrayList<>();
        int comparison = -1;
        for (Split split : SplitPlan.splits(recordings, cores * SPLITS_PER_CORE, splitBytes)) {
            comparison += split.index() == 0 ? 1 : 0;
            works.add(new ValidationWork(split, comparisons.get(comparison).claim(), plan.partitions()));
        }
        long bytes = works.stream().mapToLong(ValidationWork::bytes).sum();
        Meters meters = Meters.of(spark, "validate");
        try (ProgressTicker ticker =
                ProgressTicker.start(progress, () -> meters.state(spark, "validate", comparisons.size(), bytes))) {
            return Stage.run(
                    spark,
                    "Validate " + Stage.naming(recordings, SourceRecording::name),
                    located(SplitPlan.tasks(works, ValidationWork::bytes, cores)),
                    new ValidateFunction(Locations.of(spark, source, target), settings, meters));
        }
    }

    /** A task runs best where the bytes of its largest split are. */
    private List<Stage.Task<ValidationWork>> located(List<List<ValidationWork>> tasks) throws IOException {
        List<Stage.Task<ValidationWork>> located = new ArrayList<>();
        for (List<ValidationWork> works : tasks) {
            Split largest = works.stream()
                    .map(ValidationWork::split)
                    .max(Comparator.comparingLong(Split::bytes))
                    .orElseThrow();
            located.add(new Stage.Task<>(works, Stage.hosts(source, largest.place())));
        }
        return located;
    }

    private List<CropPicture> pictures(List<PictureRequest> looks, ValidationPlan plan, ValidationSettings settings)
            throws IOException {
        Map<String, Comparison> byName = new HashMap<>();
        plan.comparisons().forEach(comparison -> byName.put(comparison.source().name(), comparison));
        List<CropPicture> pictures = new ArrayList<>();
        CropPictures reader = new CropPictures(
                Locations.folders(source.root(), target.root(), settings.against(), spark.hadoopConfiguration()),
                settings);
        for (PictureRequest look : looks) {
            Comparison comparison = byName.get(look.recording());
            if (comparison != null) {
                ValidationWork work =
                        new ValidationWork(new Split(comparison.source(), 0, 1), comparison.claim(), plan.partitions());
                reader.picture(work, look.row(), look.why()).ifPresent(pictures::add);
            }
        }
        return pictures;
    }
}
