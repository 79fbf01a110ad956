package io.cropmill.job;

import io.cropmill.config.SettingsException;
import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.lock.LockLostException;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.job.Jobs.RebuildRequest;
import io.cropmill.report.NightlyResult;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.spark.SparkConf;
import org.jspecify.annotations.Nullable;

/**
 * Runs a rebuild and writes to {@code nightly.json} how it ended: through the lock while the run holds it; without one,
 * before it is taken, only if no other run has noted its own end since this one began. A run that lost its lock writes
 * nothing, for the file is that of the run which took over. For one run.
 */
final class NightlyRecorder {
    private static final int LIMIT = 1 << 24;

    private final Set<RebuildRequest.RebuildOption> options;
    private final Storage target;
    private final SparkConf conf;
    private final NightlyLog log;

    /** What the file held when this run began, or when it wrote it; null where there is none. */
    private byte @Nullable [] seen;

    /** Null before the lock is taken and after it is released. */
    private @Nullable DatasetLock lock;

    /** What the end, which is noted, was: the outcome, or the failure. */
    private @Nullable Object over;

    /**
     * Looks at what is noted now.
     *
     * @param options of the rebuild
     */
    NightlyRecorder(Set<RebuildRequest.RebuildOption> options, Storage target, SparkConf conf, NightlyLog log) {
        this.options = options;
        this.target = target;
        this.conf = conf;
        this.log = log;
        this.seen = content();
    }

    /** The run itself, or a part of it. */
    interface RecordedRun<T> {
        T end() throws IOException;
    }

    /**
     * Runs to the end.
     *
     * @throws RecordedFailureException in place of what the run threw, in the cluster, if it is in {@code nightly.json}
     */
    JobOutcome of(RecordedRun<JobOutcome> run) throws IOException {
        return failing(() -> {
            JobOutcome outcome = run.end();
            if (outcome == over) {
                return outcome;
            }
            NightlyResult result = log.ended(outcome.status(), outcome.text());
            if (!note(result) && lock != null) {
                return outcome;
            }
            JobOutcome told = options.contains(RebuildRequest.RebuildOption.BRIEF)
                    ? new JobOutcome(outcome.status(), brief(outcome, result))
                    : outcome;
            over = told;
            return told;
        });
    }

    /** As {@link #of}, inside of it, while the run holds the lock. */
    JobOutcome under(DatasetLock held, RecordedRun<JobOutcome> run) throws IOException {
        lock = held;
        try {
            return of(run);
        } finally {
            lock = null;
        }
    }

    /** Runs a part of which only a failure is the end. */
    <T> T failing(RecordedRun<T> run) throws IOException {
        return failing(run, this::noted);
    }

    /** Runs; a failure that is noted is told as that. */
    static <T> T failing(RecordedRun<T> run, Function<Throwable, Optional<RecordedFailureException>> notes)
            throws IOException {
        try {
            return run.end();
        } catch (Exception | Error e) {
            // Scala throws checked exceptions that no signature names.
            Optional<RecordedFailureException> noted = notes.apply(e);
            if (noted.isPresent()) {
                throw noted.get();
            }
            throw e;
        }
    }

    /**
     * Refuses folders that no rebuild may touch, the one end that is not noted; that they cannot be looked at is.
     *
     * @throws SettingsException with a sentence for each
     */
    void requireSafe(Storage source) throws IOException {
        Targets.refuse(failing(() -> Targets.refusals(source, target)));
    }

    /** Notes a failure; in the cluster, gives what is to be thrown in its place if another try tells nothing more. */
    Optional<RecordedFailureException> noted(Throwable failure) {
        if (failure == over || failure instanceof LockLostException) {
            return Optional.empty();
        }
        ExitCode code = ExitCode.of(failure);
        boolean noted = noteAfter(failure, code);
        RecordedFailureException told =
                noted && code == ExitCode.FAILED && inCluster() ? new RecordedFailureException(failure) : null;
        if (noted) {
            over = told == null ? failure : told;
        }
        return Optional.ofNullable(told);
    }

    /** One line where all is well; where it is not, what to do stands before it. */
    private static String brief(JobOutcome outcome, NightlyResult result) {
        return outcome.status().code() == 0 ? result.line() : outcome.text() + result.line();
    }

    private boolean noteAfter(Throwable failure, ExitCode code) {
        String message = failure.getMessage();
        try {
            return note(log.ended(code, message == null || failure instanceof Error ? failure.toString() : message));
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
            return false;
        }
    }

    /**
     * Notes an end; false if that is left to be done without the lock, or not to be done. A first run that fails leaves no
     * file, save in a cluster, where nothing else tells the code, and then once its lock is withdrawn.
     */
    private boolean note(NightlyResult result) throws IOException {
        boolean dataset = target.names("").stream().anyMatch(NightlyRecorder::tellsOfADataset);
        if (!(dataset || inCluster() && lock == null) || Targets.unfit(target).isPresent()) {
            return false;
        }
        byte[] content = result.json();
        DatasetLock held = lock;
        if (held != null) {
            try {
                held.put(DatasetLayout.NIGHTLY, content);
            } catch (LockLostException e) {
                // What was done was done; the file is another run's now.
                return true;
            }
        } else if (Arrays.equals(seen, content())) {
            NightlyLog.write(target, content);
        } else {
            return false;
        }
        seen = content;
        return true;
    }

    /** Nothing if it cannot be read: the writer reports why. */
    private byte @Nullable [] content() {
        try {
            return target.stat(DatasetLayout.NIGHTLY).isEmpty() ? null : target.readSmall(DatasetLayout.NIGHTLY, LIMIT);
        } catch (IOException e) {
            return null;
        }
    }

    /** A lock alone may be that of a first run at work, which is to leave nothing if it is refused. */
    private static boolean tellsOfADataset(String name) {
        return DatasetLayout.isOwn(name) && !DatasetLayout.isLock(name);
    }

    private boolean inCluster() {
        return "cluster".equals(conf.get("spark.submit.deployMode", "client"));
    }
}
