package io.cropmill.rebuild;

import java.io.Serializable;

/**
 * A run of rows of one recording that one task handles: the {@code index}-th of {@code of} nearly equal runs.
 *
 * @param index from 0
 * @param of number of splits that the recording is cut into
 */
public record Split(SourceRecording recording, int index, int of) implements Serializable {
    /** First row of the split in a recording of so many rows. */
    public long firstRow(long rows) {
        return share(rows, index);
    }

    /** The row after the last. */
    public long endRow(long rows) {
        return share(rows, index + 1);
    }

    /** rows * part / of without overflow: whole shares first, then the remainder's. */
    private long share(long rows, int part) {
        return rows / of * part + rows % of * part / of;
    }

    /** About how many source bytes it reads. */
    public long bytes() {
        return recording.file().bytes() / of;
    }
}
