package io.cropmill.job;

import io.cropmill.config.Settings;
import io.cropmill.crop.CropSchema;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.LiveDataset;
import io.cropmill.dataset.Publisher;
import io.cropmill.dataset.RecordingNames;
import io.cropmill.dataset.VersionClaim;
import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.lock.Owner;
import io.cropmill.dataset.manifest.BuildRecipe;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.ragged.RaggedFiles.Tally;
import io.cropmill.ragged.RaggedTarget;
import io.cropmill.raster.RasterSpec;
import io.cropmill.rebuild.RunReach;
import io.cropmill.rebuild.VanishedLimit;
import io.cropmill.report.Progress;
import io.cropmill.spark.CleanStop;
import io.cropmill.spark.Cluster;
import io.cropmill.spark.CropCounts;
import io.cropmill.spark.CropKey;
import io.cropmill.spark.ExecutorCheck;
import io.cropmill.spark.Locations;
import io.cropmill.spark.RasterClasses;
import io.cropmill.spark.RebuildStages;
import io.cropmill.spark.SharedFolderCheck;
import io.cropmill.spark.Stage;
import io.cropmill.spark.WriteFunction;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.text.Figures;
import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.ShuffledRDD;
import org.apache.spark.serializer.JavaSerializer;
import scala.math.Ordering$;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * Publishes crops that a DataFrame holds as a version of a dataset: whatever their partitions and order, every recording is
 * written whole, in the order of its rows, by one task. For one run.
 */
public final class DatasetWrite {
    private final JavaSparkContext spark;
    private final Settings settings;
    private final Set<String> given;
    private final WriteMode mode;

    /** What to do with a live version. */
    public enum WriteMode {
        /** Refuse. */
        ERROR,
        /** Write nothing. */
        IGNORE,
        /** Publish a version without its recordings, none of them retired; the earlier version stays until it expires. */
        OVERWRITE,
        /** Publish a version with its recordings, too. */
        APPEND
    }

    /**
     * A write with settings.
     *
     * @param given settings that the user has set, by key; an appended-to version's settings hold for all others
     */
    public DatasetWrite(JavaSparkContext spark, Settings settings, Set<String> given, WriteMode mode) {
        this.spark = spark;
        this.settings = settings;
        this.given = Set.copyOf(given);
        this.mode = mode;
    }

    /** Crops of a schema, computed once the write is sure to begin. */
    public interface Crops {
        JavaPairRDD<CropKey, byte[]> packed() throws IOException;
    }

    /** Writes and publishes; the name of the version, or nothing if there was nothing to do. */
    public Optional<String> run(String location, CropSchema schema, Crops crops) throws IOException {
        try (Storage target = Storages.of(location, spark.hadoopConfiguration())) {
            Dataset dataset = new Dataset(target);
            refuseTarget(target);
            if (isDone(dataset)) {
                return Optional.empty();
            }
            try (CleanStop stop = CleanStop.watch(spark, "nothing was published");
                    DatasetLock lock = stop.over(() -> DatasetLock.acquire(
                            target, "write crops", settings.lockStaleAfter(), stop.waiter(DatasetWrite::logged)));
                    Closeable end = lock::withdraw) {
                lock.whenLost(stop::cancel);
                // Another may have published while this one waited.
                if (isDone(dataset)) {
                    return Optional.empty();
                }
                SharedFolderCheck sight = SharedFolderCheck.open(target, target, lock, List.of());
                try (Closeable looked = sight::close) {
                    return Optional.of(stop.over(() -> published(dataset, lock, sight, schema, crops)));
                } catch (IOException | RuntimeException e) {
                    stop.require();
                    lock.requireHeldAfter(e);
                    throw e;
                }
            }
        }
    }

    private static void refuseTarget(Storage target) throws IOException {
        Targets.refuseUnsafe(target);
        Optional<String> unfit = Targets.unfit(target);
        if (unfit.isPresent()) {
            throw new IOException(unfit.get());
        }
    }

    /** The earlier version goes when it expires, and with it what may be the only copy. */
    private static void refuseToDropRetired(Manifest live) throws IOException {
        List<String> retired = live.recordings().stream()
                .filter(entry -> entry.state() == RecordingState.RETIRED)
                .map(RecordingEntry::name)
                .toList();
        if (!retired.isEmpty()) {
            throw new IOException("Cannot overwrite " + live.version() + ": it holds "
                    + Figures.counted(retired.size(), "retired recording") + " (" + VanishedLimit.named(retired)
                    + "), of which there may be no other copy; write to another folder, or use the mode append");
        }
    }

    private static void logged(String sentence) {
        System.getLogger(DatasetWrite.class.getName()).log(System.Logger.Level.WARNING, sentence);
    }

