package io.cropmill.validate;

import io.cropmill.dataset.manifest.RecordingEntry;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files of one recording and what is said about them.
 *
 * @param rasters caches by raster name; one that is not there is made anew from the pair
 * @param counts counts of a manifest; null if there is none
 */
public record PairClaim(
        String recording,
        FileClaim metadata,
        FileClaim points,
        Map<String, FileClaim> rasters,
        @Nullable ClaimedCounts counts)
        implements Serializable {
    /** What a manifest counts, and how long the source was. */
    public record ClaimedCounts(long crops, long points, long overCap, long sourceBytes) implements Serializable {}

    /** What a manifest says of a recording. */
    public static PairClaim of(RecordingEntry entry) {
        Map<String, FileClaim> rasters = new LinkedHashMap<>();
        entry.files().rasters().forEach((name, file) -> rasters.put(name, FileClaim.of(file)));
        return new PairClaim(
                entry.name(),
                FileClaim.of(entry.files().metadata()),
                FileClaim.of(entry.files().points()),
                rasters,
                new ClaimedCounts(
                        entry.crops(),
                        entry.points(),
                        entry.overCap(),
                        entry.source().bytes()));
    }
}
