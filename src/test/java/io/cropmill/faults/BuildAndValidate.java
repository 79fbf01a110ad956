package io.cropmill.faults;

import io.cropmill.config.Settings.PaddingRule;
import io.cropmill.crop.CountsFrom;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.RecordingOrigin;
import io.cropmill.crop.padded.NpyOrigin;
import io.cropmill.crop.parquet.ParquetOrigin;
import io.cropmill.crop.ragged.RaggedOrigin;
import io.cropmill.dataset.manifest.Recipe;
import io.cropmill.dataset.manifest.Recipe.PointsLayout;
import io.cropmill.plain.PlainFolder;
import io.cropmill.plain.PlainPartitions;
import io.cropmill.ragged.RaggedFiles;
import io.cropmill.ragged.RaggedFiles.Tally;
import io.cropmill.ragged.RaggedTarget;
import io.cropmill.ragged.Shard;
import io.cropmill.raster.Channel;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.raster.RasterSpec.Range;
import io.cropmill.rebuild.BuildSettings;
import io.cropmill.rebuild.BuildWork;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.rebuild.Split;
import io.cropmill.rebuild.SplitBuilder;
import io.cropmill.rebuild.SplitCount;
import io.cropmill.rebuild.SplitCounter;
import io.cropmill.rebuild.SplitResult;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.validate.FileClaim;
import io.cropmill.validate.PairClaim;
import io.cropmill.validate.ReportBuilder;
import io.cropmill.validate.ReportHeading;
import io.cropmill.validate.SplitChecked;
import io.cropmill.validate.SplitValidator;
import io.cropmill.validate.ValidationFolders;
import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationSettings;
import io.cropmill.validate.ValidationWork;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * A rebuild of two recordings without Spark, as its stages do it: counted and built split by split, joined, and then
 * validated split by split. Loaded anew for each fault.
 */
public class BuildAndValidate {
    static final long SEED = 0xfedcba9876543210L;
    static final int CAP = 8;
    private static final int SPLITS = 3;

    private final Sources.Kind kind;
    private final Storage source;
    private final Storage target;
    private final ValidationFolders folders;
    private final RaggedTarget output;
    private final FieldChoice fields;

    private BuildAndValidate(Sources.Kind kind, Storage source, Storage target) {
        this(kind, fields(kind), source, target);
    }

    BuildAndValidate(Sources.Kind kind, FieldChoice fields, Storage source, Storage target) {
        this.kind = kind;
        this.source = source;
        this.target = target;
        Configuration hadoop = new Configuration(false);
        this.folders = new ValidationFolders(
                PlainFolder.of(source.root(), hadoop), PlainFolder.of(target.root(), hadoop), null);
        PointsLayout layout = kind == Sources.Kind.COUNTED ? PointsLayout.PLAIN : PointsLayout.STRUCTURED;
        this.output = new RaggedTarget("v000001", new Recipe(CAP, SEED, layout, rasters()));
        this.fields = fields;
    }

    private static FieldChoice fields(Sources.Kind kind) {
        boolean isNamed = kind != Sources.Kind.PADDED && kind != Sources.Kind.PAIR;
        return new FieldChoice(
                "n",
                isNamed ? Sources.POINT_FIELDS : List.of(),
                List.of(),
                List.of(),
                kind == Sources.Kind.INFERRED ? CountsFrom.INFER : CountsFrom.FILE);
    }

    /** Names of the recordings that were found to be wrong, each with its first finding; nothing for none. */
    public static String run(String kind, String folder) throws IOException {
        Path files = Path.of(folder);
        Configuration hadoop = new Configuration(false);
        try (Storage source = Storages.of(files.resolve(kind).toUri(), hadoop);
                Storage target = Storages.of(files.resolve("target").toUri(), hadoop)) {
            target.deleteTree("v000001");
            return new BuildAndValidate(Sources.Kind.valueOf(kind), source, target).run();
        }
    }

    private static List<RasterSpec> rasters() {
        return List.of(
                raster("default", GridType.FLOAT32, 0, "density", "max(height)", "mean(intensity)", "top(intensity)"),
                raster("shifted", GridType.FLOAT16, 1.5, "count", "min(height)", "mean(intensity)", "occupancy"));
    }

    private static RasterSpec raster(String name, GridType type, double shift, String... channels) {
        RasterSpec plain = RasterSpec.defaults();
        return new RasterSpec(
                name,
                Stream.of(channels).map(Channel::parse).toList(),
                new RasterSpec.Grid(4, 5, new Range(-6, 6), new Range(-6, 6)),
                plain.coordinates(),
                type,
                shift,
                null);
    }

