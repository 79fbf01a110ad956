/**
 * Grids: what a raster holds, how the points of a crop become one, and the bytes that a cache stores of it.
 *
 * <p>In: a {@link io.cropmill.raster.RasterSpec} and, per crop, one float array a component. Out: a (C, H, W) grid,
 * equal bit for bit to what NumPy computes, as floats or as little-endian bytes. Refused: specifications that no grid
 * can have, all their faults at once, and rasteriser classes that cannot be made.
 */
@NullMarked
package io.cropmill.raster;

import org.jspecify.annotations.NullMarked;
