package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.config.Settings;
import io.cropmill.config.SettingsException;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.PaddedFile;
import io.cropmill.dataset.expire.ExpiryRule;
import io.cropmill.report.Progress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder that is not there may be a slip or a disk that is not mounted: the same failure for all commands. */
@Slow
class MissingFoldersTest {
    private static final Duration STALE = Duration.ofMinutes(5);

    @TempDir
    Path folder;

    private interface Command {
        JobOutcome run(Jobs jobs) throws IOException;
    }

    @Test
    void everyCommandFailsAlikeAndMakesNothing() throws IOException {
        LocalSpark.start();
        Settings settings = SettingsLoader.defaults();
        PaddedFile.write(folder.resolve("source/a.npy"), 4, 1, 2);
        URI there = URI.create("file://" + folder + "/source");
        URI gone = URI.create("file://" + folder + "/gone");
        URI dataset = URI.create("file://" + folder + "/no-dataset");
        List<Command> ofSource = List.of(
                jobs -> jobs.rebuild(new RebuildRequest(gone, dataset, settings, Set.of())),
                jobs -> jobs.rebuild(
                        new RebuildRequest(gone, dataset, settings, Set.of(RebuildRequest.RebuildOption.DRY_RUN))),
                jobs -> jobs.inspect(inspect(new InspectRequest.SourceFolder(gone), settings)),
                jobs -> jobs.validate(new ValidateRequest(
                        gone, there, settings, Optional.empty(), Optional.empty(), Optional.of(dataset))));
        List<Command> ofTarget = List.of(
                jobs -> jobs.inspect(inspect(new InspectRequest.Target(gone, Optional.empty()), settings)),
                jobs -> jobs.validate(new ValidateRequest(
                        there, gone, settings, Optional.empty(), Optional.empty(), Optional.empty())),
                jobs -> jobs.export(new ExportRequest(gone, Optional.empty(), List.of(), dataset, Optional.empty())),
                jobs -> jobs.status(new StatusRequest(gone, StatusRequest.StatusFormat.TEXT)),
                jobs -> jobs.status(new StatusRequest(gone, StatusRequest.StatusFormat.JSON)),
                jobs -> jobs.rollback(new RollbackRequest(gone, Optional.empty(), STALE)),
                jobs -> jobs.expire(expire(gone, ExpireRequest.ExpireMode.REMOVE)),
                jobs -> jobs.expire(expire(gone, ExpireRequest.ExpireMode.DRY_RUN)),
                jobs -> jobs.retire(
                        new RetireRequest(there, gone, List.of("a"), settings, RetireRequest.OnLoss.REFUSE)));

        for (Command command : ofSource) {
            assertFails(command)
                    .hasMessage("[" + gone + "] Expected a folder of recordings, but found nothing; check that the"
                            + " source is mounted and the path is right");
        }
        for (Command command : ofTarget) {
            assertFails(command);
        }
        assertThat(Rebuilds.files(folder)).containsExactly("source/a.npy");
        assertThat(folder.resolve("gone")).doesNotExist();
        assertThat(folder.resolve("no-dataset")).doesNotExist();
    }

    @Test
    void everyCommandThatWritesRefusesAFileInPlaceOfAFolder() throws IOException {
        LocalSpark.start();
        Settings settings = SettingsLoader.defaults();
        PaddedFile.write(folder.resolve("source/a.npy"), 4, 1, 2);
        Files.createFile(folder.resolve("file"));
        URI source = URI.create("file://" + folder + "/source");
        for (String name : List.of("file", "file/below")) {
            URI target = URI.create("file://" + folder + "/" + name);
            for (Command command : List.<Command>of(
                    jobs -> jobs.sample(new SampleRequest(target, new SampleRequest.FixedCounts(1, 1), 0, 4)),
                    jobs -> jobs.rebuild(new RebuildRequest(source, target, settings, Set.of())),
                    jobs -> jobs.rebuild(
                            new RebuildRequest(source, target, settings, Set.of(RebuildRequest.RebuildOption.DRY_RUN))),
                    jobs -> jobs.expire(expire(target, ExpireRequest.ExpireMode.REMOVE)),
                    jobs -> jobs.rollback(new RollbackRequest(target, Optional.empty(), STALE)),
                    jobs -> jobs.retire(
                            new RetireRequest(source, target, List.of("a"), settings, RetireRequest.OnLoss.REFUSE)))) {
                assertThatThrownBy(() -> command.run(new SparkJobs(Progress.silent())))
                        .isInstanceOf(SettingsException.class)
                        .hasMessage("[" + target + "] Expected a folder, but found a file there or above it;"
                                + " choose another folder");
            }
            assertFails(jobs -> jobs.status(new StatusRequest(target, StatusRequest.StatusFormat.TEXT)))
                    .hasMessage("[" + target + "] Expected a dataset, but found no folder; check the path");
        }
        assertThat(folder.resolve("file")).isEmptyFile();
        assertThat(Rebuilds.files(folder)).containsExactly("file", "source/a.npy");
    }

    private static org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> assertFails(Command command) {
        return assertThatThrownBy(() -> command.run(new SparkJobs(Progress.silent())))
                .isInstanceOf(IOException.class);
    }

    private static InspectRequest inspect(InspectRequest.InspectionSubject subject, Settings settings) {
        return new InspectRequest(
                List.of(new InspectRequest.InspectedSource(subject, 1)),
                settings,
                OptionalLong.empty(),
                1L << 30,
                Set.of());
    }

    private static ExpireRequest expire(URI target, ExpireRequest.ExpireMode mode) {
        return new ExpireRequest(target, new ExpiryRule(1, Duration.ZERO), STALE, mode);
    }
}
