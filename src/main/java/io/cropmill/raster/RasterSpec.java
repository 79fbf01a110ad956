package io.cropmill.raster;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one named raster holds. Cannot be wrong: the constructor refuses what no grid can have, with a
 * {@link RasterSpecException}.
 *
 * @param name lower-case letters, digits, {@code -} and {@code _}, since it becomes a part of file names
 * @param channels in grid order, in the grammar of {@link Channel#parse}
 * @param grid its cells, and the metres that they cover
 * @param coordinates components of a point that place it
 * @param dtype of the stored values
 * @param shift 0 for none; else the largest offset, in metres, of the fixed random shift of each crop
 * @param userClass a rasterizer of the user's own; null for the built-in one
 */
public record RasterSpec(
        String name,
        List<Channel> channels,
        Grid grid,
        Coordinates coordinates,
        GridType dtype,
        double shift,
        @Nullable UserClass userClass)
        implements Serializable {
    private static final String DEFAULT_NAME = "default";

    /** A half-open range in metres. */
    public record Range(double min, double max) implements Serializable {
        @Override
        public String toString() {
            return "[" + min + ", " + max + ")";
        }

        /** Size of one of {@code count} equal cells; the division is float64, the arithmetic on points float32. */
        float cell(int count) {
            return (float) ((max - min) / count);
        }
    }

    /**
     * The cells of one channel; at most 2^22, up to where float32 arithmetic on them is exact.
     *
     * @param height rows, along y
     * @param width columns, along x
     * @param x metres that the columns cover
     * @param y metres that the rows cover
     */
    public record Grid(int height, int width, Range x, Range y) implements Serializable {}

    /**
     * Which components of a point place it.
     *
     * @param x in metres
     * @param y in metres
     * @param height in metres; {@code top} looks at it
     */
    public record Coordinates(Component x, Component y, Component height) implements Serializable {}

    /**
     * A {@link Rasterizer} of the user's own.
     *
     * @param name full name of the class
     * @param version {@link Rasterizer#version()}; empty for nothing, and where it was not asked: settings name a class alone
     */
    public record UserClass(String name, String version) implements Serializable {
        /** That class with a version; null where there is no class, which then has no version. */
        public static @Nullable UserClass of(Optional<String> name, String version) {
            if (name.isEmpty() && !version.isEmpty()) {
                throw new RasterSpecException(
                        List.of(new RasterSpecException.Fault(
                                "class", "must be there where its version is " + version)),
                        null);
            }
            return name.map(type -> new UserClass(type, version)).orElse(null);
        }
    }

    /** What a grid's values are stored as, little-endian. */
    public enum GridType {
        FLOAT32(Float.BYTES),
        FLOAT16(Short.BYTES);

        private final int bytes;

        GridType(int bytes) {
            this.bytes = bytes;
        }

        /** Bytes a value. */
        public int bytes() {
            return bytes;
        }

        /** The name that NumPy and the settings use, {@code float32}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public RasterSpec {
        channels = List.copyOf(channels);
        new RasterProblems()
                .name(name)
                .shape(channels.size(), grid.height(), grid.width())
                .range("x", grid.x(), grid.width())
                .range("y", grid.y(), grid.height())
                .shift(shift)
                .userClass(userClass)
                .throwIfAny();
    }

    /** Density, greatest height and mean intensity over [-6, 6) x [-6, 6) on 48 x 48, float32. */
    public static RasterSpec defaults() {
        return new RasterSpec(
                DEFAULT_NAME,
                List.of(Channel.parse("density"), Channel.parse("max(height)"), Channel.parse("mean(intensity)")),
                new Grid(48, 48, new Range(-6, 6), new Range(-6, 6)),
                new Coordinates(new Component("xy", 0), new Component("xy", 1), new Component("height", 0)),
                GridType.FLOAT32,
                0,
                null);
    }

    /** The same with other channels. */
    public RasterSpec withChannels(List<Channel> others) {
        return new RasterSpec(name, others, grid, coordinates, dtype, shift, userClass);
    }

    /** The same of points that are placed by other components. */
    public RasterSpec withCoordinates(Coordinates others) {
        return new RasterSpec(name, channels, grid, others, dtype, shift, userClass);
    }

    /** The same, stored as another type. */
    public RasterSpec withDtype(GridType other) {
        return new RasterSpec(name, channels, grid, coordinates, other, shift, userClass);
    }

    /** The same, made by that version of its class. */
    public RasterSpec withRasterizerVersion(String version) {
        UserClass versioned = UserClass.of(rasterizerClass(), version);
        return new RasterSpec(name, channels, grid, coordinates, dtype, shift, versioned);
    }

    public int height() {
        return grid.height();
    }

    public int width() {
        return grid.width();
    }

    public Range x() {
        return grid.x();
    }

    public Range y() {
        return grid.y();
    }

    public Component xField() {
        return coordinates.x();
    }

    public Component yField() {
        return coordinates.y();
    }

    public Component heightField() {
        return coordinates.height();
    }

    /** Name of the user's class. */
    public Optional<String> rasterizerClass() {
        return Optional.ofNullable(userClass).map(UserClass::name);
    }

    /** Version of the user's class; empty for none. */
    public String rasterizerVersion() {
        return userClass == null ? "" : userClass.version();
    }

    /** Values of one grid, channels x height x width. */
    public int gridSize() {
        return channels.size() * height() * width();
    }

    /** Bytes of one grid as it is stored. */
    public int gridBytes() {
        return gridSize() * dtype.bytes();
    }

    /** Everything above as one line of text: equal for two specifications if and only if they are equal. */
    public String fingerprint() {
        // A component holds no parentheses and a version no space, so nothing that they may be makes two lines alike.
        return name + ": " + channels.stream().map(Channel::toString).collect(Collectors.joining(", ")) + " on "
                + height() + " x " + width() + ", x(" + xField() + ") in " + x() + ", y(" + yField() + ") in " + y()
                + ", height(" + heightField() + "), " + dtype + ", shift " + shift
                + (rasterizerVersion().isEmpty() ? "" : ", version " + rasterizerVersion() + " of")
                + rasterizerClass()
                        .map(type -> (rasterizerVersion().isEmpty() ? ", class " : " class ") + type)
                        .orElse("");
    }

    @Override
    public String toString() {
        return fingerprint();
    }
}
