package io.cropmill.spark;

import io.cropmill.rebuild.build.Split;
import io.cropmill.rebuild.build.SplitPlan;
import io.cropmill.report.ProgressTicker;
import io.cropmill.storage.LinkException;
import io.cropmill.storage.LocationException;
import io.cropmill.storage.NoSpaceException;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDDLike;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * Work on items that the driver has put together, in tasks on the executors. A task opens source and target once, works
 * on its items one after the other, and ends between two of them when it is told to. Items and results go through Java's
 * serialization, whatever {@code spark.serializer} is: they are records, which Kryo cannot read back.
 */
public final class Stage<T extends Serializable> {
    private final Cluster cluster;
    private final String verb;
    private final List<T> items;
    private final ItemName<T> name;
    private ItemTest<T> begins = item -> true;
    private @Nullable ToLongFunction<T> size;
    private @Nullable Function<T, Split.FileRange> place;
    private @Nullable Function<Stage<T>, Meters> meters;

    Stage(Cluster cluster, String verb, List<T> items, ItemName<T> name) {
        this.cluster = cluster;
        this.verb = verb;
        this.items = items;
        this.name = name;
    }

    /** Names the recording of an item. */
    public interface ItemName<T> extends Serializable {
        String of(T item);
    }

    /** Tells items apart. */
    public interface ItemTest<T> extends Serializable {
        boolean of(T item);
    }

    /** What a task does first: it makes what its items share, and returns what is done with each. */
    public interface TaskWork<T, R> extends Serializable {
        ItemWork<T, R> begin(StageTask task) throws IOException;
    }

    /** What is done with one item. */
    public interface ItemWork<T, R> {
        R of(T item) throws IOException;
    }

    /** What is done with a partition of what Spark holds. */
    public interface PartitionWork<T, R> extends Serializable {
        List<R> of(Iterator<T> items) throws IOException;
    }

    /** Gathers items into tasks of about as many bytes. */
    public Stage<T> sized(ToLongFunction<T> bytes) {
        size = bytes;
        return this;
    }

    /** Runs a task on the hosts that hold its largest item. */
    public Stage<T> placed(Function<T, Split.FileRange> where) {
        place = where;
        return this;
    }

    /** Counts a recording for those items alone that are its first; else each item is one. */
    public Stage<T> counting(ItemTest<T> first) {
        begins = first;
        return this;
    }

    /** Shows how far the work is, by recordings and the sizes of items. */
    public Stage<T> metered(String phase) {
        meters = stage ->
                stage.newMeters(phase, items.stream().mapToLong(stage.sizes()).sum());
        return this;
    }

    /**
     * Shows how far the work is, by recordings and bytes.
     *
     * @param bytes that the tasks will count; 0 if unknown
     */
    public Stage<T> metered(String phase, long bytes) {
        meters = stage -> stage.newMeters(phase, bytes);
        return this;
    }

    /** Counts with meters that others read, too. */
    public Stage<T> metered(Meters shared) {
        meters = stage -> shared;
        return this;
    }

    private Meters newMeters(String phase, long bytes) {
        return Meters.of(
                cluster.spark(), phase, items.stream().filter(begins::of).count(), bytes);
    }

    private ToLongFunction<T> sizes() {
        return size == null ? item -> 0 : size;
    }

    /**
     * Does the work; results in the order of the items.
     *
     * @throws IOException if a task failed as often as Spark lets it, with the reason of the last failure
     */
    public <R> List<R> each(TaskWork<T, R> work) throws IOException {
        if (items.isEmpty()) {
            return List.of();
        }
        Meters counting = meters == null ? null : meters.apply(this);
        Each<T, R> each = new Each<>(cluster.locations(), verb, name, begins, counting, work);
        if (counting == null) {
            return run(each);
        }
        try (ProgressTicker ticker = ProgressTicker.start(cluster.progress(), () -> counting.state(cluster.spark()))) {
            return run(each);
        }
    }

    private <R> List<R> run(Each<T, R> each) throws IOException {
        JavaSparkContext spark = cluster.spark();
        spark.sc().setJobDescription(verb + " " + naming(items, name));
        try {
            List<Tuple2<byte[], Seq<String>>> located = new ArrayList<>();
            for (List<T> task : tasks()) {
                located.add(new Tuple2<>(
                        bytes(new ArrayList<>(task)),
                        CollectionConverters.asScala(hosts(task)).toSeq()));
            }
            ClassTag<byte[]> type = ClassTag$.MODULE$.apply(byte[].class);
            List<R> results = new ArrayList<>();
            spark.sc()
                    .makeRDD(CollectionConverters.asScala(located).toSeq(), type)
                    .toJavaRDD()
                    .map(each::results)
                    .collect()
                    .forEach(task -> results.addAll(Stage.<R>list(task)));
            return results;
        } catch (Exception e) {
            // Scala throws Spark's checked exceptions, which no signature names.
            throw failure(spark, e);
        } finally {
            spark.sc().setJobDescription(null);
        }
    }

