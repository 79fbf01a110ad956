package io.cropmill.storage;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.io.TempDir;

class LocalStorageTest extends StorageContract {
    @TempDir
    Path folder;

    @Override
    String newLocation() {
        return folder.resolve("data").toString();
    }

    @Override
    Configuration configuration() {
        return new Configuration();
    }
}
