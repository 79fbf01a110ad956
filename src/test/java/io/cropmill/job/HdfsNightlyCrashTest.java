package io.cropmill.job;

import io.cropmill.Slow;
import io.cropmill.storage.FaultyStorage;
import io.cropmill.storage.MiniDfs;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;

@Slow
@Tag("sweep")
class HdfsNightlyCrashTest extends NightlyCrashContract {
    @Override
    Storage newTarget(Path folder, String name) throws IOException {
        return Storages.of(MiniDfs.shared().newFolder(), MiniDfs.shared().configuration());
    }

    /** The others leave the same states, which the local test tries. */
    @Override
    List<FaultyStorage.Fault> faults() {
        return List.of(FaultyStorage.Fault.ANSWER_LOST, FaultyStorage.Fault.DIES_BEFORE);
    }
}
