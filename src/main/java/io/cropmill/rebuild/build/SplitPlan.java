package io.cropmill.rebuild.build;

import io.cropmill.rebuild.listing.SourceRecording;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Cuts recordings into splits and gathers splits into tasks of about the same number of bytes: one large recording uses
 * all cores, and many small ones share a task. What is written does not depend on it.
 */
public final class SplitPlan {
    /** More tasks than cores, so that the last ones end together. */
    private static final int TASKS_PER_CORE = 4;

    private static final long SMALLEST_TASK = 32L << 20;

    /**
     * Keeps what a failed or preempted task loses, and the time until an executor that came late gets work, short: a few
     * seconds' work.
     */
    private static final long LARGEST_TASK = 256L << 20;

    /** As that, for a piece of one recording; larger, for where joining means copying it costs as much as a copy. */
    private static final long LARGEST_SPLIT = 1L << 30;

    /** Keeps a task's list, and what is lost when it fails, small. */
    private static final int MOST_ITEMS_PER_TASK = 1000;

    private SplitPlan() {}

    /**
     * Cuts recordings.
     *
     * @param cores tasks that run at once
     * @param splitBytes source bytes that a split is worth the trouble for
     */
    public static List<Split> splits(List<SourceRecording> recordings, int cores, long splitBytes) {
        long total = recordings.stream().mapToLong(SourceRecording::bytes).sum();
        // Half of each core's share: joining a cut recording costs a copy, so recordings are cut only where one of them
        // would keep a core busy for long after the others are idle.
        long target = Math.max(splitBytes, Math.min(LARGEST_SPLIT, total / (2L * cores)));
        List<Split> splits = new ArrayList<>();
        for (SourceRecording recording : recordings) {
            // A split of a little more than the target is better than two small ones.
            int of = Math.toIntExact(Math.max(1, (recording.bytes() + target / 2) / target));
            for (int index = 0; index < of; index++) {
                splits.add(new Split(recording, index, of));
            }
        }
        return splits;
    }

    /** Gathers splits, in order, into tasks. */
    public static List<List<Split>> tasks(List<Split> splits, int cores) {
        return tasks(splits, Split::bytes, cores);
    }

    /** Gathers items, in order, into tasks. */
    public static <T> List<List<T>> tasks(List<T> items, ToLongFunction<T> bytesOf, int cores) {
        long total = items.stream().mapToLong(bytesOf).sum();
        long target = Math.max(SMALLEST_TASK, Math.min(LARGEST_TASK, total / ((long) cores * TASKS_PER_CORE)));
        List<List<T>> tasks = new ArrayList<>();
        List<T> task = new ArrayList<>();
        long bytes = 0;
        for (T item : items) {
            long more = bytesOf.applyAsLong(item);
            if (!task.isEmpty() && (bytes + more > target || task.size() == MOST_ITEMS_PER_TASK)) {
                tasks.add(task);
                task = new ArrayList<>();
                bytes = 0;
            }
            task.add(item);
            bytes += more;
        }
        if (!task.isEmpty()) {
            tasks.add(task);
        }
        return tasks;
    }
}
