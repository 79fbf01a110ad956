package io.cropmill.spark;

import io.cropmill.rebuild.RunReach;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.rebuild.Split;
import io.cropmill.rebuild.SplitPlan;
import io.cropmill.validate.CropPictures;
import io.cropmill.validate.CropStatistics;
import io.cropmill.validate.ReportBuilder;
import io.cropmill.validate.ReportBuilder.PictureRequest;
import io.cropmill.validate.ReportHeading;
import io.cropmill.validate.SplitChecked;
import io.cropmill.validate.SplitValidator;
import io.cropmill.validate.ValidationPlan;
import io.cropmill.validate.ValidationPlan.Alone;
import io.cropmill.validate.ValidationPlan.Comparison;
import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationReport.CropPicture;
import io.cropmill.validate.ValidationSettings;
import io.cropmill.validate.ValidationWork;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares old and new on the executors, by splits of rows as a rebuild builds them, and puts the report together.
 * Nothing is written.
 */
public final class ValidationStage {
    /** Nothing has to be joined, so recordings are cut finer than a rebuild cuts them. */
    private static final long MOST_SPLIT_BYTES = 32L << 20;

    private static final int SPLITS_PER_CORE = 4;

    private final Cluster cluster;
    private final long splitBytes;

    public ValidationStage(Cluster cluster, long splitBytes) {
        this.cluster = cluster;
        this.splitBytes = Math.min(splitBytes, MOST_SPLIT_BYTES);
    }

    /** Compares recordings whose points were not counted. */
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
        List<ComparedSplit> compared = compare(plan, settings);
        CropStatistics overall = new CropStatistics();
        Set<CropStatistics> tasks = Collections.newSetFromMap(new IdentityHashMap<>());
        for (ComparedSplit split : compared) {
            if (tasks.add(split.overall())) {
                overall.addAll(split.overall());
            }
        }
        List<SplitChecked> splits = compared.stream().map(ComparedSplit::split).toList();
        ReportBuilder report = new ReportBuilder(heading, settings, overall);
        report.expect(reach.byRecording());
        report.damaged(new RetiredStages(cluster).damagedFiles(plan.readBack()));
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

    /**
     * A split that was compared.
     *
     * @param overall what its whole task came to: one object, which travels with the task's results once
     */
    private record ComparedSplit(SplitChecked split, CropStatistics overall) implements Serializable {}

    private List<ComparedSplit> compare(ValidationPlan plan, ValidationSettings settings) throws IOException {
        List<Comparison> comparisons = plan.comparisons();
        List<SourceRecording> recordings =
                comparisons.stream().map(Comparison::source).toList();
        List<ValidationWork> works = new ArrayList<>();
        int comparison = -1;
        for (Split split : SplitPlan.splits(recordings, cluster.cores() * SPLITS_PER_CORE, splitBytes)) {
            comparison += split.isFirst() ? 1 : 0;
            works.add(new ValidationWork(split, comparisons.get(comparison).claim(), plan.partitions()));
        }
        Locations locations = cluster.locations();
        return cluster.stage("Validate", works, work -> work.split().recording().name())
                .sized(ValidationWork::bytes)
                .placed(work -> work.split().place())
                .counting(work -> work.split().isFirst())
                .metered("validate")
                .each(task -> {
                    SplitValidator validator = new SplitValidator(
                            task.source(), locations.validationFolders(settings.against()), settings);
                    return work -> new ComparedSplit(validator.validate(work, task::add), validator.overall());
                });
    }

    private List<CropPicture> pictures(List<PictureRequest> looks, ValidationPlan plan, ValidationSettings settings)
            throws IOException {
        Map<String, Comparison> byName = new HashMap<>();
        plan.comparisons().forEach(comparison -> byName.put(comparison.source().name(), comparison));
        List<CropPicture> pictures = new ArrayList<>();
        CropPictures reader = new CropPictures(cluster.locations().validationFolders(settings.against()), settings);
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
