package io.cropmill.rebuild;

import io.cropmill.dataset.DatasetLayout;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Lengths of files in a dataset: one listing for each version's folder, instead of a look at each of many files. */
public final class FileLengths {
    private final Storage target;
    private final Map<String, Map<String, Long>> folders = new HashMap<>();

    public FileLengths(Storage target) {
        this.target = target;
    }

    /** True if a file is there and as long as it was written. */
    boolean holds(WrittenFile file) throws IOException {
        String version = DatasetLayout.versionOf(file.path());
        Map<String, Long> folder = folders.get(version);
        if (folder == null) {
            folder = new HashMap<>();
            for (FileEntry found : target.walk(version)) {
                folder.put(found.path(), found.bytes());
            }
            folders.put(version, folder);
        }
        return folder.getOrDefault(file.path(), -1L) == file.bytes();
    }
}