    private List<List<T>> tasks() {
        return size == null ? items.stream().map(List::of).toList() : SplitPlan.tasks(items, size, cluster.cores());
    }

    private List<String> hosts(List<T> task) {
        if (place == null) {
            return List.of();
        }
        T largest = task.stream().max(Comparator.comparingLong(sizes())).orElseThrow();
        return hosts(cluster.source(), place.apply(largest));
    }

    /**
     * Where bytes are. Only a hint: a file that is gone, or that may not be read, is reported by the task that
     * tries to.
     */
    public static List<String> hosts(Storage source, Split.FileRange place) {
        try {
            return source.hosts(place.path(), place.offset(), place.bytes());
        } catch (IOException e) {
            return List.of();
        }
    }

    /** How a description names what is worked on. */
    static <T> String naming(List<T> items, ItemName<T> name) {
        List<String> names = items.stream().map(name::of).distinct().toList();
        return switch (names.size()) {
            case 0 -> "nothing";
            case 1 -> names.get(0);
            default -> names.size() + " recordings, " + names.get(0) + " to " + names.get(names.size() - 1);
        };
    }

    /** The work of a stage, as executors get it. */
    private record Each<T, R>(
            Locations locations,
            String verb,
            ItemName<T> name,
            ItemTest<T> begins,
            @Nullable Meters meters,
            TaskWork<T, R> work)
            implements Serializable {
        /** A task's items become its results. */
        byte[] results(byte[] items) throws IOException {
            return locations.open((source, target) -> {
                ArrayList<R> results = new ArrayList<>();
                try (StageTask task = new StageTask(source, target, meters)) {
                    ItemWork<T, R> each = work.begin(task);
                    for (T item : Stage.<T>list(items)) {
                        if (TaskContext.get().isInterrupted()) {
                            throw new InterruptedIOException("The task was told to end");
                        }
                        results.add(result(each, item));
                        if (meters != null && begins.of(item)) {
                            meters.recordings().add(1);
                        }
                    }
                }
                return bytes(results);
            });
        }

        /** What no code expects says neither file nor recording. */
        private R result(ItemWork<T, R> each, T item) throws IOException {
            try {
                return each.of(item);
            } catch (RuntimeException e) {
                throw new IllegalStateException(verb + " " + name.of(item) + ": " + e, e);
            }
        }
    }

    /** Runs a function on each partition of what Spark holds; a {@link #list} of results each. Errors as {@link #each}. */
    public static <T, R> List<byte[]> partitions(
            JavaSparkContext spark, String description, JavaRDDLike<T, ?> held, PartitionWork<T, R> work)
            throws IOException {
        spark.sc().setJobDescription(description);
        try {
            return held.mapPartitions(partition ->
                            List.of(bytes(new ArrayList<>(work.of(partition)))).iterator())
                    .collect();
        } catch (Exception e) {
            throw failure(spark, e);
        } finally {
            spark.sc().setJobDescription(null);
        }
    }

    private static <T> byte[] bytes(ArrayList<T> list) {
        ClassTag<ArrayList<T>> type = ClassTag$.MODULE$.apply(ArrayList.class);
        ByteBuffer buffer = SparkEnv.get().closureSerializer().newInstance().serialize(list, type);
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    /** What a task has packed. */
    public static <T> ArrayList<T> list(byte[] bytes) {
        ClassTag<ArrayList<T>> type = ClassTag$.MODULE$.apply(ArrayList.class);
        return SparkEnv.get().closureSerializer().newInstance().deserialize(ByteBuffer.wrap(bytes), type);
    }

    /** What a task said, without the story of how it came to the driver. */
    private static IOException failure(JavaSparkContext spark, Exception failure) throws IOException {
        if (failure instanceof RuntimeException unexpected) {
            throw DriverSpark.orStopped(spark.sc(), unexpected);
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof NoSpaceException) {
                return new NoSpaceException(String.valueOf(cause.getMessage()), failure);
            }
            if (cause instanceof LinkException || cause instanceof LocationException) {
                // Mistakes of the command line, also where a task meets them.
                return (IOException) cause;
            }
            if (cause instanceof IOException) {
                return new IOException(cause.getMessage(), failure);
            }
        }
        String first = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
        return new IOException(first, failure);
    }
}
