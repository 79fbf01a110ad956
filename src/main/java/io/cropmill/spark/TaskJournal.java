package io.cropmill.spark;

import io.cropmill.dataset.RecordingEntry;
import io.cropmill.dataset.RunJournal;
import io.cropmill.storage.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.TaskContext;

/**
 * Notes in the run's journal what one task has finished: about once a second and at the end, so that a thousand small
 * recordings are not a thousand small files, and a task that dies loses a second's work. For one thread.
 */
final class TaskJournal implements Closeable {
    private static final long EVERY = TimeUnit.SECONDS.toNanos(1);

    private final RunJournal journal;
    private final Storage target;
    private final String name;
    private final List<RecordingEntry> finished = new ArrayList<>();
    private long noted = System.nanoTime();
    private int entries;

    TaskJournal(RunJournal journal, Storage target) {
        this.journal = journal;
        this.target = target;
        TaskContext task = TaskContext.get();
        this.name = task.stageId() + "-" + task.taskAttemptId();
    }

    void add(RecordingEntry recording) throws IOException {
        finished.add(recording);
        if (System.nanoTime() - noted >= EVERY) {
            note();
        }
    }

    private void note() throws IOException {
        journal.note(target, name + "-" + entries, finished);
        entries++;
        finished.clear();
        noted = System.nanoTime();
    }

    @Override
    public void close() throws IOException {
        if (!finished.isEmpty()) {
            note();
        }
    }
}
