package io.cropmill.dataset.lock;

import io.cropmill.storage.LinkException;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The folder of one holder of a dataset's lock, through which passes all that decides: what is to be there is first made
 * in it and then renamed to its place, what is to go is first renamed into it. Neither step makes a folder. A run that takes
 * the lock over takes this folder away first, and from then on each of these steps fails by itself, however long ago it
 * was begun: a holder that was paused for hours can neither give a file another content nor take one away.
 *
 * <p>Nothing else may be written below it, least of all by what makes missing folders. Safe for threads.
 */
final class Fence {
    /** A holder that wakes up may put a file into a folder that is being deleted, but not many. */
    private static final int MOST_DELETIONS = 100;

    private final Storage storage;
    private final String folder;
    private final AtomicLong names = new AtomicLong();

    Fence(Storage storage, String folder) {
        this.storage = storage;
        this.folder = folder;
    }

    String folder() {
        return folder;
    }

    void make() throws IOException {
        storage.makeFolder(folder);
    }

    /** Makes a file whose path ends with the folder. */
    String keep(String name, byte[] content) throws IOException {
        String path = StoragePath.join(folder, name);
        storage.createInFolder(path, content);
        return path;
    }

    /** Atomically gives a path a content; the path's folder is not made. */
    void put(String path, byte[] content) throws IOException {
        storage.rename(keep(nextName(), content), path);
    }

    /** Atomically takes a file away; false where there was none. */
    boolean remove(String path) throws IOException {
        if (!isThere(path)) {
            return false;
        }
        String removed = StoragePath.join(folder, nextName());
        storage.rename(path, removed);
        storage.delete(removed);
        return true;
    }

    /** A link in the place of a file is what goes. */
    private boolean isThere(String path) throws IOException {
        try {
            return storage.stat(path).isPresent();
        } catch (LinkException e) {
            return true;
        }
    }

    /** Deletes what lies in the folder. */
    void empty() throws IOException {
        for (String name : storage.names(folder)) {
            storage.delete(StoragePath.join(folder, name));
        }
    }

    void delete() throws IOException {
        delete(storage, folder);
    }

    /** Deletes the folder of any holder, again where a late file has come into it. */
    static void delete(Storage storage, String folder) throws IOException {
        for (int deletion = 1; ; deletion++) {
            try {
                storage.deleteTree(folder);
                return;
            } catch (IOException e) {
                if (deletion == MOST_DELETIONS || !isNotEmpty(e)) {
                    throw e;
                }
            }
        }
    }

    /** True if a file came after the folder was emptied; a cluster deletes a folder with all in it in one step. */
    private static boolean isNotEmpty(IOException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof DirectoryNotEmptyException) {
                return true;
            }
        }
        return false;
    }

    private String nextName() {
        return Long.toString(names.incrementAndGet());
    }
}
