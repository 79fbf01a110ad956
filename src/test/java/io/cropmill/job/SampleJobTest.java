package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.report.Progress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Slow
class SampleJobTest {
    @TempDir
    Path folder;

    @Test
    void writesTheSameFilesWhereverAndTellsHowMany() throws IOException {
        assertThat(sample("one", new SampleRequest.FixedCounts(1, 1)))
                .startsWith("Wrote 1 recording of 1 crop,")
                .contains(" 1.39 kB, to file://" + folder + "/one in ");
        assertThat(sample("several", new SampleRequest.FixedCounts(3, 2)))
                .startsWith("Wrote 3 recordings of 2 crops,")
                .contains(" kB, to file://" + folder + "/several in ");

        assertThat(Rebuilds.files(folder.resolve("one"))).containsExactly("drive-000/000000.npy");
        assertThat(Rebuilds.files(folder.resolve("several")))
                .containsExactly("drive-000/000000.npy", "drive-000/000001.npy", "drive-000/000002.npy");
        sample("again", new SampleRequest.FixedCounts(3, 2));
        assertThat(Rebuilds.data(folder.resolve("again"))).isEqualTo(Rebuilds.data(folder.resolve("several")));
    }

    private String sample(String name, SampleRequest.SampleAmount amount) throws IOException {
        LocalSpark.start();
        URI target = URI.create("file://" + folder + "/" + name);
        JobOutcome outcome = new SparkJobs(Progress.silent()).sample(new SampleRequest(target, amount, 7, 64));
        assertThat(outcome.status()).isEqualTo(ExitCode.DONE);
        return outcome.text();
    }
}
