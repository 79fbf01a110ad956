package io.cropmill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.config.SettingsException;
import io.cropmill.config.SettingsLoader;
import io.cropmill.job.ExitCode;
import io.cropmill.job.JobOutcome;
import io.cropmill.job.Jobs;
import io.cropmill.job.Jobs.ValidateRequest;
import io.cropmill.validate.UserGrids;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ValidateCommandTest {
    private static final List<String> NEEDED = List.of("--source", "hdfs://a/in", "--target", "hdfs://a/out");

    private static ValidateRequest request(String... options) throws IOException {
        List<String> words = new ArrayList<>(NEEDED);
        words.addAll(List.of(options));
        ValidateCommand command = new ValidateCommand();
        new CommandLine(command).parseArgs(words.toArray(String[]::new));
        List<ValidateRequest> requests = new ArrayList<>();
        Jobs jobs = (Jobs) Proxy.newProxyInstance(
                Jobs.class.getClassLoader(), new Class<?>[] {Jobs.class}, (proxy, method, arguments) -> {
                    requests.add((ValidateRequest) arguments[0]);
                    return new JobOutcome(ExitCode.DONE, "");
                });
        command.call().on(jobs);
        return requests.get(0);
    }

    @Test
    void looksAtTheLiveVersionByDefault() throws IOException {
        assertThat(request())
                .isEqualTo(new ValidateRequest(
                        URI.create("hdfs://a/in"),
                        URI.create("hdfs://a/out"),
                        SettingsLoader.defaults(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
    }

    @Test
    void takesAllOptions() throws IOException {
        assertThat(request(
                        "--set",
                        "cap=7",
                        "--version",
                        "v000003",
                        "--sample",
                        "0.1",
                        "--against",
                        "hdfs://a/grids",
                        "--raster",
                        "half",
                        "--tolerance",
                        "1e-6,0.5",
                        "--report",
                        "file:///tmp/report"))
                .isEqualTo(new ValidateRequest(
                        URI.create("hdfs://a/in"),
                        URI.create("hdfs://a/out"),
                        SettingsLoader.load(Optional.empty(), List.of("cap=7", "validate.sample=0.1")),
                        Optional.of("v000003"),
                        Optional.of(new UserGrids(URI.create("hdfs://a/grids"), "half", 1e-6, 0.5)),
                        Optional.of(URI.create("file:///tmp/report"))));
        assertThat(request("--against", "hdfs://a/grids").against())
                .contains(new UserGrids(URI.create("hdfs://a/grids"), "default", 0, 0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1e-6 | --tolerance must be two numbers such as 1e-6,1e-5 but was \"1e-6\"",
                "a,b | --tolerance must be two numbers such as 1e-6,1e-5 but was \"a,b\"",
                "-1,0 | --tolerance must be two numbers of 0 or more but was -1.0,0.0",
                "NaN,0 | --tolerance must be two numbers of 0 or more but was NaN,0.0"
            })
    void refusesATolerance(String tolerance, String message) {
        assertThatThrownBy(() -> request("--against", "hdfs://a/grids", "--tolerance=" + tolerance))
                .hasMessage(message);
    }

    @Test
    void refusesAToleranceForNothing() {
        assertThatThrownBy(() -> request("--tolerance", "0,0"))
                .hasMessage("--raster and --tolerance say how to compare with --against, which is missing");
    }

    @Test
    void refusesASampleOfNothing() {
        assertThatThrownBy(() -> request("--sample", "0"))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("validate.sample must be above 0 and at most 1 but was 0.0 (--sample)");
    }
}
