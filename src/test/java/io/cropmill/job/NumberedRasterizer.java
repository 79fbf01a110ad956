package io.cropmill.job;

import io.cropmill.raster.Component;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.Rasterizer;
import java.util.Arrays;
import java.util.List;

/** Fills grids with a number, which is its version too: a jar that is mended between two nights. */
public final class NumberedRasterizer implements Rasterizer {
    private static volatile int number;

    /** As settings name it. */
    public NumberedRasterizer(RasterSpec spec) {}

    /** Another jar with a class of the same name. */
    public static void become(int other) {
        number = other;
    }

    @Override
    public List<Component> components() {
        return List.of();
    }

    @Override
    public String version() {
        return Integer.toString(number);
    }

    @Override
    public void rasterize(int count, float[][] values, float dx, float dy, float[] grid) {
        Arrays.fill(grid, number);
    }
}
