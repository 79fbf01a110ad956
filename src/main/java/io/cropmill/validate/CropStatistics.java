package io.cropmill.validate;

import java.io.Serializable;

/**
 * Statistics over all recordings, collected split by split and task by task in any order. Mutable; for one thread.
 *
 * @param counts histogram of the point counts of the source's crops
 * @param best crops worth a look
 */
public record CropStatistics(PointHistogram counts, PictureCandidate.Best best) implements Serializable {
    /** Nothing yet. */
    public CropStatistics() {
        this(new PointHistogram(), new PictureCandidate.Best());
    }

    /** Adds another's. */
    public void addAll(CropStatistics other) {
        counts.addAll(other.counts);
        best.addAll(other.best);
    }
}
