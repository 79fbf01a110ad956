package io.cropmill.spark;

import io.cropmill.report.Progress;

/** Runs jobs on Spark. */
public final class SparkJobs implements Jobs {
    private final Progress progress;

    /** The progress is told how far a job is; it stays the caller's. */
    public SparkJobs(Progress progress) {
        this.progress = progress;
    }

    @Override
    public JobOutcome rebuild(RebuildRequest request) {
        throw new UnsupportedOperationException("TODO spark room " + progress);
    }

    @Override
    public JobOutcome sample(SampleRequest request) {
        throw new UnsupportedOperationException("TODO spark room " + progress);
    }
}
