package io.cropmill.validate;

import io.cropmill.config.Settings.OnBadRecording;
import io.cropmill.config.Settings.PaddingRule;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PaddedFile;
import io.cropmill.crop.Recording;
import io.cropmill.dataset.manifest.Recipe;
import io.cropmill.dataset.manifest.Recipe.PointsLayout;
import io.cropmill.plain.PlainFolder;
import io.cropmill.ragged.RaggedFiles;
import io.cropmill.ragged.RaggedTarget;
import io.cropmill.ragged.Shard;
import io.cropmill.raster.Channel;
import io.cropmill.raster.RasterReach;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.raster.RasterSpec.Range;
import io.cropmill.rebuild.BuildSettings;
import io.cropmill.rebuild.BuildWork;
import io.cropmill.rebuild.SourceListing;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.rebuild.Split;
import io.cropmill.rebuild.SplitBuilder;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.validate.ValidationReport.Finding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** Small recordings, the pairs and caches built from them, and what a validation of these says. */
public final class Pairs {
    static final int CAPACITY = 12;
    static final int CAP = 8;
    static final int[] COUNTS = {5, 0, 12, 8, 9, 3, 7};
    static final int ROW_BYTES = CAPACITY * 16 + 40;

    public final Path sourceFolder;
    public final Path targetFolder;
    private final Map<String, PairClaim> claims = new LinkedHashMap<>();

    /** Files under {@code source} and {@code target}; nothing is written yet. */
    public Pairs(Path folder) {
        sourceFolder = folder.resolve("source");
        targetFolder = folder.resolve("target");
    }

    /** Three recordings and their pairs under {@code v000001}. */
    static Pairs three(Path folder, ValidationSettings settings) throws IOException {
        Pairs pairs = new Pairs(folder);
        pairs.writeSource("a", 1, COUNTS);
        pairs.writeSource("b/b", 2, COUNTS);
        pairs.writeSource("c", 3, COUNTS);
        pairs.build(settings, "v000001");
        return pairs;
    }

