package io.cropmill.spark;

import io.cropmill.config.SettingsException;
import io.cropmill.dataset.DatasetLayout;
import io.cropmill.report.NightlyResult;
import io.cropmill.storage.LocationException;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.spark.SparkConf;

/**
 * Runs a rebuild and writes to {@code nightly.json} how it ended.
 *
 * @param options of the rebuild
 */
record NightlyEnd(Set<RebuildRequest.Option> options, Storage target, SparkConf conf, NightlyLog log) {
    /** The run itself, or a part of it. */
    interface Run<T> {
        T end() throws IOException;
    }

    /**
     * Runs to the end.
     *
     * @throws NotedException in place of what the run threw, in the cluster, if it is in {@code nightly.json}
     */
    JobOutcome of(Run<JobOutcome> run) throws IOException {
        return failing(() -> {
            JobOutcome outcome = run.end();
            NightlyResult result =
                    log.ended(outcome.status().code(), outcome.status().word(), outcome.text());
            note(result);
            return options.contains(RebuildRequest.Option.BRIEF)
                    ? new JobOutcome(outcome.status(), brief(outcome, result))
                    : outcome;
        });
    }

    /** Runs a part of which only a failure is the end. */
    <T> T failing(Run<T> run) throws IOException {
        return failing(run, this::noted);
    }

    /** Runs; a failure that is noted is told as that. */
    static <T> T failing(Run<T> run, Function<Throwable, Optional<NotedException>> notes) throws IOException {
        try {
            return run.end();
        } catch (Exception | Error e) {
            // Scala throws checked exceptions that no signature names.
            Optional<NotedException> noted = notes.apply(e);
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
    Optional<NotedException> noted(Throwable failure) {
        boolean wrong = failure instanceof SettingsException || failure instanceof LocationException;
        boolean noted = noteAfter(failure, wrong ? JobOutcome.SETTINGS_CODE : JobOutcome.FAILED_CODE);
        return noted && !wrong && inCluster() ? Optional.of(new NotedException(failure)) : Optional.empty();
    }

    /** One line where all is well; where it is not, what to do stands before it. */
    private static String brief(JobOutcome outcome, NightlyResult result) {
        return switch (outcome.status()) {
            case DONE, NOTHING -> result.line();
            case REFUSED, UNREACHED, BAD_RECORDINGS, SKIPPED_RECORDINGS, VALIDATION_FAILED, LOCKED ->
                outcome.text() + result.line();
        };
    }

    private boolean noteAfter(Throwable failure, int code) {
        String message = failure.getMessage();
        try {
            note(log.ended(code, "failed", message == null || failure instanceof Error ? failure.toString() : message));
            return true;
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
            return false;
        }
    }

    /** A first run that fails leaves no file, save in a cluster, where nothing else tells the code. */
    private void note(NightlyResult result) throws IOException {
        boolean told = inCluster() || target.names("").stream().anyMatch(NightlyEnd::tellsOfADataset);
        if (told && Targets.foreign(target).isEmpty()) {
            NightlyLog.write(target, result);
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
