package io.cropmill.raster;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong with a specification, so that all of it can be reported together. */
final class RasterProblems {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");

    /** A grid's bytes fit into one array; some JVMs cannot allocate the last few elements of the largest. */
    private static final long MOST_VALUES = (Integer.MAX_VALUE - 8) / Float.BYTES;

    private static final Pattern VERSION = Pattern.compile("\\S{0,100}");

    private final List<RasterSpecException.Fault> found = new ArrayList<>();

    void throwIfAny() {
        if (!found.isEmpty()) {
            throw new RasterSpecException(found, null);
        }
    }

    RasterProblems name(String name) {
        return require(
                NAME.matcher(name).matches(),
                "name",
                "must be lower-case letters, digits, - and _, beginning with a letter or digit, at most 64,"
                        + " but was \"" + name + "\"");
    }

    RasterProblems shape(int channels, int height, int width) {
        require(channels > 0, "channels", "must not be empty");
        require(height > 0, "height", "must be positive but was " + height);
        require(width > 0, "width", "must be positive but was " + width);
        if (channels > 0 && height > 0 && width > 0) {
            long cells = (long) height * width;
            require(
                    cells <= PointCells.MOST_CELLS,
                    "height",
                    "times the width must be at most " + PointCells.MOST_CELLS + " cells but was " + height + " x "
                            + width);
            require(
                    cells > PointCells.MOST_CELLS || cells * channels <= MOST_VALUES,
                    "channels",
                    "must be at most " + MOST_VALUES / cells + " for " + height + " x " + width + " cells but were "
                            + channels);
        }
        return this;
    }

    RasterProblems range(String axis, RasterSpec.Range range, int cells) {
        if (!Float.isFinite((float) range.min()) || !Float.isFinite((float) range.max())) {
            return require(false, axis, "must be finite as float32 but was " + range);
        }
        if (!(range.min() < range.max())) {
            return require(false, axis, "must have its minimum below its maximum but was " + range);
        }
        float cell = range.cell(cells);
        return require(
                cells <= 0 || (cell > 0 && Float.isFinite(cell)),
                axis,
                "must give cells of a size above 0 and finite as float32 but was " + range + " in " + cells + " cells");
    }

    RasterProblems shift(double shift) {
        return require(
                shift >= 0 && Float.isFinite((float) shift),
                "shift",
                "must be 0 or more metres, and finite as float32, but was " + shift);
    }

    RasterProblems userClass(RasterSpec.@Nullable UserClass type) {
        if (type == null) {
            return this;
        }
        require(!type.name().isBlank(), "class", "must not be blank; leave it out for none");
        return require(
                VERSION.matcher(type.version()).matches(),
                "class",
                "must have a version of at most 100 characters without white space but it was \"" + type.version()
                        + "\"");
    }

    private RasterProblems require(boolean satisfied, String key, String words) {
        if (!satisfied) {
            found.add(new RasterSpecException.Fault(key, words));
        }
        return this;
    }
}
