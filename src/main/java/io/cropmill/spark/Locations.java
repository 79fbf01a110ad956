package io.cropmill.spark;

import io.cropmill.plain.PlainFolder;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.validate.UserGrids;
import io.cropmill.validate.ValidationFolders;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Source and target as a task reaches them: their addresses, and Hadoop's settings, which every executor gets once.
 *
 * @param sight what a JVM must see before it works
 */
public record Locations(
        URI source,
        URI target,
        Broadcast<SerializableConfiguration> hadoop,
        StorageOpener opener,
        SharedFolderCheck sight)
        implements Serializable {
    /** Work on both folders. */
    interface FolderWork<T> {
        T on(Storage source, Storage target) throws IOException;
    }

    /** For a job that does not look at who sees what. */
    public static Locations of(JavaSparkContext spark, Storage source, Storage target) throws IOException {
        return of(spark, Storages::of, source.root(), target.root(), SharedFolderCheck.CLEAR);
    }

    /**
     * For a job whose executors must see what the driver sees.
     *
     * @throws io.cropmill.config.SettingsException if Kerberos would keep executors out
     */
    public static Locations of(
            JavaSparkContext spark, StorageOpener opener, URI source, URI target, SharedFolderCheck sight)
            throws IOException {
        new DelegationTokens(spark.getConf(), spark.hadoopConfiguration()).require(List.of(source, target));
        return new Locations(
                source,
                target,
                spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration())),
                opener,
                sight);
    }

    public Storage openSource() throws IOException {
        return opener.openSource(source, hadoop.value().value());
    }

    /** The source where it is a dataset, in which no link is followed. */
    public Storage openSourceDataset() throws IOException {
        return opener.open(source, hadoop.value().value());
    }

    /** The same folders, opened by the proof's own openers. */
    ValidationFolders validationFolders(@Nullable UserGrids against) {
        return folders(source, target, against, hadoop.value().value());
    }

    static ValidationFolders folders(URI source, URI target, @Nullable UserGrids against, Configuration hadoop) {
        return new ValidationFolders(
                PlainFolder.of(source, hadoop),
                PlainFolder.ofDataset(target, hadoop),
                against == null ? null : PlainFolder.of(against.folder(), hadoop));
    }

    /** Another folder that is only read. */
    Storage openSource(URI folder) throws IOException {
        return opener.openSource(folder, hadoop.value().value());
    }

    public Storage openTarget() throws IOException {
        return opener.open(target, hadoop.value().value());
    }

    /** Opens both, in a JVM that sees them, and closes them after the work. */
    <T> T open(FolderWork<T> work) throws IOException {
        try (Storage from = openSource();
                Storage to = openTarget()) {
            sight.require(from, to);
            return work.on(from, to);
        }
    }

    /** As {@link #open}, but without a look at whether this JVM sees them. */
    <T> T openUnseen(FolderWork<T> work) throws IOException {
        try (Storage from = openSource();
                Storage to = openTarget()) {
            return work.on(from, to);
        }
    }
}
