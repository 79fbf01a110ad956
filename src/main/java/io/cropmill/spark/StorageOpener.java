package io.cropmill.spark;

import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;

/** How driver and tasks come to a storage: {@link Storages}, save in tests. */
public interface StorageOpener extends Serializable {
    /** As {@link Storages#of(URI, Configuration)}. */
    Storage open(URI location, Configuration hadoop) throws IOException;

    /** As {@link Storages#source(URI, Configuration)}. */
    default Storage openSource(URI location, Configuration hadoop) throws IOException {
        return Storages.source(location, hadoop);
    }
}
