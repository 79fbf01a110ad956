package io.cropmill.spark;

import io.cropmill.ragged.RaggedFiles.Tally;
import io.cropmill.storage.StoragePath;
import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * What the recordings of a write come to.
 *
 * @param packed those of each partition, as its task needs them again
 * @param all by name
 */
public record CropCounts(List<byte[]> packed, Map<String, Tally> all) {
    public CropCounts {
        packed = List.copyOf(packed);
        all = Collections.unmodifiableMap(all);
    }

    /** Counts sorted crops. */
    public static CropCounts of(JavaSparkContext spark, JavaPairRDD<CropKey, byte[]> sorted, int cap)
            throws IOException {
        List<byte[]> packed = Stage.partitions(spark, "Count crops", sorted, new CountedCrops.CountCrops(cap));
        Map<String, Tally> all = new TreeMap<>(StoragePath.UTF8_ORDER);
        packed.forEach(partition -> all.putAll(unpacked(partition)));
        return new CropCounts(packed, all);
    }

    /** The recordings of one partition. */
    static Map<String, Tally> unpacked(byte[] partition) {
        Map<String, Tally> tallies = new HashMap<>();
        for (CountedCrops recording : Stage.<CountedCrops>list(partition)) {
            tallies.put(recording.recording(), recording.tally());
        }
        return tallies;
    }
}
