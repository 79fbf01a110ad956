package io.cropmill.rebuild.build;

import io.cropmill.rebuild.listing.SourceRecording;
import io.cropmill.storage.FileEntry;
import java.io.Serializable;

/**
 * A run of rows of one recording that one task handles: the {@code index}-th of {@code of} nearly equal runs.
 *
 * @param index from 0
 * @param of number of splits that the recording is cut into
 */
public record Split(SourceRecording recording, int index, int of) implements Serializable {
    /** True for one split of each recording. */
    public boolean isFirst() {
        return index == 0;
    }

    /** About how many source bytes it reads. */
    public long bytes() {
        return recording.bytes() / of;
    }

    /** The file in which about its rows begin. */
    public FileRange place() {
        long all =
                recording.origin().files().stream().mapToLong(FileEntry::bytes).sum();
        long length = all / of;
        long offset = Math.multiplyExact(length, (long) index);
        for (FileEntry file : recording.origin().files()) {
            if (offset < file.bytes()) {
                return new FileRange(file.path(), offset, Math.min(length, file.bytes() - offset));
            }
            offset -= file.bytes();
        }
        return new FileRange(recording.file().path(), 0, recording.file().bytes());
    }

    /** Bytes of a file. */
    public record FileRange(String path, long offset, long bytes) {}
}
