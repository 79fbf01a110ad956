package io.cropmill.rebuild;

import io.cropmill.dataset.SourceFile;
import io.cropmill.storage.FileEntry;
import java.io.Serializable;
import java.util.List;

/**
 * A recording as the listing found it.
 *
 * @param name its path under the source root without the extension
 * @param file the file that holds it
 */
public record SourceRecording(String name, FileEntry file) implements Serializable {
    /** All files that it is read from. */
    public List<FileEntry> files() {
        return List.of(file);
    }

    /** Bytes of all its files. */
    public long bytes() {
        return file.bytes();
    }

    /** What the manifest says of it; the fingerprint changes whenever one of the files does, as far as can be told. */
    public SourceFile described() {
        return new SourceFile(file.path(), bytes(), file.modifiedMillis() + ":" + file.identity());
    }
}
