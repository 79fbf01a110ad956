package io.cropmill.inspect;

import io.cropmill.raster.Channel;
import io.cropmill.raster.Component;
import io.cropmill.raster.CropShift;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.Rasterizer;
import io.cropmill.raster.Rasterizers;
import io.cropmill.subsample.RecordingKey;
import java.util.ArrayList;
import java.util.List;

/** Finds out what one raster uses of crops, by making it. For one thread. */
final class RasterScan {
    private final RasterSpec spec;
    private final Rasterizer rasterizer;
    private final RecordingKey recording;
    private final long seed;
    private final float[] grid;
    private final RasterUse use = new RasterUse();

    /** Prepares a raster of the built-in kind for the crops of a recording. */
    RasterScan(RasterSpec spec, String recording, long seed) {
        this.spec = withOccupancyFirst(spec);
        this.rasterizer = Rasterizers.of(this.spec, RasterScan.class.getClassLoader());
        this.recording = RecordingKey.of(recording);
        this.seed = seed;
        this.grid = new float[this.spec.gridSize()];
    }

    /** The other channels stay, since a point counts only if all values that they read are finite. */
    private static RasterSpec withOccupancyFirst(RasterSpec spec) {
        List<Channel> channels = new ArrayList<>(List.of(Channel.CountKind.OCCUPANCY));
        channels.addAll(spec.channels());
        return spec.withChannels(channels);
    }

    /** What {@link #crop} reads of each point. */
    List<Component> components() {
        return rasterizer.components();
    }

    void crop(long row, int count, float[][] values) {
        CropShift shift = CropShift.of(spec, seed, recording, row);
        rasterizer.rasterize(count, values, shift.dx(), shift.dy(), grid);
        int cells = spec.height() * spec.width();
        int filled = 0;
        for (int cell = 0; cell < cells; cell++) {
            filled += grid[cell] > 0 ? 1 : 0;
        }
        List<Component> components = components();
        use.addCrop(
                cells,
                filled,
                values[components.indexOf(spec.xField())],
                values[components.indexOf(spec.yField())],
                count);
    }

    /** The result for all crops; to be called once. */
    RasterUse use() {
        Rasterizers.reach(rasterizer).ifPresent(reach -> use.addReach(reach.counts()));
        return use;
    }
}
