package io.cropmill.export;

import io.cropmill.storage.Storage;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which crops of a pair lost points, so that no padded recording can be made of it. */
final class LostPoints {
    private static final int MOST_NAMED = 10;
    private static final int BATCH_ROWS = 4096;

    private LostPoints() {}

    /**
     * A sentence that names the rows; nothing where no crop lost points.
     *
     * @param path path of the pair's metadata
     */
    static Optional<String> of(Storage dataset, String recording, String path) throws IOException {
        List<String> named = new ArrayList<>();
        long lost = 0;
        try (MetadataRows metadata = MetadataRows.open(dataset, path)) {
            for (long row = 0; row < metadata.total(); row += BATCH_ROWS) {
                int batch = (int) Math.min(BATCH_ROWS, metadata.total() - row);
                metadata.read(row, batch);
                for (int place = 0; place < batch; place++) {
                    if (metadata.count(place) != metadata.sourceCount(place)) {
                        lost++;
                        if (named.size() < MOST_NAMED) {
                            named.add((row + place) + " (" + Figures.count(metadata.count(place)) + " of "
                                    + Figures.count(metadata.sourceCount(place)) + ")");
                        }
                    }
                }
            }
        }
        return lost == 0
                ? Optional.empty()
                : Optional.of(sentence(
                        recording,
                        lost,
                        ", row " + String.join(", ", named)
                                + (lost > named.size() ? " and " + Figures.count(lost - named.size()) + " more" : "")));
    }

    /** As {@link #of}, of a recording whose metadata is not read. */
    static String sentence(String recording, long crops, String rows) {
        return "Cannot export " + recording + ": " + Figures.counted(crops, "crop") + " lost points to the cap" + rows
                + "; only a version with a higher cap holds them all";
    }
}
