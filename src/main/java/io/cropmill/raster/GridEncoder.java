package io.cropmill.raster;

import io.cropmill.raster.RasterSpec.GridType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Turns grids into the little-endian bytes that a raster cache stores: no -0.0, and float16 saturated. */
public final class GridEncoder {
    private GridEncoder() {}

    /**
     * Appends a whole grid to a buffer, whatever the buffer's own byte order.
     *
     * @param grid every -0.0 in it is replaced by +0.0
     * @param target moves on by {@code grid.length} values
     * @return how many values were beyond float16 and were cut to its limits; 0 for float32
     * @throws java.nio.BufferOverflowException if the buffer has not the room
     */
    public static int encode(float[] grid, GridType type, ByteBuffer target) {
        return switch (type) {
            case FLOAT32 -> float32(grid, target);
            case FLOAT16 -> float16(grid, target);
        };
    }

    private static int float32(float[] grid, ByteBuffer target) {
        for (int i = 0; i < grid.length; i++) {
            grid[i] += 0.0f;
        }
        target.slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(grid);
        target.position(target.position() + grid.length * Float.BYTES);
        return 0;
    }

    private static int float16(float[] grid, ByteBuffer target) {
        short[] halves = new short[grid.length];
        int saturated = 0;
        int i = 0;
        // Most of a grid is empty: four zeros are passed over at once.
        for (; i <= grid.length - 4; i += 4) {
            if (grid[i] != 0 || grid[i + 1] != 0 || grid[i + 2] != 0 || grid[i + 3] != 0) {
                saturated += float16(grid, i, i + 4, halves);
            }
        }
        saturated += float16(grid, i, grid.length, halves);
        target.slice().order(ByteOrder.LITTLE_ENDIAN).asShortBuffer().put(halves);
        target.position(target.position() + halves.length * Short.BYTES);
        return saturated;
    }

    private static int float16(float[] grid, int from, int to, short[] halves) {
        int saturated = 0;
        for (int i = from; i < to; i++) {
            saturated += Float16.saturates(grid[i]) ? 1 : 0;
            halves[i] = Float16.encode(grid[i]);
        }
        return saturated;
    }
}
