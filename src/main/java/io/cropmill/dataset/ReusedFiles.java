package io.cropmill.dataset;

import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.util.Set;

/** Files of an earlier version that a later one holds too. */
public final class ReusedFiles {
    private ReusedFiles() {}

    /**
     * Takes a recording over. Where files can have several names, all of its files get one in the version's folder, which
     * is not synced; elsewhere they stay where they are. Can be repeated.
     *
     * @param folders takes the folders that have new names, which are to be synced
     */
    public static RecordingEntry carry(Storage storage, RecordingEntry recording, String version, Set<String> folders)
            throws IOException {
        if (!storage.hasHardLinks()) {
            return recording;
        }
        for (WrittenFile file : recording.files().all().toList()) {
            String path = DatasetLayout.moved(file.path(), version);
            if (!path.equals(file.path())) {
                storage.link(file.path(), path);
                folders.add(StoragePath.folder(path));
            }
        }
        return recording.in(version);
    }
}
