package io.cropmill.crop;

import io.cropmill.storage.FileEntry;
import io.cropmill.storage.FileOpener;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;

/** Where a recording lies and how it is stored: plain data that goes to the task which opens it. */
public interface RecordingOrigin extends Serializable {
    /** The files that hold the recording, at least one, as they were found; the first names it in messages. */
    List<FileEntry> files();

    /** About how many bytes of its files are the recording's: all, unless it shares them with others. */
    default long bytes() {
        return files().stream().mapToLong(FileEntry::bytes).reduce(0, Math::addExact);
    }

    /** Opens the recording; the caller closes it. */
    Recording open(FileOpener storage, FieldChoice choice) throws IOException;
}
