package io.cropmill.dataset;

import io.cropmill.Slow;
import io.cropmill.storage.FaultyStorage.Fault;
import io.cropmill.storage.MemoryFolder;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Slow
@Tag("sweep")
class LocalCrashTest extends CrashContract {
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
    List<Fault> faults() {
        return List.of(Fault.values());
    }
}
