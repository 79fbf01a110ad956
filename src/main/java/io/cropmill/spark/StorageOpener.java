package io.cropmill.spark;

import io.cropmill.storage.Storage;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;

/** How driver and tasks come to a storage: {@link io.cropmill.storage.Storages#of(URI, Configuration)}, save in tests. */
interface StorageOpener extends Serializable {
    Storage open(URI location, Configuration hadoop) throws IOException;
}
