package io.cropmill.rebuild;

import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lengths of files in a dataset: one listing for each version's folder, instead of a look at each of many files. For one
 * thread.
 */
public final class FileLengths {
    private final Storage target;
    private final Map<String, FolderListing> folders = new HashMap<>();

    public FileLengths(Storage target) {
        this.target = target;
    }

    /** True if a file is there and as long as it was written. */
    boolean holds(WrittenFile file) throws IOException {
        String version = DatasetLayout.versionOf(file.path());
        FolderListing folder = folders.get(version);
        if (folder == null) {
            folder = new FolderListing(target.walk(version));
            folders.put(version, folder);
        }
        return folder.bytes(file.path()) == file.bytes();
    }

    /** A listing. Files are asked for in about its own order, so that the next is mostly the one behind the last. */
    private static final class FolderListing {
        private final List<FileEntry> files;
        private int next;

        FolderListing(List<FileEntry> files) {
            this.files = files;
        }

        /** A file's length; -1 where there is none. */
        long bytes(String path) {
            boolean isNext = next < files.size() && files.get(next).path().equals(path);
            int at = isNext ? next : find(path);
            if (at < 0) {
                return -1;
            }
            next = at + 1;
            return files.get(at).bytes();
        }

        private int find(String path) {
            int low = 0;
            int high = files.size() - 1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                int order = StoragePath.UTF8_ORDER.compare(files.get(middle).path(), path);
                if (order == 0) {
                    return middle;
                }
                low = order < 0 ? middle + 1 : low;
                high = order < 0 ? high : middle - 1;
            }
            return -1;
        }
    }
}
