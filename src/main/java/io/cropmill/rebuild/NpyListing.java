package io.cropmill.rebuild;

import io.cropmill.crop.padded.NpyOrigin;
import io.cropmill.crop.ragged.RaggedOrigin;
import io.cropmill.storage.FileEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Recordings that are {@code .npy} files: padded ones, alone or with their counts, and ragged pairs. */
final class NpyListing {
    private static final String COUNTS = ".counts";
    private static final String POINTS = ".points";

    /** What is made from pairs, or was beside the arrays that they were made from. */
    private static final String DERIVED = "(?s).*\\.(raster|raster-[^/]*|grids|rows|counts)";

    private NpyListing() {}

    /** Padded arrays; {@code a.counts.npy} beside {@code a.npy} belongs to it. */
    static List<SourceRecording> padded(FoundFiles files) throws IOException {
        List<SourceRecording> recordings = new ArrayList<>();
        files.arrays().forEach((name, file) -> {
            if (!isBeside(files, name, COUNTS)) {
                recordings.add(new SourceRecording(
                        name, new NpyOrigin(file, files.arrays().get(name + COUNTS))));
            }
        });
        if (recordings.isEmpty()) {
            files.refuseArchives();
            throw files.none("*.npy or *.parquet");
        }
        return recordings;
    }

    /** Pairs; what is derived from them and lies beside them is left aside. */
    static List<SourceRecording> pairs(FoundFiles files, @Nullable Long seed) throws IOException {
        List<SourceRecording> recordings = new ArrayList<>();
        for (Map.Entry<String, FileEntry> array : files.arrays().entrySet()) {
            String name = array.getKey();
            FileEntry points = files.arrays().get(name + POINTS);
            if (points != null) {
                recordings.add(new SourceRecording(name, new RaggedOrigin(array.getValue(), points, seed, List.of())));
            } else if (!isBeside(files, name, POINTS) && !name.matches(DERIVED)) {
                String half =
                        name.endsWith(POINTS) ? "the points of a ragged pair without its metadata" : "an array alone";
                throw new ListingException("[" + array.getValue().path() + "] Expected a ragged pair, <rec>.npy and"
                        + " <rec>.points.npy, as other recordings of the source are, but found " + half);
            }
        }
        if (recordings.isEmpty()) {
            throw files.none("pairs of <rec>.npy and <rec>.points.npy");
        }
        return recordings;
    }

    private static boolean isBeside(FoundFiles files, String name, String suffix) {
        return name.endsWith(suffix) && files.arrays().containsKey(name.substring(0, name.length() - suffix.length()));
    }
}
