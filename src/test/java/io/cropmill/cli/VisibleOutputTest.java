package io.cropmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.job.ExitCode;
import io.cropmill.job.JobOutcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is printed gives no orders to a terminal, whatever the files and the command line hold. */
class VisibleOutputTest {
    private static final String[] REBUILD = {"rebuild", "--source", "hdfs://a/in", "--target", "hdfs://a/out"};

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final RecordingJobs jobs = new RecordingJobs();

    @Test
    void showsControlCharactersInsteadOfSendingThemToTheTerminal() {
        jobs.ending = () -> {
            throw new IOException("[a\u001b]0;title\u0007.npy] Cannot open\nsecond\tline\u202e\r");
        };
        assertThat(run(REBUILD)).isEqualTo(1);
        assertThat(err())
                .startsWith("[a\\u001b]0;title\\u0007.npy] Cannot open\nsecond\tline\\u202e\\r\n")
                .doesNotContain("\u001b");

        jobs.ending = () -> new JobOutcome(ExitCode.DONE, "Published \u001b[31mred\u009b\n");
        assertThat(run(REBUILD)).isZero();
        assertThat(out()).isEqualTo("Published \\u001b[31mred\\u009b\n");

        jobs.ending = () -> {
            throw new IllegalStateException("\u001b[2J");
        };
        assertThat(run(REBUILD)).isEqualTo(1);
        assertThat(err()).contains("IllegalStateException: \\u001b[2J\n\tat ").doesNotContain("\u001b");
        assertThat(run("\u001b[2Jrebuild")).isEqualTo(2);
        assertThat(err())
                .startsWith("Unmatched argument at index 0: '\\u001b[2Jrebuild'")
                .doesNotContain("\u001b");
    }

    private int run(String... words) {
        out.reset();
        err.reset();
        ProcessEnvironment surroundings = new ProcessEnvironment(
                out, new PrintStream(err, true, StandardCharsets.UTF_8), Map.of(), Map.of("sun.jnu.encoding", "UTF-8"));
        return new CommandRunner(surroundings, progress -> jobs).run(words);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
