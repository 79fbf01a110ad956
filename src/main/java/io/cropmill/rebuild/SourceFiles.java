package io.cropmill.rebuild;

import io.cropmill.crop.CropException;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.util.Optional;

/** Source files while a run reads them. */
public final class SourceFiles {
    private SourceFiles() {}

    /** Refuses a recording one of whose files is not as the listing found it. */
    public static void requireUnchanged(Storage source, SourceRecording planned) throws IOException {
        for (FileEntry file : planned.files()) {
            requireUnchanged(source, file);
        }
    }

    /** Refuses a file that is not as the listing found it. */
    static void requireUnchanged(Storage source, FileEntry planned) throws IOException {
        Optional<FileEntry> now = source.stat(planned.path());
        if (!now.equals(Optional.of(planned))) {
            throw new CropException("[" + planned.path() + "] Expected the file as it was when the run began ("
                    + planned.describe() + "), but found "
                    + now.map(FileEntry::describe).orElse("none")
                    + "; it is being written to: run again when it is complete");
        }
    }
}
