package io.cropmill.spark;

import io.cropmill.report.ProgressState;
import java.io.Serializable;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.LongAccumulator;

/**
 * What a stage has done so far, counted on the executors and shown on the driver and in Spark's own pages.
 *
 * @param allRecordings of the stage
 * @param allBytes of the stage; 0 if unknown
 */
record Meters(
        String phase,
        LongAccumulator recordings,
        LongAccumulator crops,
        LongAccumulator bytes,
        long allRecordings,
        long allBytes)
        implements Serializable {
    static Meters of(JavaSparkContext spark, String phase, long allRecordings, long allBytes) {
        // Listens from before the first task on.
        RunningTasks.of(spark.sc());
        return new Meters(
                phase,
                spark.sc().longAccumulator(phase + " recordings"),
                spark.sc().longAccumulator(phase + " crops"),
                spark.sc().longAccumulator(phase + " source bytes"),
                allRecordings,
                allBytes);
    }

    void add(long moreCrops, long moreBytes) {
        crops.add(moreCrops);
        bytes.add(moreBytes);
    }

    /** How far the stage is, with what its running tasks have done; on the driver. */
    ProgressState state(JavaSparkContext spark) {
        RunningTasks running = RunningTasks.of(spark.sc());
        long doneRecordings = recordings.value() + running.count(recordings.id());
        long doneBytes = bytes.value() + running.count(bytes.id());
        // Of an item that two attempts work at, both count.
        return new ProgressState(
                phase,
                Math.min(doneRecordings, allRecordings),
                allRecordings,
                crops.value() + running.count(crops.id()),
                allBytes == 0 ? doneBytes : Math.min(doneBytes, allBytes),
                allBytes);
    }
}
