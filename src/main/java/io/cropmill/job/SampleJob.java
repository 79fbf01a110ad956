package io.cropmill.job;

import io.cropmill.report.Progress;
import io.cropmill.sample.SampleRecording;
import io.cropmill.sample.SampleSpec;
import io.cropmill.sample.SampleWriter;
import io.cropmill.spark.CleanStop;
import io.cropmill.spark.Cluster;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.storage.WrittenFile;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;

/** Writes synthetic recordings, a task a recording. */
final class SampleJob {
    private final JavaSparkContext spark;
    private final Progress progress;
    private final SampleRequest request;

    SampleJob(JavaSparkContext spark, Progress progress, SampleRequest request) {
        this.spark = spark;
        this.progress = progress;
        this.request = request;
    }

    JobOutcome run() throws IOException {
        long started = System.nanoTime();
        SampleSpec spec = request.spec();
        try (Storage target = Storages.of(request.target(), spark.hadoopConfiguration())) {
            Targets.refuseUnsafe(target);
            Targets.refuseDataset(target);
            List<Integer> recordings =
                    IntStream.range(0, spec.recordings()).boxed().toList();
            List<WrittenFile> written;
            try (CleanStop stop = CleanStop.watch(spark, "files that are whole stay; run it again for the others")) {
                written = stop.over(() -> Cluster.of(spark, progress, target, target)
                        .stage("Sample", recordings, recording -> new SampleRecording(recording).name())
                        .metered("sample", spec.dataBytes())
                        .each(task -> recording -> {
                            WrittenFile file = SampleWriter.write(task.target(), spec, recording);
                            task.add(spec.cropsPerRecording(), file.bytes());
                            return file;
                        }));
            }
            long bytes = written.stream().mapToLong(WrittenFile::bytes).sum();
            long nanos = System.nanoTime() - started;
            return new JobOutcome(
                    ExitCode.DONE,
                    "Wrote " + Figures.counted(spec.recordings(), "recording") + " of "
                            + Figures.counted(spec.cropsPerRecording(), "crop") + ", " + Figures.bytes(bytes) + ", to "
                            + target.root() + " in " + Figures.seconds(nanos) + "\n");
        }
    }
}
