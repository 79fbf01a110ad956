package io.cropmill.dataset.lock;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.io.TempDir;

class LocalLockTest extends LockContract {
    @TempDir
    Path folder;

    @Override
    String newLocation() {
        return folder.resolve("set").toString();
    }

    @Override
    Configuration configuration() {
        return new Configuration();
    }

    @Override
    int rounds() {
        return 50;
    }
}
