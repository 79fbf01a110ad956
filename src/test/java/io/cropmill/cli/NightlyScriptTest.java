package io.cropmill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cropmill.Slow;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code jobs/nightly} beside a {@code jobs/cropmill} that prints how it is called. */
@Slow
class NightlyScriptTest {
    private static final String LOCAL = "--master local[1] --deploy-mode client ";

    @TempDir
    Path folder;

    private String config;

    /** How a run ended, and what it printed on both streams. */
    private record Run(int code, String text) {}

    @BeforeEach
    void layOut() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "The script needs bash, and there is none in /bin");
        Files.createDirectories(folder.resolve("jobs"));
        for (String script : List.of("nightly", "launching.bash")) {
            Files.copy(Path.of("jobs", script), folder.resolve("jobs").resolve(script));
        }
        cropmill("echo \"$*\"\nexit \"${CODE:-0}\"\n");
        config = "--config " + folder + "/conf/nightly.conf";
    }

    @Test
    void rebuildsAndThenRemovesOldVersions() throws Exception {
        assertThat(run(0, "--source", "s", "--target", "t", "--full", "--verbose", "--conf", "a=b"))
                .isEqualTo(new Run(
                        0,
                        "--conf a=b rebuild --brief " + config + " --target t --source s --full --verbose\n"
                                + "--conf a=b " + LOCAL + "expire " + config + " --target t\n"));
    }

    @Test
    void handsSettingsToBoth() throws Exception {
        assertThat(run(3, "--source=s", "--target=t", "--set", "keep=1", "--set=cap=9")
                        .text())
                .isEqualTo("rebuild --brief " + config + " --target t --set keep=1 --set=cap=9 --source=s\n" + LOCAL
                        + "expire " + config + " --target t --set keep=1 --set=cap=9\n");
    }

    @Test
    void removesNothingInADryRunOrAfterAFailure() throws Exception {
        String rebuild = "rebuild --brief " + config + " --target t --source s";
        assertThat(run(0, "--source", "s", "--target", "t", "--dry-run"))
                .isEqualTo(new Run(0, rebuild + " --dry-run\n"));
        assertThat(run(4, "--source", "s", "--target", "t")).isEqualTo(new Run(4, rebuild + "\n"));
        assertThat(run(0, "--source", "s", "--target", "t", "--no-expire")).isEqualTo(new Run(0, rebuild + "\n"));
    }

    @Test
    void refusesAnOptionWithoutItsValue() throws Exception {
        for (String option : List.of("--source", "--target", "--set", "--config", "--master")) {
            assertThat(run(0, option))
                    .isEqualTo(new Run(2, "nightly: " + option + " needs a value; see jobs/nightly --help\n"));
        }
    }

    @Test
    void helpFitsATerminal() throws Exception {
        String help = run(0, "--help").text();
        assertThat(help).startsWith("One line for cron: ").contains("\nUsage: jobs/nightly ");
        assertThat(help.lines()).allMatch(line -> line.length() <= 100);
    }

    @Test
    void whatRunsANightAgainRunsItFromAnywhere() throws Exception {
        cropmill("echo \"$CROPMILL_COMMAND\"\n");
        String here = Path.of("").toAbsolutePath().toString();

        assertThat(run(0, "--no-expire", "--source=a b", "--target", "t", "--config", "/c", "--conf", "x=it's")
                        .text())
                .isEqualTo(folder + "/jobs/nightly --no-expire --source=" + here + "/a\\ b --target " + here
                        + "/t --config /c --conf x=it\\'s\n");
        assertThat(run(0, "--no-expire", "--source", "hdfs://h/a", "--target=file:/t", "--config=c")
                        .text())
                .isEqualTo(folder + "/jobs/nightly --no-expire --source hdfs://h/a --target=file:/t --config=" + here
                        + "/c\n");
    }

    @Test
    void saysWhatALogIsAbout() throws Exception {
        cropmill("echo \"$CROPMILL_LOG_OF\"\n");

        assertThat(run(0, "--no-expire", "--source", "s", "--target", "t").text())
                .isEqualTo(Path.of("t").toAbsolutePath() + "\n");
        assertThat(run(0, "--no-expire", "--source", "s", "--target", "hdfs://h/t")
                        .text())
                .isEqualTo("hdfs://h/t\n");
    }

    /** The child says that it was told to end, and ends only when it is let. */
    @Test
    void handsOnThatItIsToldToEndAndWaitsForTheEnd() throws Exception {
        Path gate = folder.resolve("gate");
        assertThat(new ProcessBuilder("mkfifo", gate.toString()).start().waitFor())
                .isZero();
        cropmill("exec 3<>" + gate + "\ntrap 'echo told' TERM\necho \"$*\"\n"
                + "until read -r -u 3; do :; done\necho let\nexit 143\n");
        Process process = start("--source", "s", "--target", "t");
        try (BufferedReader told = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(told.readLine()).isEqualTo("rebuild --brief " + config + " --target t --source s");
            // Process.destroy() would close the stream, too.
            assertThat(process.toHandle().destroy()).isTrue();
            assertThat(told.readLine()).isEqualTo("told");
            assertThat(process.isAlive()).isTrue();
            Files.writeString(gate, "go\n");
            assertThat(told.readLine()).isEqualTo("let");
            assertThat(told.readLine()).isNull();
        }
        assertThat(process.waitFor()).isEqualTo(143);
    }

    /** A night that was over before the signal came is whole, and nothing follows it. */
    @Test
    void beginsNothingMoreOnceToldToEnd() throws Exception {
        cropmill("trap '' TERM\necho \"$1\"\nkill -TERM $PPID\n");

        assertThat(run(0, "--source", "s", "--target", "t")).isEqualTo(new Run(143, "rebuild\n"));
    }

    private void cropmill(String program) throws IOException {
        Path file = Files.writeString(folder.resolve("jobs/cropmill"), "#!/bin/bash\n" + program);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Process start(String... words) throws IOException {
        List<String> line = new ArrayList<>(
                List.of("/bin/bash", folder.resolve("jobs/nightly").toString()));
        line.addAll(List.of(words));
        return new ProcessBuilder(line).redirectErrorStream(true).start();
    }

    /** The rebuild ends with a code. */
    private Run run(int code, String... words) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(
                List.of("/bin/bash", folder.resolve("jobs/nightly").toString()));
        line.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
        builder.environment().put("CODE", String.valueOf(code));
        Process process = builder.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), text);
    }
}
