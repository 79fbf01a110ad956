package io.cropmill.spark;

import io.cropmill.config.SettingsException;
import io.cropmill.report.Progress;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.net.URI;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
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
    public JobOutcome check(RebuildRequest request) throws IOException {
        check(request.source(), request.target());
        return new JobOutcome(JobOutcome.Status.DONE, "");
    }

    private static void check(URI source, URI target) throws IOException {
        Targets.refuseUnsafe(target);
        Configuration hadoop = HadoopSettings.of(new SparkConf());
        try (Storage from = Storages.of(source, hadoop);
                Storage to = Storages.of(target, hadoop)) {
            Targets.refuseUnsafe(from, to);
        }
    }

    @Override
    public JobOutcome refuse(RefusedRebuild request) throws IOException {
        SettingsException reason = request.reason();
        try {
            // Where source and target lie may be wrong as well, and then nothing can be noted.
            check(request.source(), request.target());
            return noted(request);
        } catch (SettingsException e) {
            throw e.equals(reason)
                    ? reason
                    : new SettingsException(Stream.concat(reason.problems().stream(), e.problems().stream())
                            .toList());
        } catch (IOException e) {
            reason.addSuppressed(e);
            throw reason;
        }
    }

    private static JobOutcome noted(RefusedRebuild request) throws IOException {
        SparkConf conf = new SparkConf();
        try (Storage target = Storages.of(request.target(), HadoopSettings.of(conf))) {
            NightlyLog log =
                    new NightlyLog(request.source(), RunAgain.command(conf, request.source(), request.target()));
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
        return new VersionJobs(request.target(), progress).status(request);
    }

    @Override
    public JobOutcome rollback(RollbackRequest request) throws IOException {
        return new VersionJobs(request.target(), progress).rollback(request);
    }

    @Override
    public JobOutcome expire(ExpireRequest request) throws IOException {
        return new VersionJobs(request.target(), progress).expire(request);
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
