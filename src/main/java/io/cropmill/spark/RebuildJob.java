package io.cropmill.spark;

import io.cropmill.config.Settings;
import io.cropmill.config.SettingsException;
import io.cropmill.crop.FieldChoice;
import io.cropmill.dataset.BuildRecipe;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.DatasetLock;
import io.cropmill.dataset.LockedException;
import io.cropmill.dataset.Manifest;
import io.cropmill.dataset.Overlap;
import io.cropmill.dataset.Owner;
import io.cropmill.dataset.Publisher;
import io.cropmill.dataset.RecordingNames;
import io.cropmill.dataset.VersionClaim;
import io.cropmill.ragged.RaggedTarget;
import io.cropmill.raster.Component;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.Rasterizers;
import io.cropmill.rebuild.BuildSettings;
import io.cropmill.rebuild.BuiltRecordings;
import io.cropmill.rebuild.CountedSource;
import io.cropmill.rebuild.Problems;
import io.cropmill.rebuild.SourceListing;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.report.Progress;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.api.java.JavaSparkContext;

/** One rebuild: plan, count, build, agree the books, publish. */
final class RebuildJob {
    private final JavaSparkContext spark;
    private final Progress progress;
    private final RebuildRequest request;
    private final Settings settings;
    private final RebuildTelling telling;

    RebuildJob(JavaSparkContext spark, Progress progress, RebuildRequest request) {
        this.spark = spark;
        this.progress = progress;
        this.request = request;
        this.settings = request.settings();
        this.telling = new RebuildTelling(request, System.nanoTime());
    }

    JobOutcome run() throws IOException {
        try (Storage source = Storages.of(request.source(), spark.hadoopConfiguration());
                Storage target = Storages.of(request.target(), spark.hadoopConfiguration())) {
            refuseFolders(source, target);
            List<SourceRecording> recordings = SourceListing.of(source);
            refuseNames(target, recordings);
            Dataset dataset = new Dataset(target);
            CountedSource counted =
                    stages(source, target, dataset.current().orElse("")).count(recordings);
            Problems problems = counted.problems();
            problems.throwIfSettings();
            if (problems.exceed(settings.tolerance()) || counted.recordings().isEmpty()) {
                return telling.badRecordings(problems);
            }
            if (request.options().contains(RebuildRequest.Option.DRY_RUN)) {
                return telling.plan(counted);
            }
            try (DatasetLock lock = DatasetLock.acquire(target, "rebuild", settings.lockStaleAfter())) {
                VersionClaim claim = VersionClaim.take(dataset, Owner.here());
                return buildAndPublish(source, dataset, lock, claim, counted);
            }
        } catch (LockedException e) {
            return new JobOutcome(JobOutcome.Status.LOCKED, e.getMessage() + "\n");
        }
    }

    private JobOutcome buildAndPublish(
            Storage source, Dataset dataset, DatasetLock lock, VersionClaim claim, CountedSource counted)
            throws IOException {
        try {
            RebuildStages stages = stages(source, dataset.storage(), claim.version());
            BuiltRecordings built = BuiltRecordings.of(claim.version(), counted, stages.build(counted.recordings()));
            if (built.problems().exceed(settings.tolerance()) || built.entries().isEmpty()) {
                claim.discard(dataset);
                return telling.badRecordings(built.problems());
            }
            Publisher publisher = new Publisher(dataset, claim);
            publisher.writeManifest(manifest(claim, counted, built));
            publisher.makeCurrent(lock);
            return telling.published(claim.version(), counted, built);
        } catch (IOException | RuntimeException e) {
            discardAfter(e, dataset, claim);
            throw e;
        }
    }

    private static void discardAfter(Exception failure, Dataset dataset, VersionClaim claim) {
        try {
            claim.discard(dataset);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private Manifest manifest(VersionClaim claim, CountedSource counted, BuiltRecordings built) {
        BuildRecipe recipe = new BuildRecipe(
                settings.cap(),
                settings.seed(),
                settings.pointsLayout().name().toLowerCase(Locale.ROOT),
                counted.pointType().descr(),
                settings.rasters());
        return Manifest.of(
                claim.version(),
                claim.base(),
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                recipe,
                built.entries(),
                built.problems().skipped());
    }

    private void refuseFolders(Storage source, Storage target) throws IOException {
        Map<String, Storage> folders = new LinkedHashMap<>();
        folders.put("source", source);
        folders.put("target", target);
        List<String> refusals = new ArrayList<>(Overlap.problems(folders));
        Storages.targetRefusal(target).ifPresent(refusals::add);
        refuse(refusals);
    }

    private void refuseNames(Storage target, List<SourceRecording> recordings) {
        refuse(RecordingNames.problems(
                target, recordings.stream().map(SourceRecording::name).toList(), settings.rasters()));
    }

    private static void refuse(List<String> refusals) {
        if (!refusals.isEmpty()) {
            throw new SettingsException(refusals.stream()
                    .map(refusal -> new io.cropmill.config.Problem("", refusal))
                    .toList());
        }
    }

    private RebuildStages stages(Storage source, Storage target, String version) {
        RaggedTarget output =
                new RaggedTarget(version, settings.cap(), settings.seed(), settings.pointsLayout(), settings.rasters());
        FieldChoice fields = new FieldChoice(
                settings.source().countField(), settings.source().pointFields(), rasterFields(settings.rasters()));
        BuildSettings build = new BuildSettings(fields, output, settings.batchBytes());
        return new RebuildStages(spark, progress, source, target, build, settings.splitBytes());
    }

    /** Fields that the rasters read; a class of the user's own says itself which. */
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
}
