package io.cropmill.crop;

import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.util.List;

/** A padded {@code .npy} file. */
public record NpyOrigin(FileEntry file) implements RecordingOrigin {
    @Override
    public List<FileEntry> files() {
        return List.of(file);
    }

    @Override
    public Recording open(Storage storage, FieldChoice choice) throws IOException {
        return PaddedNpyRecording.open(storage, file.path(), choice);
    }
}
