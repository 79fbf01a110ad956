package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.config.Problem;
import io.cropmill.config.SettingsException;
import io.cropmill.config.SettingsLoader;
import io.cropmill.job.Jobs.RebuildRequest;
import io.cropmill.job.Jobs.RefusedRebuild;
import io.cropmill.report.Progress;
import io.cropmill.spark.OneOpener;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sources that no longer answer, wherever a rebuild first asks them: nightly.json tells so, not of the night before. */
@Slow
class UnreachableSourceTest extends FailingRebuilds {
    private static final String REASON = "[hdfs://gone/data] Cannot resolve: Connection refused";

    /** What a source does not answer. */
    private enum Asked {
        OPEN,
        REAL_ROOT,
        ROOT_NOW,
        WALK
    }

    @BeforeEach
    void makeAnEarlierNight() throws IOException {
        rebuild(Map.of());
        Files.writeString(target.resolve("nightly.json"), "of the night before");
    }

    @ParameterizedTest
    @EnumSource
    void areNotedWithExitCode1(Asked asked) throws IOException {
        assertThatThrownBy(() -> run(asked, new IOException(REASON), Set.of())).hasMessage(REASON);
        assertThat(nightly())
                .contains("\"code\" : 1", "\"result\" : \"failed\"", "\"message\" : \"" + REASON + "\"")
                .contains("\"source\" : \"" + uri(source) + "\"");
    }

    @ParameterizedTest
    @EnumSource
    void areNotedWhateverIsThrown(Asked asked) throws IOException {
        assertThatThrownBy(() -> run(asked, new NoClassDefFoundError("org/example/Missing"), Set.of()))
                .isInstanceOf(NoClassDefFoundError.class);
        assertThat(nightly())
                .contains("\"code\" : 1", "\"message\" : \"java.lang.NoClassDefFoundError: org/example/Missing\"");
    }

    @ParameterizedTest
    @EnumSource
    void areNotNotedByADryRun(Asked asked) throws IOException {
        assertThatThrownBy(() -> run(asked, new IOException(REASON), Set.of(RebuildRequest.RebuildOption.DRY_RUN)))
                .hasMessage(REASON);
        assertThat(nightly()).isEqualTo("of the night before");
    }

    @Test
    void aTargetInTheSourceIsRefusedAndNotTouched() throws IOException {
        source = folder;

        assertThatThrownBy(() -> rebuild(Map.of()))
                .isInstanceOf(SettingsException.class)
                .hasMessageStartingWith("source and target must lie apart but were ");
        assertThat(nightly()).isEqualTo("of the night before");
    }

    @Test
    void aSparkThatDoesNotStartIsNotedToo() throws IOException {
        PreSparkFailure end = new PreSparkFailure(uri(source), uri(target), new SparkConf(false));

        assertThatThrownBy(() -> end.failing(() -> {
                    throw new IllegalStateException("spark.master must be set");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("spark.master must be set");
        assertThat(nightly()).contains("\"code\" : 1", "\"message\" : \"spark.master must be set\"");
    }

    @Test
    void wrongSettingsAreNotedAlsoWhereTheSourceCannotBeOpened() throws IOException {
        SettingsException reason = new SettingsException(List.of(new Problem("", "cap is wrong")));
        URI nowhere = URI.create("nowhere://a/b");
        PreSparkFailure end = new PreSparkFailure(nowhere, uri(target), new SparkConf(false));

        assertThatThrownBy(end::check).hasMessageContaining("no file system for");
        assertThat(nightly()).contains("\"code\" : 2", "no file system for");
        assertThatThrownBy(
                        () -> new SparkJobs(Progress.silent()).refuse(new RefusedRebuild(nowhere, uri(target), reason)))
                .isSameAs(reason);
        assertThat(nightly()).contains("\"code\" : 2", "\"message\" : \"cap is wrong\"");
    }

    private void run(Asked asked, Throwable failure, Set<RebuildRequest.RebuildOption> options) throws IOException {
        RebuildRequest request = new RebuildRequest(uri(source), uri(target), SettingsLoader.defaults(), options);
        JavaSparkContext spark = JavaSparkContext.fromSparkContext(SparkContext.getOrCreate());
        URI gone = uri(source);
        new RebuildJob(spark, Progress.silent(), request, new OneOpener((location, hadoop) -> {
                    if (!location.equals(gone)) {
                        return open(location, hadoop);
                    }
                    fail(asked == Asked.OPEN, failure);
                    return new Unanswering(local(Path.of(location)), asked, failure);
                }))
                .run();
    }

    private static void fail(boolean now, Throwable failure) throws IOException {
        if (now && failure instanceof IOException e) {
            throw e;
        }
        if (now) {
            throw (Error) failure;
        }
    }

    private String nightly() throws IOException {
        return Files.readString(target.resolve("nightly.json"));
    }

    /** Answers all but one question. */
    private static final class Unanswering extends Told {
        private final Asked unanswered;
        private final Throwable failure;

        Unanswering(Storage storage, Asked unanswered, Throwable failure) {
            super(storage);
            this.unanswered = unanswered;
            this.failure = failure;
        }

        @Override
        public URI realRoot() throws IOException {
            fail(unanswered == Asked.REAL_ROOT, failure);
            return super.realRoot();
        }

        @Override
        public Root rootNow() throws IOException {
            fail(unanswered == Asked.ROOT_NOW, failure);
            return super.rootNow();
        }

        @Override
        public List<FileEntry> walk(String folder) throws IOException {
            fail(unanswered == Asked.WALK, failure);
            return super.walk(folder);
        }
    }
}
