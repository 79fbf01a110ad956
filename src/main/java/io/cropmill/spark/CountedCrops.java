package io.cropmill.spark;

import io.cropmill.ragged.RaggedFiles.Tally;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import scala.Tuple2;

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
                    throw new IOException("[" + key.recording() + "] Expected each row once, but found row " + key.row()
                            + " twice; a DataFrame of crops has one row a crop");
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
