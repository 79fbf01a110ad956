package io.cropmill.crop;

import io.cropmill.storage.FileEntry;
import io.cropmill.storage.FileOpener;
import java.io.IOException;
import java.util.Optional;

/** Source files while a run reads them. */
public final class UnchangedFiles {
    private UnchangedFiles() {}

    /** Refuses a file that is not as the listing found it. */
    public static void require(FileOpener storage, FileEntry listed) throws IOException {
        Optional<FileEntry> now = storage.stat(listed.path());
        if (!now.equals(Optional.of(listed))) {
            throw new CropException("[" + listed.path() + "] Expected the file as it was when the run began ("
                    + listed.describe() + "), but found "
                    + now.map(FileEntry::describe).orElse("none")
                    + "; it is being written to: run again when it is complete");
        }
    }
}
