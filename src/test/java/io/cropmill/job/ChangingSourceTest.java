package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.config.SettingsException;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.PaddedFile;
import io.cropmill.job.Jobs.RefusedRebuild;
import io.cropmill.report.Progress;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.PathFailures;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sources that change or fail while they are read. */
@Slow
class ChangingSourceTest extends FailingRebuilds {
    @Test
    void aRecordingThatChangesWhileItIsReadIsBad() throws IOException {
        Told changing = new Told(local(source)) {
            @Override
            public SeekableByteChannel open(String path) throws IOException {
                if (path.equals("a.npy")) {
                    Files.setLastModifiedTime(source.resolve(path), FileTime.fromMillis(1_600_000_000_000L));
                }
                return super.open(path);
            }
        };
        JobOutcome outcome = rebuild(Map.of(source, changing), "on-bad-recording=skip");
        assertThat(outcome.status()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(outcome.text())
                .startsWith("Bad recordings in " + uri(source)
                        + ":\n[a.npy] Expected the file as it was when the run began (")
                .contains("it is being written to: run again when it is complete");
        assertThat(Rebuilds.data(target.resolve("v000001"))).containsOnlyKeys("b.npy", "b.points.npy", "b.raster.npy");
    }

    @Test
    void aRecordingThatCannotBeReadIsBad() throws IOException {
        Told locked = new Told(local(source)) {
            @Override
            public SeekableByteChannel open(String path) throws IOException {
                if (path.equals("a.npy")) {
                    throw PathFailures.of("a.npy", "Cannot open: Input/output error");
                }
                return super.open(path);
            }
        };
        JobOutcome outcome = rebuild(Map.of(source, locked), "on-bad-recording=skip");
        assertThat(outcome.status()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(outcome.text())
                .startsWith("Bad recordings in " + uri(source)
                        + ":\n[a.npy] Cannot open: Input/output error\n\nPublished ");
    }

    /** Found only by the last of the parts, when the others are written. */
    @Test
    void nothingStaysOfTheOtherPartsOfALargeRecordingThatIsBad() throws IOException {
        PaddedFile.write(
                source.resolve("a.npy"),
                CAPACITY,
                1,
                IntStream.range(0, 20).map(row -> row * 17 % (CAPACITY + 1)).toArray());
        AtomicLong looks = new AtomicLong();
        Told changing = new Told(local(source)) {
            @Override
            public Optional<FileEntry> stat(String path) throws IOException {
                if (path.equals("a.npy") && looks.incrementAndGet() == 6) {
                    Files.setLastModifiedTime(source.resolve(path), FileTime.fromMillis(1_600_000_000_000L));
                }
                return super.stat(path);
            }
        };
        JobOutcome outcome = rebuild(Map.of(source, changing), "on-bad-recording=skip", "split-bytes=3000");
        assertThat(outcome.status()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(Rebuilds.files(target.resolve("v000001")))
                .containsExactly(
                        "OWNER",
                        "PUBLISHED",
                        "b.npy",
                        "b.points.npy",
                        "b.raster.npy",
                        "manifest.json",
                        "report/report.html",
                        "report/validation.json");
        assertThat(outcome.text().replaceAll(" +", " "))
                .contains(
                        "recordings built 1\n",
                        "crops 1\n",
                        "points 20\n",
                        "build, new 1\n",
                        "skipped, bad: left out 1\n")
                .contains("build, new: b\n");
        assertThat(Files.readString(target.resolve("nightly.json")).replaceAll("\\s+", " "))
                .contains("\"built_new\" : { \"count\" : 1, \"first\" : [ \"b\" ]", "\"skipped\" : { \"count\" : 1,");
    }

    @ParameterizedTest
    @ValueSource(strings = {"replaced", "longer", "gone"})
    void aSourceThatChangesWhileItIsComparedIsToldAndNoDifference(String change) throws IOException {
        Path file = source.resolve("a.npy");
        AtomicBoolean stays = new AtomicBoolean(true);
        Told changing = new Told(local(target)) {
            @Override
            protected void change(Kind kind, String path, Step step) throws IOException {
                step.run();
                if (path.equals("v000001/manifest.json") && stays.getAndSet(false)) {
                    switch (change) {
                        case "replaced" -> PaddedFile.write(file, CAPACITY, 9, 1, 2, 3, 4);
                        case "longer" -> Files.write(file, new byte[1], StandardOpenOption.APPEND);
                        default -> Files.delete(file);
                    }
                }
            }
        };
        assertThatThrownBy(() -> rebuild(Map.of(target, changing), "on-bad-recording=skip"))
                .hasMessageStartingWith("[a.npy] Expected the file as it was when the run began (")
                .hasMessageEndingWith("; it is being written to: run again when it is complete");
        assertThat(target.resolve("CURRENT")).doesNotExist();
        assertThat(target.resolve("v000001/REJECTED")).doesNotExist();
        PaddedFile.write(file, CAPACITY, 9, 1, 2, 3, 4);
        assertThat(rebuild(Map.of()).text()).contains("build, new: a\n", "finished by a dead run: b\n");
    }

    /** A task finished the recording, its answer was lost, and when it ran again the source had changed. */
    @Test
    void whatWasFinishedOfABadRecordingGoes() throws IOException {
        rebuild(Map.of());
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 7, 9);
        AtomicBoolean stays = new AtomicBoolean(true);
        Told changing = new Told(local(source)) {
            @Override
            public Optional<FileEntry> stat(String path) throws IOException {
                if (path.equals("a.npy") && Files.exists(target.resolve("v000002/OWNER")) && stays.getAndSet(false)) {
                    for (String end : List.of("npy", "points.npy", "raster.npy")) {
                        Files.write(target.resolve("v000002/a." + end), new byte[7]);
                    }
                    Files.setLastModifiedTime(source.resolve(path), FileTime.fromMillis(1_600_000_000_000L));
                }
                return super.stat(path);
            }
        };
        JobOutcome outcome = rebuild(Map.of(source, changing), "on-bad-recording=skip");
        assertThat(outcome.status()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(Files.readString(target.resolve("CURRENT"))).isEqualTo("v000002\n");
        assertThat(Rebuilds.data(target.resolve("v000002"))).isEqualTo(Rebuilds.data(target.resolve("v000001")));
    }

    @Test
    void aRecordingThatGoesBetweenCountingAndBuildingIsBad() throws IOException {
        Told going = new Told(local(target)) {
            @Override
            public long freeBytes() throws IOException {
                Files.deleteIfExists(source.resolve("a.npy"));
                return super.freeBytes();
            }
        };
        Told located = new Told(local(source)) {
            @Override
            public List<String> hosts(String path, long offset, long length) throws IOException {
                if (stat(path).isEmpty()) {
                    throw new FileNotFoundException("[" + path + "] Cannot locate: there is no such file");
                }
                return List.of();
            }
        };
        JobOutcome outcome = rebuild(Map.of(source, located, target, going), "on-bad-recording=skip");
        assertThat(outcome.text())
                .startsWith("Bad recordings in " + uri(source)
                        + ":\n[a.npy] Cannot open: there is no such file\n\nPublished ");
        assertThat(outcome.status()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
    }

    @Test
    void aRecordingThatNobodyMayReadIsBad() throws IOException {
        String refusal = ": permission denied; check the owner and mode of the file and its folder";
        Told locked = new Told(local(source)) {
            @Override
            public List<String> hosts(String path, long offset, long length) throws IOException {
                if (path.equals("a.npy")) {
                    throw PathFailures.of("a.npy", "Cannot locate" + refusal);
                }
                return List.of();
            }

            @Override
            public SeekableByteChannel open(String path) throws IOException {
                if (path.equals("a.npy")) {
                    throw PathFailures.of("a.npy", "Cannot open" + refusal);
                }
                return super.open(path);
            }
        };
        for (String fingerprint : List.of("stat", "content")) {
            JobOutcome outcome =
                    rebuild(Map.of(source, locked), "on-bad-recording=skip", "source.fingerprint=" + fingerprint);
            assertThat(outcome.text())
                    .startsWith("Bad recordings in " + uri(source) + ":\n[a.npy] Cannot open" + refusal + "\n\n");
            assertThat(outcome.status()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        }
    }

    @Test
    void saysWhatToDoWhereTooManyAreBad() throws IOException {
        Files.write(source.resolve("c.npy"), new byte[3]);
        Files.write(source.resolve("d.npy"), new byte[3]);
        assertThat(rebuild(Map.of(), "on-bad-recording=skip", "max-bad-recordings=1")
                        .text())
                .endsWith("Nothing was published: 2 bad recordings; max-bad-recordings = 1 allows no more; fix them, or"
                        + " raise it for once with --set max-bad-recordings=N\n");
        assertThat(rebuild(Map.of(), "on-bad-recording=fail").text())
                .endsWith("Nothing was published: 2 bad recordings; fix them, or leave them out with on-bad-recording ="
                        + " skip\n");
    }

    @Test
    void saysThatNoRecordingIsLeftWhereAllAreBadButNotTooMany() throws IOException {
        rebuild(Map.of());
        for (String name : List.of("a.npy", "b.npy")) {
            Files.write(source.resolve(name), new byte[3]);
        }
        JobOutcome outcome = rebuild(Map.of(), "on-bad-recording=skip");
        assertThat(outcome.text())
                .endsWith("Nothing was published: 2 bad recordings; no other is left to publish; fix them\n");
        assertThat(outcome.status()).isEqualTo(ExitCode.BAD_RECORDINGS);
        assertThat(target.resolve("CURRENT")).hasContent("v000001");
    }

    @Test
    void anExpiryThatTakesTheResultsPrivateFileAwayIsNoFailure() throws IOException {
        AtomicBoolean first = new AtomicBoolean(true);
        Told swept = new Told(local(target)) {
            @Override
            protected void change(Kind kind, String path, Step step) throws IOException {
                if (path.equals("nightly.json") && first.getAndSet(false)) {
                    throw new FileNotFoundException("[nightly.json] Cannot write: there is no such file");
                }
                step.run();
            }
        };
        // Who holds the lock writes it in a folder of its own; this is how the others do.
        NightlyLog.write(swept, "{}".getBytes(StandardCharsets.UTF_8));
        assertThat(first).isFalse();
        assertThat(target.resolve("nightly.json")).hasContent("{}");
    }

    @Test
    void settingsThatCannotBeReadAreNotedWhereThereIsADataset() throws IOException {
        SettingsException reason = org.assertj.core.api.Assertions.catchThrowableOfType(
                SettingsException.class, () -> SettingsLoader.load(Optional.empty(), List.of("cap=0")));
        RefusedRebuild refused = new RefusedRebuild(uri(source), uri(target), reason);
        SparkJobs jobs = new SparkJobs(Progress.silent());
        assertThatThrownBy(() -> jobs.refuse(refused)).isSameAs(reason);
        assertThat(target).doesNotExist();
        rebuild(Map.of());
        assertThatThrownBy(() -> jobs.refuse(refused)).isSameAs(reason);
        assertThat(Files.readString(target.resolve("nightly.json")))
                .contains(
                        "\"code\" : 2",
                        "\"result\" : \"failed\"",
                        "\"message\" : \"cap must be at least 1 but was 0 (--set)\"",
                        "\"command\" : \"jobs/cropmill rebuild --source " + uri(source) + " --target " + uri(target)
                                + "\"");
    }

    @Test
    void tellsASourceThatIsNoFolderAndACurrentThatIsNoFile() throws IOException {
        Path file = source.resolve("a.npy");
        assertThatThrownBy(() -> Rebuilds.run(uri(file), uri(target)))
                .hasMessage("[" + uri(file)
                        + "] Expected a folder of recordings, but found a file there or above it; name the folder that it"
                        + " lies in");
        Path none = folder.resolve("none");
        assertThatThrownBy(() -> Rebuilds.run(uri(none), uri(target)))
                .hasMessage(
                        "[" + uri(none) + "] Expected a folder of recordings, but found nothing; check that the source"
                                + " is mounted and the path is right");
        Files.createDirectories(target.resolve("CURRENT"));
        assertThatThrownBy(() -> rebuild(Map.of()))
                .hasMessage("[CURRENT] Expected a file with the live version, but found a folder; move it away");
    }
}
