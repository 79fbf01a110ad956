package io.cropmill.spark;

import io.cropmill.dataset.RunJournal;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.storage.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.TaskContext;
import org.jspecify.annotations.Nullable;

/**
 * A task at work: the folders that are open, what it counts, and what it has finished. Recordings are noted in the run's
 * journal about once a second and at the end, so that a thousand small ones are not a thousand small files, and a task
 * that dies loses a second's work. For one thread.
 */
public final class StageTask implements Closeable {
    private static final long EVERY = TimeUnit.SECONDS.toNanos(1);

    private final Storage source;
    private final Storage target;
    private final @Nullable Meters meters;
    private final List<RecordingEntry> finished = new ArrayList<>();
    private @Nullable RunJournal journal;
    private long noted = System.nanoTime();
    private int notes;

    StageTask(Storage source, Storage target, @Nullable Meters meters) {
        this.source = source;
        this.target = target;
        this.meters = meters;
    }

    public Storage source() {
        return source;
    }

    public Storage target() {
        return target;
    }

    /** Counts for the progress display. */
    public void add(long crops, long bytes) {
        if (meters != null) {
            meters.add(crops, bytes);
        }
    }

    /** Notes a recording as finished, so that the next run takes it over if this one dies; a task has one journal. */
    public void finish(RunJournal run, RecordingEntry recording) throws IOException {
        journal = run;
        finished.add(recording);
        if (System.nanoTime() - noted >= EVERY) {
            note(run);
        }
    }

    private void note(RunJournal run) throws IOException {
        TaskContext task = TaskContext.get();
        run.note(target, task.stageId() + "-" + task.taskAttemptId() + "-" + notes, finished);
        notes++;
        finished.clear();
        noted = System.nanoTime();
    }

    @Override
    public void close() throws IOException {
        if (journal != null && !finished.isEmpty()) {
            note(journal);
        }
    }
}