    /** The same files in another folder, for a test to damage. */
    Pairs copy(Path folder) throws IOException {
        Pairs copy = new Pairs(folder);
        copy.claims.putAll(claims);
        copy(sourceFolder, copy.sourceFolder);
        copy(targetFolder, copy.targetFolder);
        return copy;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : paths.toList()) {
                Files.copy(path, to.resolve(from.relativize(path).toString()));
            }
        }
    }

    /** Density, greatest height and mean intensity on 4 x 4. */
    static RasterSpec raster(String name, GridType type) {
        return new RasterSpec(
                name,
                List.of(Channel.parse("density"), Channel.parse("max(height)"), Channel.parse("mean(intensity)")),
                new RasterSpec.Grid(4, 4, new Range(-6, 6), new Range(-6, 6)),
                RasterSpec.defaults().coordinates(),
                type,
                0,
                null);
    }

    static ValidationSettings settings(RasterSpec... rasters) {
        return settings(CAP, rasters);
    }

    static ValidationSettings settings(int cap, RasterSpec... rasters) {
        return new ValidationSettings(
                new FieldChoice("point_count", List.of(), List.of()),
                new Recipe(cap, 0, PointsLayout.STRUCTURED, List.of(rasters)),
                1,
                PaddingRule.ANY,
                null);
    }

    /** Writes a recording whose padding is zero. */
    public void writeSource(String name, long seed, int... counts) throws IOException {
        byte[] file = PaddedFile.bytes(CAPACITY, seed, counts);
        int header = file.length - counts.length * ROW_BYTES;
        for (int row = 0; row < counts.length; row++) {
            int at = header + row * ROW_BYTES;
            clear(file, at + counts[row] * 8, at + CAPACITY * 8);
            clear(file, at + CAPACITY * 8 + counts[row] * 4, at + CAPACITY * 12);
            clear(file, at + CAPACITY * 12 + counts[row] * 4, at + CAPACITY * 16);
        }
        Path path = sourceFolder.resolve(name + ".npy");
        Files.createDirectories(path.getParent());
        Files.write(path, file);
    }

    private static void clear(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            bytes[i] = 0;
        }
    }

    /** Builds all pairs anew, and remembers what was written. */
    void build(ValidationSettings settings, String folder) throws IOException {
        try (Storage source = open(sourceFolder);
                Storage target = open(targetFolder)) {
            RaggedTarget output = new RaggedTarget(
                    folder,
                    new Recipe(
                            settings.recipe().cap(),
                            settings.recipe().seed(),
                            settings.recipe().layout(),
                            settings.recipe().rasters()));
            for (SourceRecording recording : SourceListing.of(source)) {
                SplitBuilder builder =
                        new SplitBuilder(source, target, new BuildSettings(settings.fields(), output, 1 << 20));
                BuildWork work = work(source, recording, settings);
                RaggedFiles files = builder.build(work, (crops, bytes) -> {}).builtFiles();
                Map<String, FileClaim> rasters = new LinkedHashMap<>();
                files.rasters().forEach((name, file) -> rasters.put(name, FileClaim.of(file)));
                claims.put(
                        recording.name(),
                        new PairClaim(
                                recording.name(),
                                FileClaim.of(files.metadata()),
                                FileClaim.of(files.points()),
                                rasters,
                                new PairClaim.ClaimedCounts(
                                        files.tally().crops(),
                                        files.tally().pointsOut(),
                                        files.tally().overCap(),
                                        recording.file().bytes())));
            }
        }
    }

    private static BuildWork work(Storage source, SourceRecording recording, ValidationSettings settings)
            throws IOException {
        try (Recording opened = recording.open(source, settings.fields())) {
            long[] kept = {0};
            opened.counts(
                    0,
                    opened.rows(),
                    count -> kept[0] += Math.min(count, settings.recipe().cap()));
            return new BuildWork(
                    new Split(recording, 0, 1),
                    new Shard(
                            0,
                            1,
                            new Shard.ItemRun(0, opened.rows(), opened.rows()),
                            new Shard.ItemRun(0, kept[0], kept[0])));
        }
    }

    /** Forgets what was written: only the files themselves are left, and the caches of some rasters. */
    void forget(String... rasters) {
        claims.replaceAll((name, claim) -> {
            Map<String, FileClaim> caches = new LinkedHashMap<>();
            for (String raster : rasters) {
                caches.put(raster, bare(Objects.requireNonNull(claim.rasters().get(raster))));
            }
            return new PairClaim(name, bare(claim.metadata()), bare(claim.points()), caches, null);
        });
    }

    private PairClaim claim(SourceRecording recording) {
        return Objects.requireNonNull(claims.get(recording.name()));
    }

    private static FileClaim bare(FileClaim claim) {
        return new FileClaim(claim.path(), null);
    }

    /** Compares everything in so many splits a recording. */
    ValidationReport validate(ValidationSettings settings, int splits) throws IOException {
        return validate(settings, splits, Map.of());
    }

    /** The same, where a rebuild has counted which points reach a cell. */
    ValidationReport validate(ValidationSettings settings, int splits, Map<String, Map<String, RasterReach>> counted)
            throws IOException {
        try (Storage source = open(sourceFolder)) {
            SplitValidator validator = new SplitValidator(source, folders(settings.against()), settings);
            Map<SourceRecording, List<SplitChecked>> checked = new LinkedHashMap<>();
            for (SourceRecording recording : SourceListing.of(source)) {
                List<SplitChecked> parts = new ArrayList<>();
                for (int index = 0; index < splits; index++) {
                    parts.add(validator.validate(
                            new ValidationWork(new Split(recording, index, splits), claim(recording)),
                            (crops, bytes) -> {}));
                }
                checked.put(recording, parts);
            }
            ReportBuilder report = new ReportBuilder(
                    ReportHeading.of("source", "dataset", "v000001", Instant.EPOCH, settings),
                    settings,
                    validator.overall());
            report.expect(counted);
            checked.forEach((recording, parts) -> report.add(recording, claim(recording), parts));
            CropPictures pictures = new CropPictures(folders(settings.against()), settings);
            List<ValidationReport.CropPicture> crops = new ArrayList<>();
            for (ReportBuilder.PictureRequest look : report.looks()) {
                SourceRecording recording = checked.keySet().stream()
                        .filter(candidate -> candidate.name().equals(look.recording()))
                        .findFirst()
                        .orElseThrow();
                pictures.picture(
                                new ValidationWork(new Split(recording, 0, 1), claim(recording)),
                                look.row(),
                                look.why())
                        .ifPresent(crops::add);
            }
            return report.build(crops);
        }
    }

    /** The splits of a recording that may be damaged. */
    List<SplitChecked> checked(Storage source, String name, int splits) throws IOException {
        SourceRecording recording =
                SourceListing.of(source, SettingsLoader.defaults().source(), OnBadRecording.SKIP).stream()
                        .filter(candidate -> candidate.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        SplitValidator validator = new SplitValidator(source, folders(null), settings());
        List<SplitChecked> parts = new ArrayList<>();
        for (int index = 0; index < splits; index++) {
            parts.add(validator.validate(
                    new ValidationWork(new Split(recording, index, splits), claim(recording)), (crops, bytes) -> {}));
        }
        return parts;
    }

    /** The sentences of all findings, in order. */
    static List<String> messages(ValidationReport report) {
        return report.findings().stream().map(Finding::message).toList();
    }

    Path file(String path) {
        return targetFolder.resolve(path);
    }

    byte[] read(String path) throws IOException {
        return Files.readAllBytes(file(path));
    }

    /** Replaces a file; a published one is a file of its own here. */
    void write(String path, byte[] content) throws IOException {
        Files.write(file(path), content);
    }

    /** Turns one bit of a file round. */
    void flip(String path, int at, int bit) throws IOException {
        byte[] content = read(path);
        content[at] ^= (byte) (1 << bit);
        write(path, content);
    }

    /** Where the data of a file begins. */
    static int dataOffset(byte[] file) {
        return 10 + ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getShort(8);
    }

    static float floatAt(byte[] file, int at) {
        return ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getFloat(at);
    }

    /** Kept points before a row. */
    static int pointStart(int row) {
        return IntStream.range(0, row)
                .map(before -> Math.min(COUNTS[before], CAP))
                .sum();
    }

    private ValidationFolders folders(@Nullable UserGrids against) {
        Configuration hadoop = new Configuration();
        return new ValidationFolders(
                PlainFolder.of(sourceFolder.toUri(), hadoop),
                PlainFolder.of(targetFolder.toUri(), hadoop),
                against == null ? null : PlainFolder.of(against.folder(), hadoop));
    }

    static Storage open(Path folder) throws IOException {
        return Storages.of(folder.toUri(), new Configuration());
    }
}
