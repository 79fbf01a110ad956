package io.cropmill.spark;

import io.cropmill.report.Progress;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.util.Set;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;

/** Runs jobs on the Spark that the launcher has set up; one that is running already is used and left running. */
public final class SparkJobs implements Jobs {
    private final Progress progress;

    /**
     * The progress is told how far a job is; it stays the caller's.
     *
     * @throws io.cropmill.config.SettingsException on a Spark that this was not built for
     */
    public SparkJobs(Progress progress) {
        SparkLine.here().require();
        this.progress = progress;
    }

    @Override
    public JobOutcome rebuild(RebuildRequest request) throws IOException {
        return new RebuildJob(context(), progress, request, Storages::of).run();
    }

    @Override
    public JobOutcome refuse(RefusedRebuild request) throws IOException {
        SparkConf conf = new SparkConf();
        try (Storage target = Storages.of(request.target(), HadoopSettings.of(conf))) {
            String command = RebuildTelling.command(request.source(), request.target());
            NightlyLog log = new NightlyLog(request.source(), conf.get(RebuildTelling.COMMAND, command));
            return new NightlyEnd(Set.of(), target, conf, log).of(() -> {
                throw request.reason();
            });
        }
    }

    @Override
    public JobOutcome inspect(InspectRequest request) throws IOException {
        return new InspectJob(context(), progress, request).run();
    }

    @Override
    public JobOutcome export(ExportRequest request) throws IOException {
        return new ExportJob(context(), progress, request).run();
    }

    @Override
    public JobOutcome validate(ValidateRequest request) throws IOException {
        return new ValidateJob(context(), progress, request).run();
    }

    @Override
    public JobOutcome status(StatusRequest request) throws IOException {
        return new VersionJobs(request.target()).status(request);
    }

    @Override
    public JobOutcome rollback(RollbackRequest request) throws IOException {
        return new VersionJobs(request.target()).rollback(request);
    }

    @Override
    public JobOutcome expire(ExpireRequest request) throws IOException {
        return new VersionJobs(request.target()).expire(request);
    }

    @Override
    public JobOutcome retire(RetireRequest request) throws IOException {
        return new RetireJob(context(), progress, request).run();
    }

    @Override
    public JobOutcome sample(SampleRequest request) throws IOException {
        return new SampleJob(context(), progress, request).run();
    }

    private static JavaSparkContext context() {
        return JavaSparkContext.fromSparkContext(SparkContext.getOrCreate());
    }
}
