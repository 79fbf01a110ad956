package io.cropmill.crop.ragged;

import io.cropmill.crop.CropException;
import io.cropmill.npy.RecordType.Field;
import io.cropmill.npy.ScalarType;
import io.cropmill.text.Figures;
import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * What the metadata rows of a ragged pair say about their points, each row checked against the points file and, where it
 * follows, against the row before: a reader of rows in the middle begins with the row before its first. For one thread.
 */
public final class RaggedPlaces {
    /** Most points of a crop that was cut: the draws of each row are repeated, and no crop has so many. */
    public static final int MOST_CUT_POINTS = 1 << 27;

    private final String file;
    private final RaggedLayout layout;
    private final long points;
    private long checkedRow = -1;
    private long checkedEnd;

    /**
     * A crop's place.
     *
     * @param start its first point
     * @param held points in the pair
     * @param source points in the original
     */
    public record Crop(long start, int held, int source) {
        /** Where the next crop begins. */
        public long end() {
            return start + held;
        }
    }

    /** Where in memory the numbers of a row are. */
    public record At(int start, int held, int source) {}

    /**
     * For the rows of one file.
     *
     * @param file the metadata, for messages
     * @param points number of points in the points file
     */
    public RaggedPlaces(String file, RaggedLayout layout, long points) {
        this.file = file;
        this.layout = layout;
        this.points = points;
    }

    /** The place of a crop's points. */
    public Crop of(long row, ByteBuffer bytes, At at) throws CropException {
        long start = number(layout.start(), bytes, at.start);
        long held = number(layout.held(), bytes, at.held);
        long source = number(layout.source(), bytes, at.source);
        if (held < 0 || start < 0 || start > points || held > points - start || held > Integer.MAX_VALUE) {
            throw refused(row, "points within the " + points + " of the points file", start + " + " + held);
        }
        if (source < held || source > Integer.MAX_VALUE) {
            throw refused(
                    row, layout.source().name() + " of at least the " + held + " points that are kept", "" + source);
        }
        if (source > held && source > MOST_CUT_POINTS) {
            throw refused(
                    row,
                    String.format(
                            Locale.ROOT,
                            "%s of at most %,d where points were cut off",
                            layout.source().name(),
                            MOST_CUT_POINTS),
                    Figures.count(source));
        }
        if (row == checkedRow + 1 && row > 0 && checkedRow >= 0 && start != checkedEnd) {
            throw refused(row, layout.start().name() + " " + checkedEnd + ", where the crop before ends", "" + start);
        }
        checkedRow = row;
        checkedEnd = start + held;
        return new Crop(start, (int) held, (int) source);
    }

    /** Refuses crops, from the first one's start to the last one's end, that are not all the points of their pair. */
    public static void requireFit(String file, String pointsFile, long points, long first, long end)
            throws CropException {
        if (first != 0 || end != points) {
            throw new CropException(String.format(
                    Locale.ROOT,
                    "[%s] Expected crops that take up the %,d points of %s, but found points %,d to %,d",
                    file,
                    points,
                    pointsFile,
                    first,
                    end));
        }
    }

    private CropException refused(long row, String expected, String found) {
        return new CropException(
                String.format(Locale.ROOT, "[%s] Expected %s in row %,d, but found %s", file, expected, row, found));
    }

    private static long number(Field field, ByteBuffer bytes, int at) {
        return ((ScalarType) field.type()).number(bytes, at);
    }
}