    private boolean isDone(Dataset dataset) throws IOException {
        Optional<String> current = dataset.current();
        if (current.isPresent() && mode == WriteMode.ERROR) {
            throw new IOException("[" + dataset.storage().root() + "] Expected no dataset, but found " + current.get()
                    + "; use the mode append, overwrite or ignore");
        }
        return current.isPresent() && mode == WriteMode.IGNORE;
    }

    private String published(Dataset dataset, DatasetLock lock, SharedFolderCheck sight, CropSchema schema, Crops crops)
            throws IOException {
        Storage target = dataset.storage();
        Cluster cluster = Cluster.of(spark, Progress.silent(), target, target, Storages::of, sight);
        new ExecutorCheck(cluster).require();
        Optional<Manifest> live = LiveDataset.require(dataset).live();
        Optional<Manifest> kept = mode == WriteMode.APPEND ? live : Optional.empty();
        if (mode == WriteMode.OVERWRITE && live.isPresent()) {
            refuseToDropRetired(live.get());
        }
        BuildRecipe recipe = recipe(kept, schema);
        JavaPairRDD<CropKey, byte[]> sorted = sorted(crops.packed());
        CropCounts counts = counted(sorted, recipe.cap());
        refuseNames(target, recipe, counts.all().keySet(), kept);
        VersionClaim claim = VersionClaim.take(dataset, Owner.here());
        try {
            return publish(dataset, lock, claim, cluster.locations(), recipe, schema, sorted, counts, kept);
        } catch (IOException | RuntimeException e) {
            // Nothing takes a failed write up again, so it leaves nothing but its number.
            claim.discardAfter(e, dataset, lock);
            throw e;
        }
    }

    private String publish(
            Dataset dataset,
            DatasetLock lock,
            VersionClaim claim,
            Locations locations,
            BuildRecipe recipe,
            CropSchema schema,
            JavaPairRDD<CropKey, byte[]> sorted,
            CropCounts counts,
            Optional<Manifest> kept)
            throws IOException {
        Map<String, Tally> counted = counts.all();
        RaggedTarget output = new RaggedTarget(claim.version(), recipe.recipe());
        WriteFunction write = new WriteFunction(
                locations,
                output,
                schema,
                settings.work().batchBytes(),
                spark.broadcast(counts.packed().toArray(byte[][]::new)));
        String description = "Write " + Figures.counted(counted.size(), "recording") + " to " + claim.version();
        List<RecordingEntry> written = new ArrayList<>();
        RunReach reach = new RunReach();
        for (byte[] partition : Stage.partitions(spark, description, sorted, write)) {
            for (RebuildStages.Rastered recording : Stage.<RebuildStages.Rastered>list(partition)) {
                written.add(recording.entry());
                reach.add(recording.entry().name(), recording.reach());
            }
        }
        requireAll(claim.version(), counted, written);
        List<String> unreached = UnreachedRasters.sentences(recipe.rasters(), reach);
        if (!unreached.isEmpty()) {
            throw new IOException("Cannot publish " + claim.version() + ": " + String.join("\n", unreached));
        }
        Publisher publisher = new Publisher(dataset, claim);
        publisher.removeUnfinished(counted.keySet());
        List<RecordingEntry> entries = new ArrayList<>(written);
        kept.ifPresent(manifest -> manifest.recordings().forEach(entry -> entries.add(carried(entry))));
        Manifest manifest = Manifest.of(
                claim.version(),
                claim.base(),
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                recipe,
                publisher.carryForward(entries),
                kept.map(Manifest::skipped).orElse(List.of()));
        publisher.writeManifest(manifest);
        publisher.makeCurrent(lock);
        return claim.version();
    }

    private static RecordingEntry carried(RecordingEntry entry) {
        return entry.state() == RecordingState.FRESH ? entry.withState(RecordingState.UNCHANGED) : entry;
    }

    /** The books must agree before anything is published. */
    private static void requireAll(String version, Map<String, Tally> counted, List<RecordingEntry> written)
            throws IOException {
        Set<String> missing = new HashSet<>(counted.keySet());
        for (RecordingEntry entry : written) {
            Tally tally = counted.get(entry.name());
            boolean agreed = tally != null
                    && missing.remove(entry.name())
                    && tally.crops() == entry.crops()
                    && tally.pointsOut() == entry.points()
                    && tally.overCap() == entry.overCap();
            if (!agreed) {
                throw new IOException("Cannot publish " + version + ": of " + entry.name() + " were counted " + tally
                        + ", but written " + Figures.counted(entry.crops(), "crop") + " and "
                        + Figures.counted(entry.points(), "point"));
            }
        }
        if (!missing.isEmpty()) {
            throw new IOException("Cannot publish " + version + ": " + Figures.counted(missing.size(), "recording")
                    + (missing.size() == 1 ? " was" : " were") + " counted but not written, "
                    + missing.iterator().next() + " among them");
        }
    }

