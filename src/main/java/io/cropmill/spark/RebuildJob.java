package io.cropmill.spark;

import io.cropmill.config.OnBadRecording;
import io.cropmill.config.Settings;
import io.cropmill.config.SettingsException;
import io.cropmill.crop.FieldChoice;
import io.cropmill.ragged.RaggedFiles.Tally;
import io.cropmill.ragged.RaggedTarget;
import io.cropmill.raster.Component;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.Rasterizers;
import io.cropmill.rebuild.BuildSettings;
import io.cropmill.rebuild.CountedSource;
import io.cropmill.rebuild.OutputBytes;
import io.cropmill.rebuild.PlannedRecording;
import io.cropmill.rebuild.Problem;
import io.cropmill.rebuild.SourceListing;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.rebuild.SplitResult;
import io.cropmill.report.Contents;
import io.cropmill.report.Footprint;
import io.cropmill.report.PlanSummary;
import io.cropmill.report.Progress;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.api.java.JavaSparkContext;

/** One rebuild: plan, count, build, agree the books, publish. */
final class RebuildJob {
    /** Enough to see a pattern, few enough to read. */
    private static final int MOST_PROBLEMS_TOLD = 20;

    private final JavaSparkContext spark;
    private final Progress progress;
    private final RebuildRequest request;
    private final Settings settings;

    RebuildJob(JavaSparkContext spark, Progress progress, RebuildRequest request) {
        this.spark = spark;
        this.progress = progress;
        this.request = request;
        this.settings = request.settings();
    }

    JobOutcome run() throws IOException {
        long started = System.nanoTime();
        try (Storage source = Storages.of(request.source(), spark.hadoopConfiguration());
                Storage target = Storages.of(request.target(), spark.hadoopConfiguration())) {
            List<SourceRecording> recordings = SourceListing.of(source);
            String version = "v000001"; // TEMP
            RebuildStages stages =
                    new RebuildStages(spark, progress, source, target, buildSettings(version), settings.splitBytes());
            CountedSource counted = stages.count(recordings);
            refuseUnclear(counted.problems().values());
            if (tooBad(counted.problems())) {
                return badRecordings(counted.problems());
            }
            if (request.options().contains(RebuildRequest.Option.DRY_RUN)) {
                return new JobOutcome(JobOutcome.Status.DONE, plan(counted));
            }
            List<SplitResult> results = stages.build(counted.recordings());
            target.replace("CURRENT", (version + "\n").getBytes(java.nio.charset.StandardCharsets.UTF_8));
            return new JobOutcome(
                    JobOutcome.Status.DONE,
                    plan(counted) + results.size() + " " + (System.nanoTime() - started) / 1e9 + "\n");
        }
    }

    private BuildSettings buildSettings(String version) {
        RaggedTarget output =
                new RaggedTarget(version, settings.cap(), settings.seed(), settings.pointsLayout(), settings.rasters());
        FieldChoice fields = new FieldChoice(
                settings.source().countField(), settings.source().pointFields(), rasterFields(settings.rasters()));
        return new BuildSettings(fields, output, settings.batchBytes());
    }

    private static List<String> rasterFields(List<RasterSpec> rasters) {
        Set<String> fields = new LinkedHashSet<>();
        for (RasterSpec raster : rasters) {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            for (Component component : Rasterizers.of(raster, loader).components()) {
                fields.add(component.field());
            }
        }
        return List.copyOf(fields);
    }

    private static void refuseUnclear(Collection<Problem> problems) {
        List<io.cropmill.config.Problem> unclear = problems.stream()
                .filter(problem -> problem.kind() == Problem.Kind.SETTINGS)
                .limit(MOST_PROBLEMS_TOLD)
                .map(problem -> new io.cropmill.config.Problem("", problem.message()))
                .toList();
        if (!unclear.isEmpty()) {
            throw new SettingsException(unclear);
        }
    }

    private boolean tooBad(Map<SourceRecording, Problem> problems) {
        return settings.tolerance().onBadRecording() == OnBadRecording.FAIL
                ? !problems.isEmpty()
                : problems.size() > settings.tolerance().maxBadRecordings();
    }

    private static JobOutcome badRecordings(Map<SourceRecording, Problem> problems) {
        StringBuilder text = new StringBuilder();
        problems.values().stream()
                .limit(MOST_PROBLEMS_TOLD)
                .forEach(problem -> text.append(problem.message()).append('\n'));
        if (problems.size() > MOST_PROBLEMS_TOLD) {
            text.append("and ").append(problems.size() - MOST_PROBLEMS_TOLD).append(" more\n");
        }
        return new JobOutcome(JobOutcome.Status.BAD_RECORDINGS, text + "Nothing was published: bad recordings\n");
    }

    private String plan(CountedSource counted) throws IOException {
        List<PlannedRecording> recordings = counted.recordings();
        Tally total = recordings.stream().map(PlannedRecording::total).reduce(Tally.NONE, Tally::plus);
        return new PlanSummary(
                        request.source().toString(),
                        request.target().toString(),
                        recordings.size(),
                        0,
                        0,
                        new Contents(
                                recordings.size(),
                                total.crops(),
                                total.pointsOut(),
                                total.overCap(),
                                total.pointsIn() - total.pointsOut()),
                        footprint(recordings),
                        "the same command without --dry-run")
                .text();
    }

    private Footprint footprint(List<PlannedRecording> recordings) throws IOException {
        long sourceBytes = 0;
        OutputBytes bytes = OutputBytes.NONE;
        for (PlannedRecording recording : recordings) {
            sourceBytes = Math.addExact(sourceBytes, recording.source().file().bytes());
            bytes = bytes.plus(OutputBytes.of(recording, buildSettings("").output()));
        }
        List<Footprint.RasterBytes> rasters = new ArrayList<>();
        bytes.rasters().forEach((name, size) -> rasters.add(new Footprint.RasterBytes(name, size)));
        return new Footprint(sourceBytes, bytes.pair(), rasters);
    }
}
