package io.cropmill.crop;

import io.cropmill.parquet.PageMemory;
import io.cropmill.parquet.ParquetFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/** The columns of whichever row group is read; one group, and of several files one, is open at a time. */
final class RunColumns implements Closeable {
    private final List<ParquetFile> files;
    private final ColumnOpener opener;
    private final PageMemory memory;
    private @Nullable GroupColumns current;

    /** Opens the columns of a run's row group, to be read through memory that outlives them. */
    interface ColumnOpener {
        GroupColumns open(ParquetFile file, RowRun run, PageMemory memory) throws IOException;
    }

    RunColumns(List<ParquetFile> files, BufferAllocator allocator, ColumnOpener opener) {
        this.files = files;
        this.opener = opener;
        this.memory = new PageMemory(allocator);
    }

    /** The columns at the first row of a run. */
    GroupColumns at(RowRun run) throws IOException {
        ParquetFile file = files.get(run.file());
        if (current == null || !current.leadTo(file, run)) {
            closeCurrent();
            current = opener.open(file, run, memory);
        }
        current.skipTo(run.start());
        return current;
    }

    private void closeCurrent() throws IOException {
        GroupColumns closing = current;
        current = null;
        if (closing != null) {
            closing.close();
            if (files.size() > 1) {
                closing.file().release();
            }
        }
    }

    @Override
    public void close() throws IOException {
        try (memory) {
            closeCurrent();
        }
    }
}
