package io.cropmill.spark;

import io.cropmill.rebuild.Split;
import io.cropmill.storage.NoSpaceException;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaRDDLike;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * Runs a function on the executors over lists of items that the driver has put together, a task a list, on the hosts that
 * hold its data where they are known; or over what Spark holds. Items of lists and all results go through Java's
 * serialization, whatever {@code spark.serializer} is: they are records, which Kryo cannot read back.
 */
public final class Stage {
    /** The items of one task and the hosts that it would best run on. */
    public record Task<T extends Serializable>(List<T> items, List<String> hosts) {}

    private Stage() {}

    /** How a description names what is worked on. */
    public static <T> String naming(List<T> items, Function<T, String> name) {
        return switch (items.size()) {
            case 0 -> "nothing";
            case 1 -> name.apply(items.get(0));
            default ->
                items.size() + " recordings, " + name.apply(items.get(0)) + " to "
                        + name.apply(items.get(items.size() - 1));
        };
    }

    /**
     * Results in the order of tasks and of items.
     *
     * @throws IOException if a task failed as often as Spark lets it, with the reason of the last failure
     */
    public static <T extends Serializable, R> List<R> run(
            JavaSparkContext spark, String description, List<Task<T>> tasks, FlatMapFunction<Iterator<T>, R> work)
            throws IOException {
        if (tasks.isEmpty()) {
            return List.of();
        }
        spark.sc().setJobDescription(description);
        try {
            List<Tuple2<byte[], Seq<String>>> located = new ArrayList<>();
            for (Task<T> task : tasks) {
                located.add(new Tuple2<>(
                        bytes(new ArrayList<>(task.items())),
                        CollectionConverters.asScala(task.hosts()).toSeq()));
            }
            ClassTag<byte[]> type = ClassTag$.MODULE$.apply(byte[].class);
            List<R> results = new ArrayList<>();
            spark.sc()
                    .makeRDD(CollectionConverters.asScala(located).toSeq(), type)
                    .toJavaRDD()
                    .map((byte[] items) -> done(items, work))
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

    /** Runs a function on each partition of what Spark holds; a {@link #list} of results each. Errors as {@link #run}. */
    public static <T, R> List<byte[]> partitions(
            JavaSparkContext spark, String description, JavaRDDLike<T, ?> held, FlatMapFunction<Iterator<T>, R> work)
            throws IOException {
        spark.sc().setJobDescription(description);
        try {
            return held.mapPartitions(
                            partition -> List.of(results(partition, work)).iterator())
                    .collect();
        } catch (Exception e) {
            throw failure(spark, e);
        } finally {
            spark.sc().setJobDescription(null);
        }
    }

    /**
     * Where bytes are. Only a hint: a file that is gone, or that nobody may read, is told by the task that
     * tries to.
     */
    public static List<String> hosts(Storage source, Split.FileRange place) {
        try {
            return source.hosts(place.path(), place.offset(), place.bytes());
        } catch (IOException e) {
            return List.of();
        }
    }

    /** On an executor: a task's items become its results. */
    private static <T, R> byte[] done(byte[] items, FlatMapFunction<Iterator<T>, R> work) throws Exception {
        return results(Stage.<T>list(items).iterator(), work);
    }

    private static <T, R> byte[] results(Iterator<T> items, FlatMapFunction<Iterator<T>, R> work) throws Exception {
        ArrayList<R> results = new ArrayList<>();
        work.call(items).forEachRemaining(results::add);
        return bytes(results);
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
            throw SparkEnd.orStopped(spark.sc(), unexpected);
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof NoSpaceException) {
                return new NoSpaceException(String.valueOf(cause.getMessage()), failure);
            }
            if (cause instanceof IOException) {
                return new IOException(cause.getMessage(), failure);
            }
        }
        String first = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
        return new IOException(first, failure);
    }
}