    private JavaPairRDD<CropKey, byte[]> sorted(JavaPairRDD<CropKey, byte[]> crops) {
        int partitions = Math.max(spark.defaultParallelism(), Math.min(crops.getNumPartitions(), 200));
        ClassTag<CropKey> key = ClassTag$.MODULE$.apply(CropKey.class);
        ClassTag<byte[]> crop = ClassTag$.MODULE$.apply(byte[].class);
        ShuffledRDD<CropKey, byte[], byte[]> shuffled =
                new ShuffledRDD<>(crops.rdd(), new ByRecording(partitions), key, crop, crop);
        // Keys are records, which Kryo cannot read back.
        shuffled.setKeyOrdering(Ordering$.MODULE$.comparatorToOrdering(new CropKey.CropOrder()))
                .setSerializer(new JavaSerializer(spark.getConf()));
        return JavaPairRDD.fromRDD(shuffled, key, crop);
    }

    private CropCounts counted(JavaPairRDD<CropKey, byte[]> sorted, int cap) throws IOException {
        CropCounts counts = CropCounts.of(spark, sorted, cap);
        if (counts.all().isEmpty()) {
            throw new IOException("Cannot write crops: the DataFrame has no rows; nothing was published");
        }
        return counts;
    }

    private static void refuseNames(Storage target, BuildRecipe recipe, Set<String> names, Optional<Manifest> kept)
            throws IOException {
        List<String> all = new ArrayList<>(names);
        List<String> twice = new ArrayList<>();
        for (RecordingEntry entry : kept.map(Manifest::recordings).orElse(List.of())) {
            (names.contains(entry.name()) ? twice : all).add(entry.name());
        }
        if (!twice.isEmpty()) {
            throw new IOException(
                    "[" + twice.get(0) + "] Expected recordings that the dataset does not have, but found "
                            + twice.size() + " that it has; give them other names, or use the mode overwrite");
        }
        List<String> problems = RecordingNames.problems(target, all, recipe.rasters());
        if (!problems.isEmpty()) {
            throw new IOException(String.join("\n", problems));
        }
    }

    private BuildRecipe recipe(Optional<Manifest> kept, CropSchema schema) throws IOException {
        String pointType = schema.pointType().descr();
        if (kept.isEmpty()) {
            return new BuildRecipe(
                    settings.recipe()
                            .withRasters(
                                    RasterClasses.versioned(settings.recipe().rasters())),
                    pointType);
        }
        BuildRecipe live = kept.get().recipe();
        List<String> others = otherThan(live);
        if (!others.isEmpty()) {
            throw new IOException("Cannot append to " + kept.get().version() + ": " + String.join(", ", others)
                    + " must be its own; leave those options out, or use the mode overwrite");
        }
        if (!pointType.equals(live.pointDtype())) {
            throw new IOException("Cannot append to " + kept.get().version() + ": expected points of "
                    + live.pointDtype() + ", but found " + pointType);
        }
        for (RasterSpec now : RasterClasses.versioned(live.rasters())) {
            if (!live.rasters().contains(now)) {
                throw new IOException("Cannot append to " + kept.get().version() + ": rasters." + now.name()
                        + ".class has another version now, \"" + now.rasterizerVersion()
                        + "\"; use the class that it was built with, or the mode overwrite");
            }
        }
        return live;
    }

    /** Keys that the user has set, and set otherwise than the live version was built with. */
    private List<String> otherThan(BuildRecipe live) {
        Settings built = settings.withRecipe(live.recipe());
        Map<String, String> wanted = settings.asMap();
        Map<String, String> own = built.asMap();
        Set<String> keys = new TreeSet<>(wanted.keySet());
        keys.addAll(own.keySet());
        keys.removeIf(key -> !isGiven(key) || Objects.equals(wanted.get(key), own.get(key)));
        return List.copyOf(keys);
    }

    /** True if the user has set the key, a section that it is in, or a part of it. */
    private boolean isGiven(String key) {
        return given.stream()
                .anyMatch(set -> set.equals(key) || key.startsWith(set + ".") || set.startsWith(key + "."));
    }

    /** All crops of a recording go to one task. */
    private static final class ByRecording extends HashPartitioner {
        private static final long serialVersionUID = 1L;

        ByRecording(int partitions) {
            super(partitions);
        }

        @Override
        public int getPartition(Object key) {
            return super.getPartition(((CropKey) key).recording());
        }
    }
}
