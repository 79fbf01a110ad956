package io.cropmill.raster;

import io.cropmill.subsample.Pcg64;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Crops that NumPy can make too, and what a rasteriser turns crops into. */
final class Crops {
    private Crops() {}

    /** {x, y, height, intensity}, each (u - 0.5) * 14 of the next draw of PCG64, point after point, as float32. */
    static float[][] drawn(int count, long seed) {
        Pcg64 random = new Pcg64(seed);
        float[][] crop = new float[4][count];
        for (int i = 0; i < count; i++) {
            for (int c = 0; c < 4; c++) {
                crop[c][i] = (float) ((random.nextDouble() - 0.5) * 14);
            }
        }
        return crop;
    }

    /** The grid of {x, y, height, intensity} after another crop. */
    static float[] grid(RasterSpec spec, float[][] crop, float dx, float dy) {
        Rasterizer rasterizer = new FastRasterizer(spec);
        float[] grid = new float[spec.gridSize()];
        java.util.Arrays.fill(grid, Float.NaN);
        float[][] other = drawn(100, 99);
        rasterizer.rasterize(100, chosen(rasterizer, other), 0, 0, grid);
        rasterizer.rasterize(crop[0].length, chosen(rasterizer, crop), dx, dy, grid);
        return grid;
    }

    /** The components of {x, y, height, intensity} that a rasteriser asks for. */
    static float[][] chosen(Rasterizer rasterizer, float[][] crop) {
        return rasterizer.components().stream()
                .map(component -> switch (component.toString()) {
                    case "xy" -> crop[0];
                    case "xy.1" -> crop[1];
                    case "height" -> crop[2];
                    case "intensity" -> crop[3];
                    default -> throw new AssertionError(component);
                })
                .toArray(float[][]::new);
    }

    static byte[] bytes(RasterSpec spec, float[] grid) {
        ByteBuffer bytes = ByteBuffer.allocate(spec.gridBytes());
        GridEncoder.encode(grid, spec.dtype(), bytes);
        return bytes.array();
    }

    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
