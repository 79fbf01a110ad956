package io.cropmill.report;

import io.cropmill.text.Figures;
import io.cropmill.text.Table;

/**
 * How much a set of recordings holds.
 *
 * @param recordings number of them
 * @param crops number of crops
 * @param points number of points that are kept
 * @param overCap number of crops with more points than the cap
 * @param droppedPoints number of points that those crops lose
 */
public record Contents(long recordings, long crops, long points, long overCap, long droppedPoints) {
    /** {@code 3 recordings, 12 crops, 340 points}. */
    String words() {
        return Figures.counted(recordings, "recording") + ", " + Figures.counted(crops, "crop") + ", "
                + Figures.counted(points, "point");
    }

    /** A row a figure; the first is called {@code recordingsLabel}. */
    Table table(String recordingsLabel) {
        Table table = new Table()
                .row(recordingsLabel, Figures.count(recordings))
                .row("crops", Figures.count(crops))
                .row("points", Figures.count(points));
        if (overCap > 0) {
            table.row("crops over the cap", Figures.count(overCap)).row("points dropped", Figures.count(droppedPoints));
        }
        return table;
    }
}
