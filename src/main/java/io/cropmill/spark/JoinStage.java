package io.cropmill.spark;

import io.cropmill.dataset.RunJournal;
import io.cropmill.ragged.RaggedFiles;
import io.cropmill.ragged.RaggedTarget;
import io.cropmill.rebuild.SplitResult;
import io.cropmill.report.Progress;
import io.cropmill.report.ProgressTicker;
import io.cropmill.spark.JoinFunction.Parts;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Joins the parts of large recordings, some at a time. The driver deletes parts, and only once their recordings are
 * joined: a task may have a second attempt, which must find what the first one found. Where parts became the whole there
 * is nothing left of them, save of empty ones; where they were copied, which HDFS does too, all of them go.
 *
 * @param atOnce recordings whose parts and wholes may lie side by side, where joining is copying
 */
record JoinStage(JavaSparkContext spark, Progress progress, Locations locations, int atOnce) {
    /** Results in order, one a recording. */
    List<SplitResult> run(List<Parts> recordings, RaggedTarget output, RunJournal journal) throws IOException {
        List<SplitResult> results = new ArrayList<>();
        Meters meters = Meters.of(spark, "join");
        long bytes = recordings.stream().mapToLong(Parts::bytes).sum();
        try (ProgressTicker ticker =
                        ProgressTicker.start(progress, () -> meters.state(spark, "join", recordings.size(), bytes));
                Storage target = locations.openTarget()) {
            for (int first = 0; first < recordings.size(); first += atOnce) {
                List<Parts> some = recordings.subList(first, Math.min(recordings.size(), first + atOnce));
                results.addAll(Stage.run(
                        spark,
                        "Join the parts of " + some.size() + " large recordings",
                        some.stream()
                                .map(parts -> new Stage.Task<>(List.of(parts), List.of()))
                                .toList(),
                        new JoinFunction(locations, output, journal, meters)));
                delete(target, some);
            }
        }
        return results;
    }

    private static void delete(Storage target, List<Parts> recordings) throws IOException {
        for (Parts recording : recordings) {
            for (SplitResult part : recording.parts()) {
                RaggedFiles files = part.builtFiles();
                for (WrittenFile file : files.all().toList()) {
                    target.delete(file.path());
                }
            }
        }
    }
}
