package io.cropmill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
        Files.copy(Path.of("jobs/nightly"), folder.resolve("jobs/nightly"));
        Files.writeString(folder.resolve("jobs/cropmill"), "#!/bin/bash\necho \"$*\"\nexit \"${CODE:-0}\"\n");
        assertThat(folder.resolve("jobs/cropmill").toFile().setExecutable(true)).isTrue();
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
