package io.cropmill.raster;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one named raster holds. Cannot be wrong: the constructor refuses what no grid can have, with an
 * {@link IllegalArgumentException} that has one line a fault.
 *
 * @param name lower-case letters, digits, {@code -} and {@code _}, since it becomes a part of file names
 * @param channels in grid order, in the grammar of {@link Channel#parse}
 * @param height rows; at most 2^22 cells in all, up to where float32 arithmetic on them is exact
 * @param width columns
 * @param x range in metres, [min, max)
 * @param shift 0 for none; else the largest offset, in metres, of the fixed random shift of each crop
 * @param rasterizerClass a class of the user's own
 * @param rasterizerVersion what that class says of itself, {@link Rasterizer#version()}; empty for nothing, and where it was
 *     not asked: settings name a class alone
 */
public record RasterSpec(
        String name,
        List<Channel> channels,
        int height,
        int width,
        Range x,
        Range y,
        Component xField,
        Component yField,
        Component heightField,
        GridType dtype,
        double shift,
        Optional<String> rasterizerClass,
        String rasterizerVersion)
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
        List<String> problems = new RasterProblems()
                .name(name)
                .shape(channels.size(), height, width)
                .range("x", x, width)
                .range("y", y, height)
                .shift(shift)
                .rasterizerClass(rasterizerClass)
                .rasterizerVersion(rasterizerVersion, rasterizerClass)
                .found();
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
    }

    /** Without a version. */
    public RasterSpec(
            String name,
            List<Channel> channels,
            int height,
            int width,
            Range x,
            Range y,
            Component xField,
            Component yField,
            Component heightField,
            GridType dtype,
            double shift,
            Optional<String> rasterizerClass) {
        this(name, channels, height, width, x, y, xField, yField, heightField, dtype, shift, rasterizerClass, "");
    }

    /** The same, made by that version of its class. */
    public RasterSpec withRasterizerVersion(String version) {
        return new RasterSpec(
                name,
                channels,
                height,
                width,
                x,
                y,
                xField,
                yField,
                heightField,
                dtype,
                shift,
                rasterizerClass,
                version);
    }

    /** Density, greatest height and mean intensity over [-6, 6) x [-6, 6) on 48 x 48, float32. */
    public static RasterSpec defaults() {
        return new RasterSpec(
                DEFAULT_NAME,
                List.of(Channel.parse("density"), Channel.parse("max(height)"), Channel.parse("mean(intensity)")),
                48,
                48,
                new Range(-6, 6),
                new Range(-6, 6),
                new Component("xy", 0),
                new Component("xy", 1),
                new Component("height", 0),
                GridType.FLOAT32,
                0,
                Optional.empty());
    }

    /** Values of one grid, channels x height x width. */
    public int gridSize() {
        return channels.size() * height * width;
    }

    /** Bytes of one grid as it is stored. */
    public int gridBytes() {
        return gridSize() * dtype.bytes();
    }

    /** Everything above as one line of text: equal for two specifications if and only if they are equal. */
    public String fingerprint() {
        // A component holds no parentheses and a version no space, so nothing that they may be makes two lines alike.
        return name + ": " + channels.stream().map(Channel::toString).collect(Collectors.joining(", ")) + " on "
                + height + " x " + width + ", x(" + xField + ") in " + x + ", y(" + yField + ") in " + y + ", height("
                + heightField + "), " + dtype + ", shift " + shift
                + (rasterizerVersion.isEmpty() ? "" : ", version " + rasterizerVersion + " of")
                + rasterizerClass
                        .map(type -> (rasterizerVersion.isEmpty() ? ", class " : " class ") + type)
                        .orElse("");
    }

    @Override
    public String toString() {
        return fingerprint();
    }

    /** An Optional is not serializable, and a specification goes to executors. */
    private Object writeReplace() {
        return new SerializedSpec(
                name,
                channels,
                height,
                width,
                x,
                y,
                xField,
                yField,
                heightField,
                dtype,
                shift,
                rasterizerClass.orElse(null),
                rasterizerVersion);
    }

    private record SerializedSpec(
            String name,
            List<Channel> channels,
            int height,
            int width,
            Range x,
            Range y,
            Component xField,
            Component yField,
            Component heightField,
            GridType dtype,
            double shift,
            @Nullable String rasterizerClass,
            String rasterizerVersion)
            implements Serializable {
        private Object readResolve() {
            return new RasterSpec(
                    name,
                    channels,
                    height,
                    width,
                    x,
                    y,
                    xField,
                    yField,
                    heightField,
                    dtype,
                    shift,
                    Optional.ofNullable(rasterizerClass),
                    rasterizerVersion);
        }
    }
}
