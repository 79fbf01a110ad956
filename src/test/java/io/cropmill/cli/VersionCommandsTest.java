package io.cropmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.config.SettingsLoader;
import io.cropmill.dataset.expire.ExpiryRule;
import io.cropmill.job.ExpireRequest;
import io.cropmill.job.RetireRequest;
import io.cropmill.job.RollbackRequest;
import io.cropmill.job.StatusRequest;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the commands about versions ask for. */
class VersionCommandsTest {
    private static final URI TARGET = URI.create("hdfs://a/out");
    private static final Duration STALE = Duration.ofMinutes(5);

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final RecordingJobs jobs = new RecordingJobs();

    @Test
    void expire() {
        run("expire --target hdfs://a/out/");
        run("expire --target hdfs://a/out --keep 9 --min-age 36h --dry-run --set lock.stale-after=1s");
        run("expire --target hdfs://a/out --set keep=7 --min-age 7d");
        assertThat(jobs.requests)
                .containsExactly(
                        new ExpireRequest(
                                TARGET, new ExpiryRule(3, Duration.ZERO), STALE, ExpireRequest.ExpireMode.REMOVE),
                        new ExpireRequest(
                                TARGET,
                                new ExpiryRule(9, Duration.ofHours(36)),
                                Duration.ofSeconds(1),
                                ExpireRequest.ExpireMode.DRY_RUN),
                        new ExpireRequest(
                                TARGET, new ExpiryRule(7, Duration.ofDays(7)), STALE, ExpireRequest.ExpireMode.REMOVE));
    }

    @Test
    void rollback() {
        run("rollback --target hdfs://a/out");
        run("rollback --target hdfs://a/out --to v000007");
        assertThat(jobs.requests)
                .containsExactly(
                        new RollbackRequest(TARGET, Optional.empty(), STALE),
                        new RollbackRequest(TARGET, Optional.of("v000007"), STALE));
    }

    @Test
    void status() {
        run("status --target hdfs://a/out");
        run("status --target hdfs://a/out --json");
        assertThat(jobs.requests)
                .containsExactly(
                        new StatusRequest(TARGET, StatusRequest.StatusFormat.TEXT),
                        new StatusRequest(TARGET, StatusRequest.StatusFormat.JSON));
    }

    @Test
    void retire() {
        run("retire --recording kitti/000000 b --recording c --source hdfs://a/in --target hdfs://a/out --set cap=7");
        run("retire --recording b --source hdfs://a/in --target hdfs://a/out --accept-loss");
        assertThat(jobs.requests)
                .containsExactly(
                        new RetireRequest(
                                URI.create("hdfs://a/in"),
                                TARGET,
                                List.of("kitti/000000", "b", "c"),
                                SettingsLoader.load(Optional.empty(), List.of("cap=7")),
                                RetireRequest.OnLoss.REFUSE),
                        new RetireRequest(
                                URI.create("hdfs://a/in"),
                                TARGET,
                                List.of("b"),
                                SettingsLoader.defaults(),
                                RetireRequest.OnLoss.ACCEPT));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "expire --keep 0 | --keep must be at least 1 but was 0",
                "expire --min-age 7 | Invalid value for option '--min-age': a duration must be a number of s, min, h or d, such as 36h, but was \"7\"",
                "rollback --to 7 | --to must be a version such as v000007 but was 7",
            })
    void refusesWhatCannotBe(String options, String message) {
        assertThat(run(options + " --target /tmp/x")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith(message + "\nSee: cropmill " + options.substring(0, options.indexOf(' ')) + " --help\n");
        assertThat(jobs.requests).isEmpty();
    }

    private int run(String words) {
        ProcessEnvironment surroundings = new ProcessEnvironment(
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Map.of(),
                Map.of("sun.jnu.encoding", "UTF-8"));
        return new CommandRunner(surroundings, progress -> jobs).run(words.split(" "));
    }
}
