package io.cropmill.frame;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Small reads on the driver, several at a time. */
final class ParallelMap {
    private ParallelMap() {}

    /** A read that may fail. */
    interface Read<T, R> {
        R of(T item) throws IOException;
    }

    /** Results in the order of the items; of several failures the first item's. */
    static <T, R> List<R> map(List<T> items, int threads, Read<T, R> read) throws IOException {
        List<R> results = new ArrayList<>(items.size());
        if (items.size() <= 1) {
            for (T item : items) {
                results.add(read.of(item));
            }
            return results;
        }
        ExecutorService pool = Executors.newFixedThreadPool(Math.min(threads, items.size()), task -> {
            Thread thread = new Thread(task, "cropmill-headers");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<R>> running = new ArrayList<>();
            for (T item : items) {
                running.add(pool.submit(() -> read.of(item)));
            }
            for (Future<R> result : running) {
                results.add(result.get());
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while headers were read", e);
        } finally {
            pool.shutdownNow();
        }
    }
}
