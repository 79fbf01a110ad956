package io.cropmill.crop;

import io.cropmill.parquet.ParquetFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The columns of whichever row group is read; one group, and of several files one, is open at a time. */
final class RunColumns implements Closeable {
    private final List<ParquetFile> files;
    private final Opener opener;
    private @Nullable GroupColumns current;

    /** Opens the columns of a run's row group. */
    interface Opener {
        GroupColumns open(ParquetFile file, RowRun run) throws IOException;
    }

    RunColumns(List<ParquetFile> files, Opener opener) {
        this.files = files;
        this.opener = opener;
    }

    /** The columns at the first row of a run. */
    GroupColumns at(RowRun run) throws IOException {
        ParquetFile file = files.get(run.file());
        if (current == null || !current.leadTo(file, run)) {
            close();
            current = opener.open(file, run);
        }
        current.skipTo(run.start());
        return current;
    }

    @Override
    public void close() throws IOException {
        if (current != null) {
            current.close();
            if (files.size() > 1) {
                current.file().release();
            }
            current = null;
        }
    }
}
