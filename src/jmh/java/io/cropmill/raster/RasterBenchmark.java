package io.cropmill.raster;

import io.cropmill.raster.RasterSpec.GridType;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Time of one crop of about {@link ScannedCrops#POINTS} points; the crops differ, so that no branch can be learnt. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class RasterBenchmark {
    private static final int CROPS = 256;

    /** The default channels, and all that there are. */
    @Param({
        "density max(height) mean(intensity)",
        "count occupancy density max(height) min(height) mean(height) top(intensity) mean(intensity)"
    })
    public String channels = "";

    private final float[][][] crops = ScannedCrops.of(CROPS, 1);
    private Rasterizer rasterizer = new FastRasterizer(RasterSpec.defaults());
    private float[] grid = {};
    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private int next;

    @Setup
    public void specification() {
        RasterSpec defaults = RasterSpec.defaults();
        RasterSpec spec = new RasterSpec(defaults.name(), List.of(channels.split(" ")).stream().map(Channel::parse).toList(), defaults.grid(), defaults.coordinates(), defaults.dtype(), defaults.shift(), defaults.userClass());
        rasterizer = new FastRasterizer(spec);
        grid = new float[spec.gridSize()];
        bytes = ByteBuffer.allocateDirect(spec.gridBytes());
    }

    @Benchmark
    public float[] rasterize() {
        float[][] crop = crops[next++ % CROPS];
        rasterizer.rasterize(crop[0].length, crop, 0, 0, grid);
        return grid;
    }

    @Benchmark
    public ByteBuffer rasterizeAndEncodeFloat32() {
        return encoded(GridType.FLOAT32);
    }

    @Benchmark
    public ByteBuffer rasterizeAndEncodeFloat16() {
        return encoded(GridType.FLOAT16);
    }

    private ByteBuffer encoded(GridType type) {
        bytes.clear();
        GridEncoder.encode(rasterize(), type, bytes);
        return bytes;
    }
}
