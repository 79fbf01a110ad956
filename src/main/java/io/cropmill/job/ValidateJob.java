package io.cropmill.job;

import io.cropmill.config.Problem;
import io.cropmill.config.Settings;
import io.cropmill.config.SettingsException;
import io.cropmill.crop.CropException;
import io.cropmill.crop.Recording;
import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.dataset.Certificates;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.Overlap;
import io.cropmill.dataset.manifest.BuildRecipe;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.Recipe;
import io.cropmill.npy.NpyException;
import io.cropmill.parquet.ParquetException;
import io.cropmill.raster.RasterSpec;
import io.cropmill.rebuild.SourceListing;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.report.Progress;
import io.cropmill.spark.Cluster;
import io.cropmill.spark.ValidationFiles;
import io.cropmill.spark.ValidationStage;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.validate.ReportHeading;
import io.cropmill.validate.UserGrids;
import io.cropmill.validate.ValidationPlan;
import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationSettings;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.api.java.JavaSparkContext;

/** One validation of a version or of a bare folder of pairs. */
final class ValidateJob {
    private final JavaSparkContext spark;
    private final Progress progress;
    private final ValidateRequest request;

    ValidateJob(JavaSparkContext spark, Progress progress, ValidateRequest request) {
        this.spark = spark;
        this.progress = progress;
        this.request = request;
    }

    JobOutcome run() throws IOException {
        try (Storage source = Storages.source(request.source(), spark.hadoopConfiguration());
                Storage target = Storages.of(request.target(), spark.hadoopConfiguration())) {
            if (target.rootNow() != Storage.Root.FOLDER) {
                throw new IOException("[" + target.root()
                        + "] Expected a dataset or a folder of pairs, but found no folder; check the path");
            }
            Optional<String> version = version(new Dataset(target));
            refuseReport(source, target, version);
            return version.isPresent() ? version(source, target, version.get()) : folder(source, target);
        }
    }

    private JobOutcome version(Storage source, Storage target, String version) throws IOException {
        Manifest manifest = new Dataset(target).manifest(version);
        BuildRecipe recipe = manifest.recipe();
        Settings read = Recipes.asBuilt(request.settings(), recipe);
        List<SourceRecording> recordings = GoneSource.listing(source, read, () -> Optional.of(manifest));
        ValidationSettings settings = settings(read, recipe.recipe());
        return compare(
                source,
                target,
                version,
                settings,
                ValidationPlan.of(
                        manifest,
                        Certificates.of(target),
                        recordings,
                        read.source().parquet()));
    }

    private JobOutcome folder(Storage source, Storage target) throws IOException {
        Settings wanted = request.settings();
        List<SourceRecording> recordings =
                SourceListing.of(source, wanted.source(), wanted.tolerance().onBadRecording());
        ValidationSettings settings = settings(wanted, wanted.recipe());
        return compare(
                source,
                target,
                "",
                settings,
                ValidationPlan.ofFolder(
                        target,
                        recordings,
                        wanted.recipe().rasters(),
                        wanted.source().parquet()));
    }

    private JobOutcome compare(
            Storage source, Storage target, String version, ValidationSettings settings, ValidationPlan plan)
            throws IOException {
        refuseAgainst(settings, plan);
        refuseUnclear(source, settings, plan);
        ReportHeading heading = ReportHeading.of(
                source.root().toString(),
                target.root().toString(),
                version,
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                settings);
        ValidationReport report = new ValidationStage(
                        Cluster.of(spark, progress, source, target),
                        request.settings().work().splitBytes())
                .run(heading, settings, plan);
        String where = "";
        if (request.report().isPresent()) {
            try (Storage folder = Storages.of(request.report().get(), spark.hadoopConfiguration())) {
                ValidationFiles.write(folder, "", report);
                where = folder.root().toString();
            }
        }
        return new JobOutcome(
                report.equal() ? ExitCode.DONE : ExitCode.VALIDATION_FAILED, ValidationMessages.text(report, where));
    }

    private ValidationSettings settings(Settings read, Recipe recipe) {
        return ValidationInputs.settings(read, recipe, request.against().orElse(null));
    }

    /** The version to look at; nothing for a folder that is no dataset. */
    private Optional<String> version(Dataset dataset) throws IOException {
        if (request.version().isPresent()) {
            String version = request.version().get();
            boolean named = DatasetLayout.versionNumber(version).isPresent();
            if (!named || !dataset.hasManifest(version)) {
                throw refused("--version must be one of " + dataset.versions() + " with a manifest but was " + version);
            }
            return Optional.of(version);
        }
        Optional<String> current = dataset.current();
        if (current.isEmpty() && dataset.storage().stat(DatasetLayout.MANIFEST).isPresent()) {
            throw refused("--target must be the folder of a dataset but was that of a version, "
                    + dataset.storage().root() + "; name the folder above it and say --version");
        }
        if (current.isEmpty() && !dataset.versions().isEmpty()) {
            throw refused("--version must be one of " + dataset.versions() + ", since none of them is live");
        }
        return current;
    }

    /** A report must not lie among recordings, nor in a published dataset. */
    private void refuseReport(Storage source, Storage target, Optional<String> version) throws IOException {
        if (request.report().isEmpty()) {
            if (version.isEmpty()) {
                throw refused("--report must name a folder, since " + target.root()
                        + " is no dataset but a bare folder of pairs");
            }
            return;
        }
        try (Storage report = Storages.of(request.report().get(), spark.hadoopConfiguration())) {
            Targets.refuseUnsafe(report);
            requireApart(report, "--source", source);
            if (version.isPresent()) {
                requireApart(report, "--target", target);
            }
            Targets.refuseDataset(report);
        }
    }

    private static void requireApart(Storage report, String option, Storage folder) throws IOException {
        Map<String, Storage> folders = new LinkedHashMap<>();
        folders.put("--report", report);
        folders.put(option, folder);
        for (String problem : Overlap.problems(folders)) {
            throw refused(problem);
        }
    }

    private void refuseAgainst(ValidationSettings settings, ValidationPlan plan) throws IOException {
        UserGrids against = settings.against();
        if (against == null) {
            return;
        }
        List<String> names =
                settings.recipe().rasters().stream().map(RasterSpec::name).toList();
        if (!names.contains(against.raster())) {
            throw refused("--raster must be one of " + names + " but was " + against.raster());
        }
        try (Storage folder = Storages.source(against.folder(), spark.hadoopConfiguration())) {
            Set<String> files = new HashSet<>();
            for (FileEntry file : folder.walk("")) {
                files.add(file.path());
            }
            boolean any = plan.comparisons().stream()
                    .anyMatch(comparison -> files.contains(comparison.source().name() + ".grids.npy"));
            if (!any) {
                throw refused("--against must hold <recording>.grids.npy for some recording, but " + folder.root()
                        + " holds none");
            }
        }
    }

    /** What the settings leave open is open in all recordings alike: one look beforehand instead of a finding in each. */
    private static void refuseUnclear(Storage source, ValidationSettings settings, ValidationPlan plan)
            throws IOException {
        for (ValidationPlan.Comparison first :
                plan.comparisons().stream().limit(1).toList()) {
            try (Recording recording = first.source().open(source, settings.fields())) {
                recording.schema();
            } catch (UnclearFieldsException e) {
                throw refused(String.valueOf(e.getMessage()));
            } catch (CropException | NpyException | ParquetException e) {
                // It will be a finding.
                continue;
            }
        }
    }

    private static SettingsException refused(String message) {
        return new SettingsException(List.of(new Problem("", message)));
    }
}
