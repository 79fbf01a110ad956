package io.cropmill.job;

import io.cropmill.config.SettingsException;
import io.cropmill.spark.DriverSpark;
import io.cropmill.spark.RunAgain;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;

/**
 * The end of a rebuild that has no Spark: its settings cannot be read, only its folders are looked at, or Spark does not
 * start. It is noted in {@code nightly.json} as any other.
 *
 * @param source folder of recordings
 * @param target dataset
 * @param conf of the Spark that would be started
 */
record PreSparkFailure(URI source, URI target, SparkConf conf) {
    /** Refuses folders that no rebuild may touch; notes why they could not be looked at. */
    void check() throws IOException {
        Targets.refuseUnsafe(target);
        try (Storage to = opened(target)) {
            NightlyRecorder end = end(to);
            try (Storage from = end.failing(() -> opened(source))) {
                end.requireSafe(from);
            }
        }
    }

    /**
     * Runs a part of which only a failure is the end.
     *
     * @throws SettingsException also with what is wrong with the folders, if settings are wrong
     */
    <T> T failing(NightlyRecorder.RecordedRun<T> run) throws IOException {
        return NightlyRecorder.failing(run, this::noted);
    }

    private Optional<RecordedFailureException> noted(Throwable failure) {
        try {
            Targets.refuseUnsafe(target);
            try (Storage to = opened(target)) {
                requireSafe(to, failure);
                return end(to).noted(failure);
            }
        } catch (SettingsException e) {
            if (failure instanceof SettingsException wrong) {
                throw new SettingsException(Stream.concat(wrong.problems().stream(), e.problems().stream())
                        .toList());
            }
            failure.addSuppressed(e);
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
        }
        return Optional.empty();
    }

    /** That a source cannot be looked at does not speak against the target. */
    private void requireSafe(Storage to, Throwable failure) {
        try (Storage from = opened(source)) {
            Targets.refuse(Targets.refusals(from, to));
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private NightlyRecorder end(Storage to) {
        return new NightlyRecorder(Set.of(), to, conf, new NightlyLog(source, RunAgain.command(conf, source, target)));
    }

    private Storage opened(URI location) throws IOException {
        return Storages.of(location, DriverSpark.hadoop(conf));
    }
}
