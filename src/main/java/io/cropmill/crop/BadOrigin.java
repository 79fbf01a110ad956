package io.cropmill.crop;

import io.cropmill.storage.FileEntry;
import io.cropmill.storage.FileOpener;
import java.io.IOException;
import java.util.List;

/**
 * Where rows lie that name no recording, as the listing found them: such rows may be of any recording of their file, so
 * that none of those is read.
 *
 * @param files files of a recording, or the one file that has no row with a name
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
