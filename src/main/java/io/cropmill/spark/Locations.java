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
 * @param check what a JVM must see before it works on the folders
 */
public record Locations(
        URI source,
        URI target,
        Broadcast<SerializableConfiguration> hadoop,
        StorageOpener opener,
        SharedFolderCheck check)
        implements Serializable {
    /** Work on both folders. */
    interface FolderWork<T> {
        T on(Storage source, Storage target) throws IOException;
    }

    /**
     * For a job whose executors must see what the driver sees.
     *
     * @throws io.cropmill.config.SettingsException if Kerberos would keep executors out
     */
    public static Locations of(
            JavaSparkContext spark, StorageOpener opener, URI source, URI target, SharedFolderCheck check)
            throws IOException {
        new DelegationTokens(spark.getConf(), spark.hadoopConfiguration()).require(List.of(source, target));
        return new Locations(
                source,
                target,
                spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration())),
                opener,
                check);
    }

    Locations unchecked() {
        return new Locations(source, target, hadoop, opener, SharedFolderCheck.CLEAR);
    }

    /** The same folders, opened by the proof's own openers. */
    ValidationFolders validationFolders(@Nullable UserGrids against) {
        Configuration configuration = hadoop.value().value();
        return new ValidationFolders(
                PlainFolder.of(source, configuration),
                PlainFolder.ofDataset(target, configuration),
                against == null ? null : PlainFolder.of(against.folder(), configuration));
    }

    /** Opens both, in a JVM that sees them, and closes them after the work. */
    <T> T open(FolderWork<T> work) throws IOException {
        Configuration configuration = hadoop.value().value();
        try (Storage from = opener.openSource(source, configuration);
                Storage to = opener.open(target, configuration)) {
            check.require(from, to);
            return work.on(from, to);
        }
    }

    /** How driver and tasks come to a storage: {@link Storages}, save in tests. */
    public interface StorageOpener extends Serializable {
        /** As {@link Storages#of(URI, Configuration)}. */
        Storage open(URI location, Configuration hadoop) throws IOException;

        /** As {@link Storages#source(URI, Configuration)}. */
        default Storage openSource(URI location, Configuration hadoop) throws IOException {
            return Storages.source(location, hadoop);
        }
    }
}
