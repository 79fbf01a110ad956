package io.cropmill.spark;

import io.cropmill.config.SettingsException;
import io.cropmill.dataset.DatasetLayout;
import io.cropmill.report.NightlyResult;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.util.Set;
import org.apache.spark.SparkConf;

/**
 * Runs a rebuild and writes to {@code nightly.json} how it ended.
 *
 * @param options of the rebuild
 */
record NightlyEnd(Set<RebuildRequest.Option> options, Storage target, SparkConf conf, NightlyLog log) {
    /** The run itself. */
    interface Run {
        JobOutcome end() throws IOException;
    }

    JobOutcome of(Run run) throws IOException {
        try {
            JobOutcome outcome = run.end();
            NightlyResult result =
                    log.ended(outcome.status().code(), outcome.status().word(), outcome.text());
            note(result);
            return options.contains(RebuildRequest.Option.BRIEF)
                    ? new JobOutcome(outcome.status(), brief(outcome, result))
                    : outcome;
        } catch (SettingsException e) {
            noteAfter(e, JobOutcome.SETTINGS_CODE);
            throw e;
        } catch (IOException | RuntimeException e) {
            noteAfter(e, JobOutcome.FAILED_CODE);
            throw e;
        }
    }

    /** One line where all is well; where it is not, what to do stands before it. */
    private static String brief(JobOutcome outcome, NightlyResult result) {
        return switch (outcome.status()) {
            case DONE, NOTHING -> result.line();
            case REFUSED, BAD_RECORDINGS, SKIPPED_RECORDINGS, VALIDATION_FAILED, LOCKED ->
                outcome.text() + result.line();
        };
    }

    private void noteAfter(Exception failure, int code) {
        try {
            note(log.ended(code, "failed", String.valueOf(failure.getMessage())));
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** A first run that fails leaves no file, save in a cluster, where nothing else tells the code. */
    private void note(NightlyResult result) throws IOException {
        boolean inCluster = "cluster".equals(conf.get("spark.submit.deployMode", "client"));
        if (inCluster || target.names("").stream().anyMatch(DatasetLayout::isOwn)) {
            NightlyLog.write(target, result);
        }
    }
}
