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

    private LostPoints() {}

    /**
     * A sentence that names the rows; nothing if no crop lost points.
     *
     * @param path path of the pair's metadata
     */
    static Optional<String> of(Storage dataset, String recording, String path) throws IOException {
        List<String> named = new ArrayList<>();
        long[] lost = {0};
        MetadataRows.counts(dataset, path, (row, held, source) -> {
            if (held != source) {
                lost[0]++;
                if (named.size() < MOST_NAMED) {
                    named.add(row + " (" + Figures.count(held) + " of " + Figures.count(source) + ")");
                }
            }
        });
        return lost[0] == 0
                ? Optional.empty()
                : Optional.of(sentence(
                        recording,
                        lost[0],
                        ", row " + String.join(", ", named)
                                + (lost[0] > named.size()
                                        ? " and " + Figures.count(lost[0] - named.size()) + " more"
                                        : "")));
    }

    /** The same sentence for a recording whose metadata is not read. */
    static String sentence(String recording, long crops, String rows) {
        return "Cannot export " + recording + ": " + Figures.counted(crops, "crop") + " lost points to the cap" + rows
                + "; only a version with a higher cap holds them all";
    }
}
