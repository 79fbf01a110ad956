package io.cropmill.dataset;

import io.cropmill.storage.MemoryFolder;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.io.TempDir;

class LocalPauseTest extends PauseContract {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private int folders;

    @Override
    String newLocation() {
        return folder.resolve("set-" + folders++).toString();
    }

    @Override
    Configuration configuration() {
        return new Configuration(false);
    }

    @Override
    int othersTried() {
        return 8;
    }
}
