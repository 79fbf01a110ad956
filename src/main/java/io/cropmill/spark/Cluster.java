package io.cropmill.spark;

import io.cropmill.report.Progress;
import io.cropmill.spark.Locations.StorageOpener;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * The Spark that a job runs on, and the two folders that it works on.
 *
 * @param source as the driver has it open; stays the caller's, as the target does
 * @param locations the same folders, as tasks open them
 */
public record Cluster(JavaSparkContext spark, Progress progress, Storage source, Storage target, Locations locations) {
    /** Cores that stand for no limit. */
    private static final int NO_LIMIT = 100_000;

    /** For a job that does not check whether executors see the folders. */
    public static Cluster of(JavaSparkContext spark, Progress progress, Storage source, Storage target)
            throws IOException {
        return of(spark, progress, source, target, Storages::of, SharedFolderCheck.CLEAR);
    }

    /**
     * For a job whose executors must see what the driver sees.
     *
     * @throws io.cropmill.config.SettingsException if Kerberos would keep executors out
     */
    public static Cluster of(
            JavaSparkContext spark,
            Progress progress,
            Storage source,
            Storage target,
            StorageOpener opener,
            SharedFolderCheck check)
            throws IOException {
        return new Cluster(
                spark, progress, source, target, Locations.of(spark, opener, source.root(), target.root(), check));
    }

    /** The same, whose tasks do not check what they see. */
    Cluster unchecked() {
        return new Cluster(spark, progress, source, target, locations.unchecked());
    }

    /**
     * How many tasks may run at once, by what is there and by what was asked for, since executors come while the driver
     * works; at least 1.
     */
    public int cores() {
        int there = Math.max(1, spark.defaultParallelism());
        return spark.sc().isLocal() ? there : Math.max(there, cores(spark.getConf()));
    }

    /** Executors times tasks that one runs at once; 0 if it is not set. */
    static int cores(SparkConf conf) {
        boolean dynamic = conf.getBoolean("spark.dynamicAllocation.enabled", false);
        long executors = dynamic
                ? conf.getInt("spark.dynamicAllocation.maxExecutors", 0)
                : conf.getInt("spark.executor.instances", 0);
        long each =
                Math.max(1, conf.getInt("spark.executor.cores", 1) / Math.max(1, conf.getInt("spark.task.cpus", 1)));
        long cores = executors * each;
        // A limit that only keeps a cluster from being swamped says nothing of what one run gets.
        return cores > NO_LIMIT ? 0 : (int) cores;
    }

    /**
     * Work to do on items, a task an item unless the stage is told their sizes.
     *
     * @param verb what is done, for descriptions and failures: {@code Build}
     * @param name of the recording that an item is, or belongs to
     */
    public <T extends Serializable> Stage<T> stage(String verb, List<T> items, Stage.ItemName<T> name) {
        return new Stage<>(this, verb, items, name);
    }

    /** Meters of work that more than one stage does, or that others watch. */
    Meters meters(String phase, long recordings, long bytes) {
        return Meters.of(spark, phase, recordings, bytes);
    }
}
