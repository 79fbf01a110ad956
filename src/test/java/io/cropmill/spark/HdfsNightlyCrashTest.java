package io.cropmill.spark;

import io.cropmill.storage.MiniDfs;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.file.Path;

class HdfsNightlyCrashTest extends NightlyCrashContract {
    @Override
    Storage newTarget(Path folder, String name) throws IOException {
        return Storages.of(MiniDfs.shared().newFolder(), MiniDfs.shared().configuration());
    }
}
