package io.cropmill.storage;

import io.cropmill.Slow;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** HDFS behind a mount table: no concat. */
@Slow
class ViewFsStorageTest extends StorageContract {
    private final Configuration configuration = MiniDfs.shared().configuration();

    @Override
    String newLocation() throws IOException {
        String mounted = MiniDfs.shared().newFolder();
        MiniDfs.shared().fileSystem().mkdirs(new Path(mounted));
        String table = mounted.substring(mounted.lastIndexOf('/') + 1);
        configuration.set("fs.viewfs.mounttable." + table + ".link./data", mounted);
        return "viewfs://" + table + "/data/set";
    }

    @Override
    Configuration configuration() {
        return configuration;
    }
}
