package io.cropmill.spark;

import io.cropmill.config.SettingsLoader;
import io.cropmill.report.Progress;
import io.cropmill.spark.InspectRequest.Option;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Runs inspections on the Spark of the tests. */
final class Inspections {
    private Inspections() {}

    static JobOutcome run(
            InspectRequest.Subject subject,
            OptionalLong ram,
            int jobs,
            long jobBytes,
            Set<Option> options,
            String... settings)
            throws IOException {
        return run(List.of(new InspectRequest.Look(subject, jobs)), ram, jobBytes, options, settings);
    }

    static JobOutcome run(
            List<InspectRequest.Look> looks, OptionalLong ram, long jobBytes, Set<Option> options, String... settings)
            throws IOException {
        LocalSpark.start();
        return new SparkJobs(Progress.silent())
                .inspect(new InspectRequest(
                        looks, SettingsLoader.load(Optional.empty(), List.of(settings)), ram, jobBytes, options));
    }
}
