package io.cropmill.job;

import io.cropmill.Slow;
import io.cropmill.storage.FaultyStorage;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;

@Slow
@Tag("sweep")
class LocalNightlyCrashTest extends NightlyCrashContract {
    @Override
    Storage newTarget(Path folder, String name) throws IOException {
        return Storages.of(folder.resolve("target-" + name).toString(), new Configuration(false));
    }

    @Override
    List<FaultyStorage.Fault> faults() {
        return List.of(FaultyStorage.Fault.values());
    }
}
