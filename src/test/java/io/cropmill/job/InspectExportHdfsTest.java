package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import io.cropmill.job.Jobs.ExportRequest;
import io.cropmill.report.Progress;
import io.cropmill.storage.MiniDfs;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Source, dataset and export on HDFS, named by URIs alone. */
@Slow
class InspectExportHdfsTest {
    private static final int CAPACITY = 40;

    @TempDir
    Path folder;

    @Test
    void inspectsAndExportsAsOnLocalDisk() throws IOException {
        Path source = folder.resolve("source");
        PaddedFile.write(source.resolve("drive/a.npy"), CAPACITY, 1, 3, 0, 40);
        PaddedFile.write(source.resolve("b.npy"), CAPACITY, 2, 7);
        String root = MiniDfs.shared().newFolder();
        FileSystem hdfs = MiniDfs.shared().fileSystem();
        hdfs.copyFromLocalFile(
                new org.apache.hadoop.fs.Path(source.toUri()), new org.apache.hadoop.fs.Path(root + "/source"));
        Rebuilds.run(URI.create(root + "/source"), URI.create(root + "/target"));
        Rebuilds.run(local("source"), local("target"));

        assertThat(inspected(new InspectRequest.SourceFolder(URI.create(root + "/source"))))
                .isEqualTo(inspected(new InspectRequest.SourceFolder(local("source")))
                        .replace(local("source").toString(), root + "/source"));
        assertThat(inspected(new InspectRequest.Target(URI.create(root + "/target"), Optional.empty())))
                .isEqualTo(inspected(new InspectRequest.Target(local("target"), Optional.empty()))
                        .replace(local("target").toString(), root + "/target"));

        export(URI.create(root + "/target"), URI.create(root + "/again"));
        export(local("target"), local("again"));
        for (String file : List.of("drive/a.npy", "b.npy")) {
            try (InputStream in = hdfs.open(new org.apache.hadoop.fs.Path(root + "/again/" + file))) {
                assertThat(in.readAllBytes()).as(file).isEqualTo(Files.readAllBytes(folder.resolve("again/" + file)));
            }
        }
    }

    private static void export(URI target, URI output) throws IOException {
        JobOutcome outcome = new SparkJobs(Progress.silent())
                .export(new ExportRequest(target, Optional.empty(), List.of(), output, Optional.empty()));
        assertThat(outcome.status()).as(outcome.text()).isEqualTo(ExitCode.DONE);
    }

    private URI local(String name) {
        return URI.create("file://" + folder + "/" + name);
    }

    private static String inspected(InspectRequest.InspectionSubject subject) throws IOException {
        JobOutcome outcome = Inspections.run(
                subject, OptionalLong.of(1L << 36), 2, 1L << 30, Set.of(InspectRequest.InspectOption.DEEP));
        assertThat(outcome.status()).as(outcome.text()).isEqualTo(ExitCode.DONE);
        return outcome.text();
    }
}
