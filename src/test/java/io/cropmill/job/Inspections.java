package io.cropmill.job;

import io.cropmill.config.SettingsLoader;
import io.cropmill.job.InspectRequest.InspectOption;
import io.cropmill.report.Progress;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Runs inspections on the Spark of the tests. */
final class Inspections {
    private Inspections() {}

    static JobOutcome run(
            InspectRequest.InspectionSubject subject,
            OptionalLong ram,
            int jobs,
            long jobBytes,
            Set<InspectOption> options,
            String... settings)
            throws IOException {
        return run(List.of(new InspectRequest.InspectedSource(subject, jobs)), ram, jobBytes, options, settings);
    }

    static JobOutcome run(
            List<InspectRequest.InspectedSource> looks,
            OptionalLong ram,
            long jobBytes,
            Set<InspectOption> options,
            String... settings)
            throws IOException {
        LocalSpark.start();
        return new SparkJobs(Progress.silent())
                .inspect(new InspectRequest(
                        looks, SettingsLoader.load(Optional.empty(), List.of(settings)), ram, jobBytes, options));
    }
}
