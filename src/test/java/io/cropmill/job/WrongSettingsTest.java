package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.config.Problem;
import io.cropmill.config.SettingsException;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.PaddedFile;
import io.cropmill.job.Jobs.RebuildRequest;
import io.cropmill.job.Jobs.RefusedRebuild;
import io.cropmill.report.Progress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rebuilds that end before they begin. */
@Slow
class WrongSettingsTest {
    private final SettingsException reason =
            new SettingsException(List.of(new Problem("", "cap must be at least 1 but was 0")));
    private final SparkJobs jobs = new SparkJobs(Progress.silent());

    @TempDir
    Path folder;

    private Path source;

    @BeforeEach
    void writeSource() throws IOException {
        source = folder.resolve("source");
        PaddedFile.write(source.resolve("a.npy"), 4, 1, 3);
    }

    /** A target that overlaps is the source, or a part of it. */
    @Test
    void areNotNotedInTheSource() throws IOException {
        Map<String, String> before = Rebuilds.data(source);

        assertThatThrownBy(() -> refuse(source.toUri()))
                .isInstanceOf(SettingsException.class)
                .hasMessage("cap must be at least 1 but was 0\nsource and target must lie apart but were file://"
                        + source + " and file://" + source);
        assertThat(Rebuilds.data(source)).isEqualTo(before);
        assertThat(Rebuilds.files(folder)).containsExactly("source/a.npy");
    }

    @Test
    void stayTheReasonWhereTheyCannotBeNoted() {
        assertThatThrownBy(() -> refuse(URI.create("s3a://bucket/crops")))
                .hasMessageStartingWith("cap must be at least 1 but was 0\ntarget must be on file:, hdfs: or viewfs:");
        assertThatThrownBy(() -> refuse(URI.create("nowhere://a/b")))
                .hasMessageStartingWith("cap must be at least 1 but was 0\ntarget must be on file:, hdfs: or viewfs:");
        assertThatThrownBy(() -> refuse(URI.create("hdfs://no-such-host.invalid/x")))
                .isSameAs(reason)
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    }

    @Test
    void aCheckFindsThemAndTouchesNothing() throws IOException {
        assertThat(jobs.check(request(folder.resolve("target")))).isEqualTo(new JobOutcome(ExitCode.DONE, ""));
        assertThatThrownBy(() -> jobs.check(request(source.resolve("in"))))
                .isInstanceOf(SettingsException.class)
                .hasMessage(
                        "source and target must lie apart but were file://" + source + " and file://" + source + "/in");
        assertThat(Rebuilds.files(folder)).containsExactly("source/a.npy");
    }

    private void refuse(URI target) throws IOException {
        jobs.refuse(new RefusedRebuild(source.toUri(), target, reason));
    }

    private RebuildRequest request(Path target) {
        return new RebuildRequest(
                source.toUri(), target.toUri(), SettingsLoader.load(Optional.empty(), List.of()), Set.of());
    }
}
