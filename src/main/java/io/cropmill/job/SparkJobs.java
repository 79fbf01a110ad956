package io.cropmill.job;

import io.cropmill.job.Jobs.ExpireRequest;
import io.cropmill.job.Jobs.ExportRequest;
import io.cropmill.job.Jobs.RebuildRequest;
import io.cropmill.job.Jobs.RefusedRebuild;
import io.cropmill.job.Jobs.RetireRequest;
import io.cropmill.job.Jobs.RollbackRequest;
import io.cropmill.job.Jobs.StatusRequest;
import io.cropmill.job.Jobs.ValidateRequest;
import io.cropmill.report.Progress;
import io.cropmill.spark.DriverSpark;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.net.URI;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** Runs jobs on the Spark that the launcher has set up; one that is running already is used and left running. */
public final class SparkJobs implements Jobs {
    private final Progress progress;

    /** The progress is told how far a job is; it stays the caller's. */
    public SparkJobs(Progress progress) {
        this.progress = progress;
    }

    @Override
    public JobOutcome rebuild(RebuildRequest request) throws IOException {
        JavaSparkContext spark = request.options().contains(RebuildRequest.RebuildOption.DRY_RUN)
                ? DriverSpark.start()
                : end(request.source(), request.target()).failing(DriverSpark::start);
        return new RebuildJob(spark, progress, request, Storages::of).run();
    }

    @Override
    public JobOutcome check(RebuildRequest request) throws IOException {
        PreSparkFailure end = end(request.source(), request.target());
        end.failing(() -> {
            DriverSpark.here().require();
            return true;
        });
        end.check();
        return new JobOutcome(ExitCode.DONE, "");
    }

    @Override
    public JobOutcome refuse(RefusedRebuild request) throws IOException {
        return end(request.source(), request.target()).failing(() -> {
            throw request.reason();
        });
    }

    private static PreSparkFailure end(URI source, URI target) {
        return new PreSparkFailure(source, target, new SparkConf());
    }

    @Override
    public JobOutcome inspect(InspectRequest request) throws IOException {
        return new InspectJob(DriverSpark.start(), progress, request).run();
    }

    @Override
    public JobOutcome export(ExportRequest request) throws IOException {
        return new ExportJob(DriverSpark.start(), progress, request).run();
    }

    @Override
    public JobOutcome validate(ValidateRequest request) throws IOException {
        return new ValidateJob(DriverSpark.start(), progress, request).run();
    }

    @Override
    public JobOutcome status(StatusRequest request) throws IOException {
        return versions(request.target()).status(request);
    }

    @Override
    public JobOutcome rollback(RollbackRequest request) throws IOException {
        return versions(request.target()).rollback(request);
    }

    @Override
    public JobOutcome expire(ExpireRequest request) throws IOException {
        return versions(request.target()).expire(request);
    }

    @Override
    public JobOutcome retire(RetireRequest request) throws IOException {
        return new RetireJob(DriverSpark.start(), progress, request).run();
    }

    @Override
    public JobOutcome sample(SampleRequest request) throws IOException {
        return new SampleJob(DriverSpark.start(), progress, request).run();
    }

    private VersionJobs versions(URI target) {
        DriverSpark.here().require();
        return new VersionJobs(target, progress);
    }
}
