package io.cropmill.storage;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Has a file's bytes on their way to disk while more are made, so that the sync at the end waits for the last of them
 * only, and few pages are dirty at a time. For one thread.
 */
final class WriteBehind {
    /** Large enough for a disk to stream, small enough that the last part is soon written. */
    private static final long STEP_BYTES = 16L << 20;

    /** Threads wait for the disk, not for a core; they end when idle. */
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "write-behind");
        thread.setDaemon(true);
        return thread;
    });

    private final FileChannel channel;
    private @Nullable Future<?> running;
    private long pending;

    WriteBehind(FileChannel channel) {
        this.channel = channel;
    }

    /** So many more bytes were written. */
    void wrote(long bytes) throws IOException {
        pending += bytes;
        if (pending >= STEP_BYTES && (running == null || running.isDone())) {
            finish();
            pending = 0;
            running = THREADS.submit(() -> {
                channel.force(false);
                return null;
            });
        }
    }

    /** Waits for what is on its way; what failed there fails here. */
    void finish() throws IOException {
        Future<?> last = running;
        running = null;
        if (last == null) {
            return;
        }
        try {
            last.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while syncing");
        }
    }
}
