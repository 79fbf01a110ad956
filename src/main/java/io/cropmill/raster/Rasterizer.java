package io.cropmill.raster;

import java.util.List;

/**
 * Turns the points of one crop into one grid. A class of the user's own on the class path may be named in the settings;
 * it needs a public constructor that takes a {@link RasterSpec}.
 *
 * <p>An instance is used by one thread at a time and for many crops; it may keep scratch space. It must be a function
 * of its arguments alone, or rebuilt data will not be the same.
 *
 * <p>What a class computes cannot be seen from its name: caches that it made are kept from run to run for as long as its
 * specification and its {@link #version()} stay the same.
 */
public interface Rasterizer {
    /** The numbers of a point that are read, in the order in which {@link #rasterize} gets them. */
    List<Component> components();

    /**
     * Names what is computed; changed whenever the same points would give another grid, so that the next rebuild makes the
     * caches anew. A class that leaves this out has to be followed by a rebuild with {@code --full} whenever it changes.
     *
     * @return at most 100 characters, none of them white space; nothing for no version
     */
    default String version() {
        return "";
    }

    /**
     * Fills the grid of one crop.
     *
     * @param count number of points
     * @param values one array a component, as float32; the first {@code count} entries are points, in recording order
     * @param dx shift in metres to add to x
     * @param dy shift in metres to add to y
     * @param grid (C, H, W) in C order, every entry to be set
     */
    void rasterize(int count, float[][] values, float dx, float dy, float[] grid);
}
