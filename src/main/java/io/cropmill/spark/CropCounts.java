package io.cropmill.spark;

import io.cropmill.ragged.RaggedFiles.Tally;
import io.cropmill.storage.StoragePath;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

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

    /** What the crops of one recording come to. */
    record CountedCrops(String recording, Tally tally) implements Serializable {
        private static final long serialVersionUID = 1L;

        /** Counts sorted crops; a crop that is there twice is refused. */
        record CountCrops(int cap) implements Stage.PartitionWork<Tuple2<CropKey, byte[]>, CountedCrops> {
            private static final long serialVersionUID = 1L;

            @Override
            public List<CountedCrops> of(Iterator<Tuple2<CropKey, byte[]>> crops) throws IOException {
                List<CountedCrops> counted = new ArrayList<>();
                CropKey last = null;
                Tally tally = Tally.NONE;
                while (crops.hasNext()) {
                    Tuple2<CropKey, byte[]> crop = crops.next();
                    CropKey key = crop._1();
                    if (key.equals(last)) {
                        throw new IOException("[" + key.recording() + "] Expected each row once, but found row "
                                + key.row() + " twice; a DataFrame of crops has one row a crop");
                    }
                    if (last != null && !last.recording().equals(key.recording())) {
                        counted.add(new CountedCrops(last.recording(), tally));
                        tally = Tally.NONE;
                    }
                    int points = PackedCrop.points(crop._2());
                    tally = tally.plus(new Tally(1, points, Math.min(points, cap), points > cap ? 1 : 0, 0));
                    last = key;
                }
                if (last != null) {
                    counted.add(new CountedCrops(last.recording(), tally));
                }
                return counted;
            }
        }
    }
}
