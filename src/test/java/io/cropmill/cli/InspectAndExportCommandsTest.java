package io.cropmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.config.SettingsLoader;
import io.cropmill.job.InspectRequest;
import io.cropmill.job.Jobs.ExportRequest;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The words of {@code inspect} and {@code export}. */
class InspectAndExportCommandsTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final RecordingJobs jobs = new RecordingJobs();

    @Test
    void asksForALook() {
        URI place = URI.create("file:///tmp/a");

        run("inspect", "--source", "/tmp/a");
        run("inspect", "--target", "/tmp/a", "--version", "v000007", "--deep", "--json");
        run("inspect", "--source", "/tmp/a", "--set", "cap=9", "--ram", "62GB", "--jobs=3", "--job-memory", "1GiB");

        assertThat(jobs.requests)
                .containsExactly(
                        new InspectRequest(
                                List.of(look(new InspectRequest.SourceFolder(place), 1)),
                                SettingsLoader.defaults(),
                                OptionalLong.empty(),
                                2_000_000_000,
                                Set.of()),
                        new InspectRequest(
                                List.of(look(new InspectRequest.Target(place, Optional.of("v000007")), 1)),
                                SettingsLoader.defaults(),
                                OptionalLong.empty(),
                                2_000_000_000,
                                Set.of(InspectRequest.InspectOption.DEEP, InspectRequest.InspectOption.JSON)),
                        new InspectRequest(
                                List.of(look(new InspectRequest.SourceFolder(place), 3)),
                                SettingsLoader.load(Optional.empty(), List.of("cap=9")),
                                OptionalLong.of(62_000_000_000L),
                                1L << 30,
                                Set.of()));
    }

    @Test
    void asksForALookAtSeveralPlacesWithTheirJobs() {
        InspectRequest.SourceFolder a = new InspectRequest.SourceFolder(URI.create("file:///tmp/a"));
        InspectRequest.SourceFolder b = new InspectRequest.SourceFolder(URI.create("file:///tmp/b"));
        InspectRequest.Target c = new InspectRequest.Target(URI.create("file:///tmp/c"), Optional.of("v000002"));
        InspectRequest.Target d = new InspectRequest.Target(URI.create("file:///tmp/d"), Optional.empty());

        run("inspect", "--source", "/tmp/a", "--jobs", "2", "--source", "/tmp/b", "--jobs", "1", "--ram", "62GB");
        run("inspect", "--jobs", "2", "--source", "/tmp/a", "--source", "/tmp/b");
        run("inspect", "--source", "/tmp/a", "--ram=62GB", "--source", "/tmp/b", "--jobs=4");
        run("inspect", "--target", "/tmp/c", "--version", "v000002", "--jobs=2", "--target", "/tmp/d");

        assertThat(jobs.requests)
                .extracting(request -> ((InspectRequest) request).looks())
                .containsExactly(
                        List.of(look(a, 2), look(b, 1)),
                        List.of(look(a, 2), look(b, 1)),
                        List.of(look(a, 1), look(b, 4)),
                        List.of(look(c, 2), look(d, 1)));
    }

    private static InspectRequest.InspectedSource look(InspectRequest.InspectionSubject subject, int jobs) {
        return new InspectRequest.InspectedSource(subject, jobs);
    }

    @Test
    void asksForAnExport() {
        URI target = URI.create("file:///tmp/a");
        URI output = URI.create("file:///tmp/b");

        run("export", "--padded", "--target", "/tmp/a", "--all", "--output", "/tmp/b");
        run(
                "export",
                "--padded",
                "--target=/tmp/a",
                "--version=v000007",
                "--recording",
                "x",
                "y/z",
                "--recording=w",
                "--output=/tmp/b",
                "--capacity=7",
                "--count-field=n");
        run("export", "--padded", "--target=/tmp/a", "--recording=x", "--output=/tmp/b", "--capacity=7");

        assertThat(jobs.requests)
                .containsExactly(
                        new ExportRequest(target, Optional.empty(), List.of(), output, Optional.empty()),
                        new ExportRequest(
                                target,
                                Optional.of("v000007"),
                                List.of("x", "y/z", "w"),
                                output,
                                Optional.of(new ExportRequest.PlainRows(7, "n"))),
                        new ExportRequest(
                                target,
                                Optional.empty(),
                                List.of("x"),
                                output,
                                Optional.of(new ExportRequest.PlainRows(7, "point_count"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--padded | Expected --recording or --all, but found neither",
                "--padded --all --recording x | Expected --recording or --all, but found both",
                "--padded --all --count-field n | --count-field belongs to --capacity",
                "--padded --all --capacity 0 | --capacity must be at least 1 but was 0",
                "--all | Missing required option: '--padded'",
            })
    void refusesExportsThatCannotBe(String options, String message) {
        assertThat(run(("export --target a --output b " + options).split(" "))).isEqualTo(2);
        assertThat(err()).isEqualTo(message + "\nSee: cropmill export --help\n");
        assertThat(jobs.requests).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--json | Expected --source or --target, but found neither",
                "--source a --target b | Expected --source or --target, but found both",
                "--source a --version v000001 | --version belongs to --target, not to --source",
                "--source a --jobs 0 | --jobs must be at least 1 but was 0",
                "--source a --source b --jobs 0 | --jobs must be at least 1 but was 0",
                "--source a --source b --version v000001 | --version belongs to --target, not to --source",
                "--jobs 2 --source a --jobs 3 | Expected --source or --target, but found neither",
            })
    void refusesLooksThatCannotBe(String options, String message) {
        assertThat(run(("inspect " + options).split(" "))).isEqualTo(2);
        assertThat(err()).isEqualTo(message + "\nSee: cropmill inspect --help\n");
        assertThat(jobs.requests).isEmpty();
    }

    private int run(String... words) {
        err.reset();
        ProcessEnvironment surroundings = new ProcessEnvironment(
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Map.of(),
                Map.of("sun.jnu.encoding", "UTF-8"));
        return new CommandRunner(surroundings, progress -> jobs).run(words);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
