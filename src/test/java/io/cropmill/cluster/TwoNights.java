package io.cropmill.cluster;

import io.cropmill.config.Settings;
import io.cropmill.config.SettingsLoader;
import io.cropmill.job.ExitCode;
import io.cropmill.job.JobOutcome;
import io.cropmill.job.Jobs.RebuildRequest;
import io.cropmill.job.SparkJobs;
import io.cropmill.report.Progress;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The same rebuild twice by one application, so that the JVMs of the second are warm: {@code TwoNights SOURCE TARGET
 * [key=value]...}.
 */
public final class TwoNights {
    private TwoNights() {}

    /** To two datasets, of which the names begin as the target's. */
    public static void main(String[] words) throws IOException {
        Settings settings = SettingsLoader.load(Optional.empty(), List.of(words).subList(2, words.length));
        SparkJobs jobs = new SparkJobs(Progress.silent());
        for (Night night : Night.values()) {
            URI target = URI.create(words[1] + night.suffix());
            JobOutcome outcome = jobs.rebuild(new RebuildRequest(URI.create(words[0]), target, settings, Set.of()));
            if (outcome.status() != ExitCode.DONE) {
                throw new IOException("[" + target + "] Expected a version, but found: " + outcome.text());
            }
        }
    }

    /** In order. */
    public enum Night {
        /** JVMs have just begun, as in an ordinary night. */
        COLD,
        /** What is called often is compiled, as late in a long night. */
        WARM;

        String suffix() {
            return this == COLD ? "-cold" : "-warm";
        }
    }
}
