package io.cropmill.rebuild;

import io.cropmill.crop.UnchangedFiles;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import java.io.IOException;

/** Source files while a run reads them. */
public final class SourceFiles {
    private SourceFiles() {}

    /** Refuses a recording one of whose files is not as the listing found it. */
    public static void requireUnchanged(Storage source, SourceRecording planned) throws IOException {
        for (FileEntry file : planned.files()) {
            UnchangedFiles.require(source, file);
        }
    }
}
