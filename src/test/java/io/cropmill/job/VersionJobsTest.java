package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import io.cropmill.dataset.expire.ExpiryRule;
import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.report.Progress;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands about versions on what rebuilds have made. */
@Slow
class VersionJobsTest {
    private static final Duration STALE = Duration.ofMillis(200);

    @TempDir
    Path folder;

    private Path target;
    private URI location;
    private final Jobs jobs = new SparkJobs(Progress.silent());

    @BeforeEach
    void rebuildThrice() throws IOException {
        Path source = folder.resolve("source");
        target = folder.resolve("target");
        PaddedFile.write(source.resolve("same.npy"), 40, 1, 3, 0, 40);
        for (int night = 1; night <= 3; night++) {
            PaddedFile.write(source.resolve("other.npy"), 40, night, 3, 4);
            Rebuilds.run(source.toUri(), target.toUri());
        }
        location = URI.create(target.toUri().toString().replaceFirst("/$", ""));
    }

    private JobOutcome expire(int keep, ExpireRequest.ExpireMode mode) throws IOException {
        return jobs.expire(new ExpireRequest(location, new ExpiryRule(keep, Duration.ZERO), STALE, mode));
    }

    private JobOutcome rollback(String... to) throws IOException {
        return jobs.rollback(
                new RollbackRequest(location, to.length == 0 ? Optional.empty() : Optional.of(to[0]), STALE));
    }

    @Test
    void expireTellsWhatItFreed() throws IOException {
        JobOutcome planned = expire(1, ExpireRequest.ExpireMode.DRY_RUN);
        assertThat(Rebuilds.files(target)).contains("v000001/same.npy");
        JobOutcome done = expire(1, ExpireRequest.ExpireMode.REMOVE);
        assertThat(done.status()).isEqualTo(ExitCode.DONE);
        assertThat(done.text())
                .matches("kept    v000003  live\n"
                        + "removed v000001  11 files, [0-9.]+ kB freed\n"
                        + "removed v000002  11 files, [0-9.]+ kB freed\n\n"
                        + "Freed [0-9.]+ kB of file:///.*/target\n");
        assertThat(planned.text())
                .startsWith(
                        done.text().substring(0, done.text().indexOf("\n\n")).replace("removed", "remove "))
                .endsWith("Nothing was removed. Next: the same command without --dry-run\n");
        assertThat(Rebuilds.files(target)).noneMatch(file -> file.startsWith("v000001") || file.startsWith("v000002"));
        assertThat(Rebuilds.data(target.resolve("v000003"))).hasSize(6);
    }

    @Test
    void rollbackIsWhatTheNextRebuildBuildsUpon() throws IOException {
        assertThat(rollback().text())
                .isEqualTo(
                        "v000002 is live now, in place of v000003. The next rebuild publishes the source as it is then:"
                                + " stop nightly runs until the source is fixed\n");
        assertThat(rollback("v000002").text()).isEqualTo("v000002 is live already\n");
        Rebuilds.run(folder.resolve("source").toUri(), target.toUri());
        assertThat(Files.readString(target.resolve("CURRENT"))).isEqualTo("v000004\n");
        assertThat(Rebuilds.data(target.resolve("v000004"))).isEqualTo(Rebuilds.data(target.resolve("v000003")));
        assertThatThrownBy(() -> rollback("v000009"))
                .hasMessage("Cannot roll back to v000009: it is not there; status lists what is");
    }

    @Test
    void statusTellsAPersonAndAProgram() throws IOException {
        JobOutcome text = jobs.status(new StatusRequest(location, StatusRequest.StatusFormat.TEXT));
        assertThat(text.text())
                .startsWith(location + "\n\nlive      v000003, live since ")
                .contains("\nholds     2 recordings, 5 crops, 50 points, ")
                .contains("\nlock      free\n")
                .contains("\nv000001   published, ");
        JobOutcome json = jobs.status(new StatusRequest(location, StatusRequest.StatusFormat.JSON));
        assertThat(json.text()).startsWith("{\n").contains("\"version\" : \"v000003\"");
    }

    @Test
    void whoeverHoldsTheLockIsNamed() throws IOException {
        try (Storage storage = Storages.of(location, new Configuration(false));
                DatasetLock lock = DatasetLock.acquire(storage, "rebuild", STALE, sentence -> {})) {
            String holder = lock.name() + " is held by " + lock.note().holder();
            for (JobOutcome outcome : new JobOutcome[] {expire(1, ExpireRequest.ExpireMode.REMOVE), rollback()}) {
                assertThat(outcome.status()).isEqualTo(ExitCode.LOCKED);
                assertThat(outcome.text())
                        .startsWith("Cannot ")
                        .endsWith(": " + holder + "; wait until it ends, or end it\n");
            }
            assertThat(jobs.status(new StatusRequest(location, StatusRequest.StatusFormat.TEXT))
                            .text())
                    .contains("\nlock      " + holder + "; heartbeat ");
            assertThat(expire(1, ExpireRequest.ExpireMode.DRY_RUN).text()).contains("Note: " + holder);
            lock.requireHeld();
        }
        assertThat(Rebuilds.data(target.resolve("v000001"))).hasSize(6);
    }

    @Test
    void refusesAFolderThatHoldsNoDataset() throws IOException {
        URI empty = URI.create("file://" + folder.resolve("empty"));
        assertThatThrownBy(() -> jobs.rollback(new RollbackRequest(empty, Optional.empty(), STALE)))
                .isInstanceOf(IOException.class)
                .hasMessage("Cannot rollback: [" + empty + "] holds no dataset");
        assertThat(folder.resolve("empty")).doesNotExist();
    }
}
