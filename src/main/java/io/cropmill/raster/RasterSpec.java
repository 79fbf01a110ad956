package io.cropmill.raster;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * What one named raster holds. Cannot be wrong: the constructor refuses what no grid can have.
 *
 * @param channels in grid order, in the grammar of {@link Channel#parse}
 * @param height rows
 * @param width columns
 * @param x range in metres, [min, max)
 * @param shift 0 for none; else the largest offset, in metres, of the fixed random shift of each crop
 * @param rasterizerClass a class of the user's own
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
        Optional<String> rasterizerClass)
        implements Serializable {
    /** A half-open range in metres. */
    public record Range(double min, double max) implements Serializable {}

    /** What a grid's values are stored as. */
    public enum GridType {
        FLOAT32,
        FLOAT16
    }
}