    final String run() throws IOException {
        ValidationSettings settings = new ValidationSettings(
                fields,
                new Recipe(CAP, SEED, output.recipe().layout(), output.recipe().rasters()),
                1,
                PaddingRule.ANY,
                null);
        SplitValidator validator = new SplitValidator(source, folders, settings);
        ReportBuilder report = new ReportBuilder(
                ReportHeading.of("source", "target", "v000001", Instant.EPOCH, settings),
                settings,
                validator.overall());
        for (String name : Sources.RECORDINGS) {
            SourceRecording recording = new SourceRecording(name, origin(name));
            PairClaim claim = built(recording);
            List<SplitChecked> checked = new ArrayList<>();
            for (int index = 0; index < SPLITS - 1; index++) {
                checked.add(validator.validate(
                        new ValidationWork(new Split(recording, index, SPLITS - 1), claim, partitions()),
                        (crops, bytes) -> {}));
            }
            report.add(recording, claim, checked);
        }
        StringBuilder wrong = new StringBuilder();
        ValidationReport made = report.build(List.of());
        made.recordings().stream().filter(row -> row.failures() > 0).forEach(row -> {
            String first = made.findings().stream()
                    .filter(finding -> finding.subject().recording().equals(row.name()))
                    .findFirst()
                    .orElseThrow()
                    .message();
            wrong.append(row.name()).append(' ').append(first).append('\n');
        });
        return wrong.toString();
    }

    /** Crop fields that folders stand for. */
    PlainPartitions partitions() {
        return PlainPartitions.NONE;
    }

    RecordingOrigin origin(String name) throws IOException {
        return switch (kind) {
            case PADDED, INFERRED -> new NpyOrigin(file(name + ".npy"));
            case COUNTED -> new NpyOrigin(file(name + ".npy"), file(name + ".counts.npy"));
            case PARQUET ->
                new ParquetOrigin(
                        List.of(file(name + ".parquet")),
                        ParquetOrigin.RecordingRows.ALL,
                        List.of(),
                        file(name + ".parquet").bytes());
            case PAIR -> new RaggedOrigin(file(name + ".npy"), file(name + ".points.npy"), SEED, List.of());
            case VERSION ->
                new RaggedOrigin(file(name + ".npy"), file(name + ".points.npy"), SEED, Sources.POINT_FIELDS);
        };
    }

    final FileEntry file(String path) throws IOException {
        return source.stat(path).orElseThrow();
    }

    private PairClaim built(SourceRecording recording) throws IOException {
        BuildSettings settings = new BuildSettings(fields, output, 1);
        SplitCounter counter = new SplitCounter(source, settings);
        List<Tally> tallies = new ArrayList<>();
        Tally all = Tally.NONE;
        for (int index = 0; index < SPLITS; index++) {
            SplitCount count = counter.count(new Split(recording, index, SPLITS));
            if (count.problem() != null) {
                throw new IOException(count.problem().message());
            }
            tallies.add(count.tally());
            all = all.plus(count.tally());
        }
        List<RaggedFiles> shards = new ArrayList<>();
        Tally before = Tally.NONE;
        for (int index = 0; index < SPLITS; index++) {
            Tally own = tallies.get(index);
            Shard shard = new Shard(
                    index,
                    SPLITS,
                    new Shard.ItemRun(before.crops(), own.crops(), all.crops()),
                    new Shard.ItemRun(before.pointsOut(), own.pointsOut(), all.pointsOut()));
            SplitResult result = new SplitBuilder(source, target, settings)
                    .build(new BuildWork(new Split(recording, index, SPLITS), shard), (crops, bytes) -> {});
            shards.add(result.builtFiles());
            before = before.plus(own);
        }
        RaggedFiles files = RaggedFiles.join(target, output, recording.name(), shards);
        Map<String, FileClaim> rasters = new LinkedHashMap<>();
        files.rasters().forEach((raster, file) -> rasters.put(raster, FileClaim.of(file)));
        return new PairClaim(
                recording.name(),
                FileClaim.of(files.metadata()),
                FileClaim.of(files.points()),
                rasters,
                new PairClaim.ClaimedCounts(
                        files.tally().crops(),
                        files.tally().pointsOut(),
                        files.tally().overCap(),
                        recording.bytes()));
    }
}
