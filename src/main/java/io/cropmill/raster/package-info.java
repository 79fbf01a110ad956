/** Grids. */
@NullMarked
package io.cropmill.raster;

import org.jspecify.annotations.NullMarked;
