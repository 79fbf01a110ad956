package io.cropmill.dataset;

import io.cropmill.Slow;
import io.cropmill.storage.MemoryFolder;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Slow
@Tag("sweep")
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
        return 4;
    }
}
