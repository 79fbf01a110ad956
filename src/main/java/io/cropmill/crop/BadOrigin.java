package io.cropmill.crop;

import io.cropmill.storage.FileEntry;
import io.cropmill.storage.FileOpener;
import java.io.IOException;
import java.util.List;

/**
 * Rows of a file that are no recording's, as the listing found them: a bad recording whose name is the file's path.
 *
 * @param files the one file
 * @param problem names the file and the first of the rows
 */
public record BadOrigin(List<FileEntry> files, String problem) implements RecordingOrigin {
    public BadOrigin {
        files = List.copyOf(files);
    }

    @Override
    public Recording open(FileOpener storage, FieldChoice choice) throws IOException {
        throw new CropException(problem);
    }
}
