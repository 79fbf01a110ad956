package io.cropmill.dataset.manifest;

import java.util.Collection;

/**
 * Sums over a version's recordings.
 *
 * @param bytes of all files
 */
public record VersionTotals(long recordings, long crops, long points, long overCap, long bytes) {
    /** Adds up. */
    public static VersionTotals of(Collection<RecordingEntry> recordings) {
        long crops = 0;
        long points = 0;
        long overCap = 0;
        long bytes = 0;
        for (RecordingEntry recording : recordings) {
            crops = Math.addExact(crops, recording.crops());
            points = Math.addExact(points, recording.points());
            overCap = Math.addExact(overCap, recording.overCap());
            bytes = Math.addExact(bytes, recording.files().bytes());
        }
        return new VersionTotals(recordings.size(), crops, points, overCap, bytes);
    }

    String words() {
        return String.format(
                "(recordings %d, crops %d, points %d, over_cap %d, bytes %d)",
                recordings, crops, points, overCap, bytes);
    }
}
