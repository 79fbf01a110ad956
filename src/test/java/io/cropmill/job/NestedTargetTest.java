package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.config.SettingsException;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.PaddedFile;
import io.cropmill.job.Jobs.ExportRequest;
import io.cropmill.job.Jobs.RebuildRequest;
import io.cropmill.job.Jobs.ValidateRequest;
import io.cropmill.report.Progress;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.MiniDfs;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders in a dataset, which its next {@code expire} may remove: nothing is written to them. */
@Slow
class NestedTargetTest {
    @TempDir
    Path folder;

    private URI source;
    private final Jobs jobs = new SparkJobs(Progress.silent());

    @BeforeEach
    void writeASource() throws IOException {
        PaddedFile.write(folder.resolve("source/a.npy"), 40, 1, 3, 0, 40);
        source = uri("source");
    }

    private URI uri(String name) {
        return URI.create("file://" + folder + "/" + name);
    }

    private List<ThrowingCallable> writers(URI dataset, URI place) {
        return List.of(
                () -> Rebuilds.run(source, place),
                () -> Rebuilds.run(source, place, Set.of(RebuildRequest.RebuildOption.DRY_RUN)),
                () -> jobs.check(new RebuildRequest(source, place, SettingsLoader.defaults(), Set.of())),
                () -> write(place),
                () -> sample(place),
                () -> jobs.export(new ExportRequest(dataset, Optional.empty(), List.of(), place, Optional.empty())),
                () -> jobs.validate(new ValidateRequest(
                        source,
                        dataset,
                        SettingsLoader.defaults(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(place))));
    }

    private void sample(URI place) throws IOException {
        jobs.sample(new SampleRequest(place, new SampleRequest.FixedCounts(1, 1), 7, 64));
    }

    private void write(URI place) {
        SparkSession.builder()
                .getOrCreate()
                .read()
                .format("crops")
                .load(source.toString())
                .write()
                .format("crops")
                .mode("append")
                .save(place.toString());
    }

    private static List<String> files(Storage storage) throws IOException {
        List<String> files = new ArrayList<>();
        for (FileEntry file : storage.walkWithHidden("")) {
            files.add(file.describe() + file.path());
        }
        return files;
    }

    private void refusesAllBelow(URI outer, URI other) throws IOException {
        Rebuilds.run(source, outer);
        Rebuilds.run(source, other);
        try (Storage storage = Storages.of(outer, MiniDfs.shared().configuration())) {
            storage.makeFolder("v000001/made");
            storage.createExclusive("v000900/notes.txt", new byte[1]);
            List<String> before = files(storage);
            for (String place : List.of(
                    "v000001",
                    "v000001/inner",
                    "v000001/made/not/yet",
                    "v000900",
                    "retired",
                    ".trash/x",
                    "lock.000001.0123456789abcdef/x",
                    "anything")) {
                for (ThrowingCallable writer : writers(other, URI.create(outer + "/" + place))) {
                    assertThatThrownBy(writer)
                            .hasMessage("[" + outer + "/" + place + "] Expected a folder outside of every dataset, but"
                                    + " found the dataset " + outer + " around it; choose another folder");
                }
            }
            assertThat(files(storage)).isEqualTo(before);
        }
    }

    @Test
    void areRefusedOnLocalDisk() throws IOException {
        refusesAllBelow(uri("outer"), uri("other"));
    }

    @Test
    void areRefusedOnHdfs() throws IOException {
        String root = MiniDfs.shared().newFolder();
        refusesAllBelow(URI.create(root + "/outer"), URI.create(root + "/other"));
    }

    @Test
    void areRefusedWithoutCurrentAndThroughLinks() throws IOException {
        Rebuilds.run(source, uri("outer"));
        Files.writeString(folder.resolve("outer/CURRENT"), "damaged");
        Files.createSymbolicLink(folder.resolve("alias"), folder.resolve("outer/v000001"));
        assertThatThrownBy(() -> Rebuilds.run(source, uri("alias/inner")))
                .isInstanceOf(SettingsException.class)
                .hasMessage("[" + uri("alias/inner") + "] Expected a folder outside of every dataset, but found the"
                        + " dataset " + uri("outer") + " around it; choose another folder");
    }

    @Test
    void whatIsNoDatasetIsNotWrittenIntoOne() throws IOException {
        Rebuilds.run(source, uri("outer"));
        Rebuilds.run(source, uri("other"));
        List<ThrowingCallable> writers = writers(uri("other"), uri("outer"));
        for (ThrowingCallable writer : writers.subList(4, writers.size())) {
            assertThatThrownBy(writer)
                    .isInstanceOf(SettingsException.class)
                    .hasMessage("[" + uri("outer") + "] Expected a folder outside of every dataset, but found the"
                            + " dataset " + uri("outer") + "; choose another folder");
        }
        assertThat(folder.resolve("outer/drive-000")).doesNotExist();
    }

    /** A folder above may hold something else that is called CURRENT, or like a version. */
    @Test
    void foldersBesideOtherThingsAreNotRefused() throws IOException {
        Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000005\n");
        Files.createDirectories(folder.resolve("v000001"));
        assertThat(Rebuilds.run(source, uri("v000001/target")).status()).isEqualTo(ExitCode.DONE);
    }
}
