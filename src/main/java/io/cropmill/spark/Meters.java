package io.cropmill.spark;

import java.io.Serializable;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.LongAccumulator;

/** What a stage has done so far, counted on the executors and shown on the driver and in Spark's own pages. */
record Meters(LongAccumulator recordings, LongAccumulator crops, LongAccumulator bytes) implements Serializable {
    static Meters of(JavaSparkContext spark, String phase) {
        return new Meters(
                spark.sc().longAccumulator(phase + " recordings"),
                spark.sc().longAccumulator(phase + " crops"),
                spark.sc().longAccumulator(phase + " source bytes"));
    }

    void add(long moreCrops, long moreBytes) {
        crops.add(moreCrops);
        bytes.add(moreBytes);
    }
}
