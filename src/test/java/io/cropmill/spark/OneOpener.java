package io.cropmill.spark;

import io.cropmill.spark.Locations.StorageOpener;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;

/** Opens sources as it opens targets, for tests that stand between. */
public record OneOpener(StorageOpener both) implements StorageOpener {
    @Override
    public Storage open(URI location, Configuration hadoop) throws IOException {
        return both.open(location, hadoop);
    }

    @Override
    public Storage openSource(URI location, Configuration hadoop) throws IOException {
        return both.open(location, hadoop);
    }
}
