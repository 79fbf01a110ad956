package io.cropmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.config.Problem;
import io.cropmill.config.SettingsException;
import io.cropmill.config.SettingsLoader;
import io.cropmill.job.ExitCode;
import io.cropmill.job.JobOutcome;
import io.cropmill.job.RebuildRequest;
import io.cropmill.job.RebuildRequest.RebuildOption;
import io.cropmill.job.RefusedRebuild;
import io.cropmill.job.SampleRequest;
import io.cropmill.storage.Location;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandRunnerTest {
    private static final String[] REBUILD = {"rebuild", "--source", "hdfs://a/in", "--target", "hdfs://a/out"};

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> properties = new HashMap<>(Map.of("sun.jnu.encoding", "UTF-8"));
    private final RecordingJobs jobs = new RecordingJobs();

    @Test
    void asksForARebuild() throws IOException {
        Path config = Files.writeString(folder.resolve("night.conf"), "cap = 7\nkeep = 8");

        int code = run(
                "rebuild",
                "--source",
                "hdfs://a/in/",
                "--target=hdfs://a/out",
                "--config",
                config.toString(),
                "--set",
                "keep=9",
                "--set=seed=1",
                "--full",
                "--dry-run",
                "--no-validate");

        assertThat(code).isZero();
        assertThat(jobs.requests)
                .containsExactly(new RebuildRequest(
                        URI.create("hdfs://a/in"),
                        URI.create("hdfs://a/out"),
                        SettingsLoader.load(Optional.of(config), List.of("keep=9", "seed=1")),
                        Set.of(RebuildOption.FULL, RebuildOption.DRY_RUN, RebuildOption.NO_VALIDATE)));
        assertThat(out()).isEqualTo("All is well.\n");
        assertThat(err()).isEmpty();
    }

    @Test
    void asksForAnOrdinaryNight() {
        run(REBUILD);

        assertThat(jobs.requests)
                .containsExactly(new RebuildRequest(
                        URI.create("hdfs://a/in"), URI.create("hdfs://a/out"), SettingsLoader.defaults(), Set.of()));
    }

    @Test
    void asksForSamples() {
        URI target = URI.create("file:///tmp/a%20b");

        run("sample", "--target", "/tmp/a b");
        run("sample", "--target", "/tmp/a b", "--recordings", "2", "--crops=3", "--seed", "18446744073709551615");
        run("sample", "--target", "/tmp/a b", "--size", "2GB", "--capacity", "128");

        assertThat(jobs.requests)
                .containsExactly(
                        new SampleRequest(target, new SampleRequest.FixedCounts(4, 500), 0, 4096),
                        new SampleRequest(target, new SampleRequest.FixedCounts(2, 3), -1, 4096),
                        new SampleRequest(target, new SampleRequest.TotalBytes(2_000_000_000), 0, 128));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--seed -1 | Invalid value for option '--seed': a seed must be between 0 and 18446744073709551615 but was \"-1\"",
                "--size big | Invalid value for option '--size': a size must be a number of bytes, kB, MB, GB, KiB, MiB or GiB but was \"big\"",
                "--size 1GB --crops 3 | --size stands in place of --recordings and --crops, not beside them",
                "--size 0 | --size must be between 1 and 2147483648000 but was 0",
                "--recordings 0 | --recordings must be at least 1 but was 0",
                "--crops 0 | --crops must be at least 1 but was 0",
                "--capacity 0 | --capacity must be between 1 and 65536 but was 0",
                "--capacity 100000 | --capacity must be between 1 and 65536 but was 100000",
                "--size 100000TB | --size must be between 1 and 2147483648000 but was 100000000000000000",
                "--recordings 2000000000 --crops 2000000000 | --recordings times --crops must be between 1 and 140643062471100 but was 4000000000000000000",
            })
    void refusesSamplesThatCannotBe(String options, String message) {
        String[] words = ("sample --target /tmp/x " + options).split(" ");

        assertThat(run(words)).isEqualTo(2);
        assertThat(err()).isEqualTo(message + "\nSee: cropmill sample --help\n");
        assertThat(jobs.requests).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "DONE, 0, 0",
        "BAD_RECORDINGS, 1, 0",
        "UNREACHED, 2, 0",
        "SKIPPED_RECORDINGS, 3, 0",
        "VALIDATION_FAILED, 4, 0",
        "LOCKED, 5, 0"
    })
    void exitsAsTheJobEnded(ExitCode status, int code, int codeInCluster) {
        jobs.ending = () -> new JobOutcome(status, "");

        assertThat(run(REBUILD)).isEqualTo(code);
        properties.put("spark.submit.deployMode", "client");
        assertThat(run(REBUILD)).isEqualTo(code);
        properties.put("spark.submit.deployMode", "cluster");
        assertThat(run(REBUILD)).isEqualTo(codeInCluster);
    }

    @Test
    void tellsAllThatIsWrongWithSettings() {
        assertThat(run(with(REBUILD, "--set", "cap=0", "--set", "sead=1"))).isEqualTo(2);

        assertThat(err())
                .isEqualTo("cap must be at least 1 but was 0 (--set)\nUnknown key sead (--set); did you mean seed?\n");
    }

    @Test
    void asksToNoteSettingsThatCannotBeReadSaveInADryRun() {
        assertThat(run(with(REBUILD, "--set", "cap=5000000000"))).isEqualTo(2);
        assertThat(err()).isEqualTo("cap must be between 1 and 2147483647 but was \"5000000000\" (--set)\n");
        assertThat(jobs.requests).singleElement().isInstanceOf(RefusedRebuild.class);
        assertThat(run(with(REBUILD, "--set", "cap=0", "--dry-run"))).isEqualTo(2);
        assertThat(jobs.requests).hasSize(1);
    }

    @Test
    void exits2OnALocationThatIsForNoFileSystem() {
        jobs.ending =
                () -> new JobOutcome(ExitCode.DONE, Location.of("hdfs:rel").text());

        assertThat(run(REBUILD)).isEqualTo(2);
        assertThat(err()).startsWith("[hdfs:rel] Cannot open: a URI must have an absolute path");
    }

    @Test
    void exits2OnSettingsThatAJobFindsWrong() {
        jobs.ending = () -> {
            throw new SettingsException(List.of(new Problem("", "source.point-fields must be set")));
        };

        assertThat(run(REBUILD)).isEqualTo(2);
        assertThat(err()).isEqualTo("source.point-fields must be set\n");
    }

    @Test
    void printsOnlyTheMessageOfWhatMayBeExpected() {
        jobs.ending = () -> {
            throw new IOException("[kitti/000000.npy] Expected 9 bytes of data, but found 8");
        };
        assertThat(run(REBUILD)).isEqualTo(1);
        String folders = "\nPaths are relative to --source hdfs://a/in or --target hdfs://a/out\n";
        assertThat(err()).isEqualTo("[kitti/000000.npy] Expected 9 bytes of data, but found 8" + folders);

        jobs.ending = () -> {
            throw new IOException("[file:///in] Expected a folder of recordings, but found nothing");
        };
        assertThat(run(REBUILD)).isEqualTo(1);
        assertThat(err()).isEqualTo("[file:///in] Expected a folder of recordings, but found nothing" + folders);

        jobs.ending = () -> {
            throw new UncheckedIOException(new NoSuchFileException("/gone"));
        };
        assertThat(run(REBUILD)).isEqualTo(1);
        assertThat(err()).isEqualTo("java.nio.file.NoSuchFileException: /gone" + folders);
    }

    @Test
    void printsStackTracesWhereAsked() {
        jobs.ending = () -> {
            throw new IOException("Cannot publish v000008: disk full");
        };
        String begin = "java.io.IOException: Cannot publish v000008: disk full\n\tat io.cropmill.cli.CommandRunnerTest";

        assertThat(run(with(REBUILD, "--verbose"))).isEqualTo(1);
        assertThat(err()).startsWith(begin);
        properties.put("cropmill.stacktrace", "");
        run(REBUILD);
        assertThat(err()).startsWith(begin);
    }

    @Test
    void printsStackTracesOfTheUnexpectedAndFailsInAClusterToo() {
        jobs.ending = () -> {
            throw new IllegalStateException("never");
        };
        properties.put("spark.submit.deployMode", "cluster");

        assertThat(run(REBUILD)).isEqualTo(1);
        assertThat(err())
                .startsWith("Unexpected error; please report it with what follows\n"
                        + "java.lang.IllegalStateException: never\n\tat ");
    }

    @Test
    void checksWordsSettingsAndFoldersAlone() {
        assertThat(run(with(REBUILD, "--check"))).isZero();
        assertThat(jobs.requests)
                .containsExactly(
                        "check",
                        new RebuildRequest(
                                URI.create("hdfs://a/in"),
                                URI.create("hdfs://a/out"),
                                SettingsLoader.defaults(),
                                Set.of()));
        assertThat(run("rebuild", "--check", "--help")).isZero();
        assertThat(out()).doesNotContain("--check");
    }

    @Test
    void refusesToRunWhereFileNamesWouldNotSurvive() {
        properties.put("sun.jnu.encoding", "ANSI_X3.4-1968");

        assertThat(run(REBUILD)).isEqualTo(2);
        assertThat(err())
                .isEqualTo("File names must be UTF-8 but this JVM takes them as ANSI_X3.4-1968; set LC_ALL=C.UTF-8\n");
        assertThat(run("rebuild", "--help")).isZero();
    }

    @Test
    void aResultThatCannotBePrintedIsAFailureOfCommandsThatOnlyTell() {
        for (String words : List.of(
                "inspect --json --source /in",
                "status --json --target /out",
                "validate --source /in --target /out",
                "rebuild --source /in --target /out --dry-run",
                "expire --target /out --dry-run",
                "rebuild --help",
                "--help",
                "--version")) {
            assertThat(runFull(new IOException("No space left on device"), words.split(" ")))
                    .as(words)
                    .isEqualTo(1);
            assertThat(err())
                    .isEqualTo("Cannot write to standard output: No space left on device; the result is lost\n");
        }
        jobs.ending = () -> new JobOutcome(ExitCode.VALIDATION_FAILED, "They differ.\n");
        assertThat(runFull(new IOException("No space left on device"), "validate", "--source=/in", "--target=/out"))
                .isEqualTo(4);
    }

    @Test
    void whatWasDoneKeepsItsCodeAlsoWhereItCannotBeTold() {
        assertThat(runFull(new IOException("No space left on device"), REBUILD)).isZero();
        assertThat(err())
                .isEqualTo("Cannot write to standard output: No space left on device; the result is lost, but not what"
                        + " was done, as exit code 0 tells\n");
        jobs.ending = () -> new JobOutcome(ExitCode.SKIPPED_RECORDINGS, "Bad recordings.\n");
        assertThat(runFull(new IOException("No space left on device"), REBUILD)).isEqualTo(3);
        assertThat(err()).endsWith("as exit code 3 tells\n");
    }

    @Test
    void aReaderThatClosesItsPipeHasWhatItWanted() {
        assertThat(runFull(new IOException("Broken pipe"), "inspect", "--source", "/in"))
                .isZero();
        assertThat(err()).isEmpty();
    }

    @Test
    void suggestsWords() {
        assertThat(run("rebuilt")).isEqualTo(2);
        assertThat(err()).startsWith("Unmatched argument at index 0: 'rebuilt'\nDid you mean: cropmill rebuild");

        assertThat(run(with(REBUILD, "--dryrun"))).isEqualTo(2);
        assertThat(err()).isEqualTo("Unknown option: '--dryrun'\nPossible solutions: --dry-run\n");

        assertThat(run("rebuild", "--target", "x")).isEqualTo(2);
        assertThat(err()).isEqualTo("Missing required option: '--source=URI'\nSee: cropmill rebuild --help\n");

        assertThat(run()).isEqualTo(2);
        assertThat(err()).isEqualTo("Expected a command, but found none\nSee: cropmill --help\n");
    }

    @Test
    void takesWordsWithAtAsTheyAre() {
        assertThat(run("rebuild", "--source", "@in", "--target", "/tmp/@out")).isZero();
        assertThat(((RebuildRequest) jobs.requests.get(0)).source().toString()).endsWith("/@in");
    }

    @Test
    void helpsWithoutJobs() {
        assertThat(run("--help")).isZero();
        assertThat(out()).isEqualTo("""
                        Usage: cropmill [-hV] [--verbose] COMMAND
                        Turns padded LiDAR crops into ragged NumPy pairs and raster caches.
                          -h, --help      Shows this help.
                          -V, --version   Shows the version.
                              --verbose   Shows stack traces of expected errors, too.
                        Commands:
                          rebuild   Plans, builds what changed, validates and publishes a new version
                                      of a dataset.
                          validate  Compares a dataset, or a bare folder of pairs, with the source that
                                      it was made from.
                          inspect   Shows what a source or a dataset holds, how large it would be in
                                      other forms, and how much of it fits in memory. Writes nothing.
                          export    Writes padded recordings again from a dataset's pairs: those that
                                      lost no points, byte for byte the source where its padding was
                                      zero.
                          status    Shows the live version, the others, pins, the last result and who
                                      holds the lock.
                          rollback  Makes an earlier version live again. The next rebuild publishes the
                                      source as it is then.
                          expire    Removes old versions and what dead runs left behind; never one that
                                      is live, pinned or used.
                          retire    Proves recordings, every crop and byte, and marks them so that
                                      their owner may delete the source. Never deletes a source.
                          sample    Writes synthetic recordings: cars, pedestrians and cyclists as a
                                      solid-state LiDAR sees them.

                        Exit codes: 0 done; 1 unexpected, or bad recordings; 2 usage or settings;
                        3 published, bad recordings skipped; 4 validation failed, nothing published;
                        5 another rebuild holds the lock.
                        """);
        assertThat(run("rebuild", "--help")).isZero();
        assertThat(out()).startsWith("Usage: cropmill rebuild ");
        assertThat(run("--version")).isZero();
        assertThat(out()).startsWith("cropmill ");
    }

    private int run(String... words) {
        return runOn(out, words);
    }

    /** Runs with a standard output that takes nothing. */
    private int runFull(IOException failure, String... words) {
        return runOn(
                new OutputStream() {
                    @Override
                    public void write(int value) throws IOException {
                        throw failure;
                    }
                },
                words);
    }

    private int runOn(OutputStream stream, String... words) {
        out.reset();
        err.reset();
        ProcessEnvironment surroundings = new ProcessEnvironment(
                stream, new PrintStream(err, true, StandardCharsets.UTF_8), Map.of(), properties);
        return new CommandRunner(surroundings, progress -> jobs).run(words);
    }

    private static String[] with(String[] words, String... more) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
