package io.cropmill.job;

import io.cropmill.raster.Component;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.Rasterizer;
import java.util.List;
import org.apache.spark.TaskContext;

/** Counts points, and sleeps at every crop of a task's first attempt: what speculation is for. */
public final class SleepyRasterizer implements Rasterizer {
    private static final long MILLIS = 20;

    /** As settings name it. */
    public SleepyRasterizer(RasterSpec spec) {}

    @Override
    public List<Component> components() {
        return List.of();
    }

    @Override
    public void rasterize(int count, float[][] values, float dx, float dy, float[] grid) {
        java.util.Arrays.fill(grid, count);
        TaskContext task = TaskContext.get();
        if (task != null && task.attemptNumber() == 0) {
            try {
                Thread.sleep(MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
