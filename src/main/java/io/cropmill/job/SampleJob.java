package io.cropmill.job;

import io.cropmill.report.Progress;
import io.cropmill.report.ProgressTicker;
import io.cropmill.sample.SampleSpec;
import io.cropmill.sample.SampleWriter;
import io.cropmill.spark.CleanStop;
import io.cropmill.spark.Locations;
import io.cropmill.spark.Meters;
import io.cropmill.spark.Stage;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.storage.WrittenFile;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;

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
            Meters meters = Meters.of(spark, "sample");
            List<Stage.Task<Integer>> tasks = IntStream.range(0, spec.recordings())
                    .mapToObj(recording -> new Stage.Task<>(List.of(recording), List.of()))
                    .toList();
            List<WrittenFile> written;
            try (CleanStop stop = CleanStop.watch(spark, "files that are whole stay; run it again for the others");
                    ProgressTicker ticker = ProgressTicker.start(
                            progress, () -> meters.state(spark, "sample", spec.recordings(), spec.dataBytes()))) {
                written = stop.over(() -> Stage.run(
                        spark,
                        "Sample " + Figures.counted(spec.recordings(), "recording"),
                        tasks,
                        new SampleFunction(Locations.of(spark, target, target), spec, meters)));
            }
            long bytes = written.stream().mapToLong(WrittenFile::bytes).sum();
            long nanos = System.nanoTime() - started;
            return new JobOutcome(
                    JobOutcome.Status.DONE,
                    "Wrote " + Figures.counted(spec.recordings(), "recording") + " of "
                            + Figures.counted(spec.cropsPerRecording(), "crop") + ", " + Figures.bytes(bytes) + ", to "
                            + target.root() + " in " + Figures.seconds(nanos) + "\n");
        }
    }

    private record SampleFunction(Locations locations, SampleSpec spec, Meters meters)
            implements FlatMapFunction<Iterator<Integer>, WrittenFile> {
        @Override
        public Iterator<WrittenFile> call(Iterator<Integer> recordings) throws IOException {
            List<WrittenFile> written = new ArrayList<>();
            try (Storage target = locations.openTarget()) {
                while (recordings.hasNext()) {
                    WrittenFile file = SampleWriter.write(target, spec, recordings.next());
                    written.add(file);
                    meters.recordings().add(1);
                    meters.add(spec.cropsPerRecording(), file.bytes());
                }
            }
            return written.iterator();
        }
    }
}
