package io.cropmill.validate;

import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import io.cropmill.plain.NumpyHeader;
import io.cropmill.plain.PlainField;
import io.cropmill.ragged.CropRasters;
import io.cropmill.raster.RasterSpec;
import io.cropmill.storage.LentBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The new side's grids of rasters that have no cache: made from the pair, as it was read back, by the rasteriser that makes
 * caches. For one thread.
 */
final class PairGrids implements AutoCloseable {
    private final String file;
    private final CropRasters rasters;
    private final int gridBytes;
    private @Nullable LentBuffer grid;
    private @Nullable LentBuffer records;

    PairGrids(String file, String recording, long seed, List<PlainField> points, List<RasterSpec> specs)
            throws IOException {
        this.file = file;
        this.rasters =
                new CropRasters(file, recording, seed, (RecordType) Dtype.parse(NumpyHeader.descr(points)), specs);
        this.gridBytes = specs.stream().mapToInt(RasterSpec::gridBytes).max().orElse(0);
    }

    /** A grid of a crop, from its point records; valid until the next call. */
    ByteBuffer grid(int raster, long row, int count, ByteBuffer points) throws IOException {
        // The rasteriser reads memory outside of the heap.
        ByteBuffer direct = records(points.remaining()).put(points).flip();
        rasters.use(direct, 0, count);
        LentBuffer memory = grid;
        if (memory == null) {
            memory = LentBuffer.of(gridBytes);
            grid = memory;
        }
        ByteBuffer target = memory.buffer().clear();
        rasters.encode(raster, row, count, target);
        return target.flip();
    }

    private ByteBuffer records(int bytes) throws IOException {
        LentBuffer memory = records;
        if (memory == null || memory.buffer().capacity() < bytes) {
            close(memory);
            memory = LentBuffer.ofRow(file, bytes);
            records = memory;
        }
        return memory.buffer().clear();
    }

    private static void close(@Nullable LentBuffer memory) {
        if (memory != null) {
            memory.close();
        }
    }

    @Override
    public void close() {
        close(grid);
        close(records);
    }
}
