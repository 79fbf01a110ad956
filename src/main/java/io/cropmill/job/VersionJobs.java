package io.cropmill.job;

import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.DatasetStatus;
import io.cropmill.dataset.Rollback;
import io.cropmill.dataset.expire.Expiry;
import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.lock.LockedException;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.report.ExpirySummary;
import io.cropmill.report.Progress;
import io.cropmill.report.StatusJson;
import io.cropmill.report.StatusText;
import io.cropmill.spark.CleanStop;
import io.cropmill.spark.HadoopSettings;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import org.apache.spark.SparkConf;

/** What is done to a dataset's versions as such: by this process alone, no Spark is started. */
final class VersionJobs {
    private final URI target;
    private final Progress progress;

    VersionJobs(URI target, Progress progress) {
        this.target = target;
        this.progress = progress;
    }

    private interface LockedWork {
        JobOutcome on(Dataset dataset, DatasetLock lock) throws IOException;
    }

    JobOutcome status(StatusRequest request) throws IOException {
        try (Storage storage = Storages.of(target, HadoopSettings.of(new SparkConf()))) {
            refuseMissing(storage);
            DatasetStatus status = DatasetStatus.of(new Dataset(storage));
            String root = storage.root().toString();
            return done(
                    switch (request.form()) {
                        case TEXT -> new StatusText(root, status, Instant.now()).text();
                        case JSON -> new StatusJson(root, status, Instant.now()).text();
                    });
        }
    }

    JobOutcome expire(ExpireRequest request) throws IOException {
        return switch (request.mode()) {
            case DRY_RUN -> planned(request);
            case REMOVE ->
                underLock("expire", request.lockStaleAfter(), (dataset, lock) -> {
                    String root = dataset.storage().root().toString();
                    return done(new ExpirySummary(root, new Expiry(dataset, request.rule()).run(lock)).done());
                });
        };
    }

    private JobOutcome planned(ExpireRequest request) throws IOException {
        try (Storage storage = Storages.of(target, HadoopSettings.of(new SparkConf()))) {
            refuseMissing(storage);
            Expiry expiry = new Expiry(new Dataset(storage), request.rule());
            return done(new ExpirySummary(storage.root().toString(), expiry.plan(Instant.now())).planned());
        }
    }

    JobOutcome rollback(RollbackRequest request) throws IOException {
        return underLock("rollback", request.lockStaleAfter(), (dataset, lock) -> {
            Rollback rollback = Rollback.run(dataset, lock, request.version());
            if (rollback.to().equals(rollback.from())) {
                return done(rollback.to() + " is live already\n");
            }
            return done(rollback.to() + " is live now"
                    + (rollback.from() == null ? "; no version was before" : ", in place of " + rollback.from())
                    + ". The next rebuild publishes the source as it is then: stop nightly runs until the source is"
                    + " fixed\n");
        });
    }

    private static void refuseMissing(Storage storage) throws IOException {
        if (storage.rootNow() != Storage.Root.FOLDER) {
            throw new IOException("[" + storage.root() + "] Expected a dataset, but found no folder; check the path");
        }
    }

    private JobOutcome underLock(String doing, Duration staleAfter, LockedWork work) throws IOException {
        Targets.refuseUnsafe(target);
        try (Storage storage = Storages.of(target, HadoopSettings.of(new SparkConf()))) {
            Dataset dataset = new Dataset(storage);
            Targets.refuseUnsafe(storage);
            if (!storage.names("").contains(DatasetLayout.CURRENT)
                    && dataset.versions().isEmpty()) {
                throw new IOException("Cannot " + doing + ": [" + storage.root() + "] holds no dataset");
            }
            try (CleanStop stop = CleanStop.watch("the dataset is whole; run it again");
                    DatasetLock lock = stop.over(
                            () -> DatasetLock.acquire(storage, doing, staleAfter, stop.waiter(progress::say)))) {
                try {
                    return stop.over(() -> work.on(dataset, lock));
                } catch (IOException | RuntimeException e) {
                    stop.require();
                    lock.requireHeldAfter(e);
                    throw e;
                }
            }
        } catch (LockedException e) {
            return new JobOutcome(ExitCode.LOCKED, e.getMessage() + "\n");
        }
    }

    private static JobOutcome done(String text) {
        return new JobOutcome(ExitCode.DONE, text);
    }
}
