package io.cropmill.spark;

import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/** Source and target as a task reaches them: their addresses, and Hadoop's settings, which every executor gets once. */
record Locations(URI source, URI target, Broadcast<SerializableConfiguration> hadoop) implements Serializable {
    static Locations of(JavaSparkContext spark, Storage source, Storage target) {
        return new Locations(
                source.root(),
                target.root(),
                spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration())));
    }

    Storage openSource() throws IOException {
        return Storages.of(source, hadoop.value().value());
    }

    Storage open(URI folder) throws IOException {
        return Storages.of(folder, hadoop.value().value());
    }

    Storage openTarget() throws IOException {
        return Storages.of(target, hadoop.value().value());
    }
}
