package io.cropmill.ragged;

import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.NpyException;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.NpyHeaderWriter;
import io.cropmill.npy.RecordType;
import io.cropmill.raster.RasterReach;
import io.cropmill.raster.RasterSpec;
import io.cropmill.storage.Closing;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Makes raster caches of a recording from its pair: the bytes are those that a build from the source gives, for a raster
 * sees the points that the cap left. The pair is checked against its checksums while it is read. For one thread.
 */
public final class PairRasters {
    /** Of a metadata row: {@code point_start <i8}, {@code point_count <i4}. */
    private static final int START_AT = 0;

    private static final int COUNT_AT = Long.BYTES;
    private static final int LEAST_ROW_BYTES = COUNT_AT + Integer.BYTES;

    private final Storage storage;
    private final RaggedTarget target;

    /**
     * The caches of one recording.
     *
     * @param rasters files by raster name
     * @param saturated values that float16 could not hold
     * @param reach points that reached a cell, by raster name
     */
    public record Made(Map<String, WrittenFile> rasters, long saturated, Map<String, RasterReach> reach) {}

    /** Makes the rasters of a target, in its folder; the rest of the target is that of the pair. */
    public PairRasters(Storage storage, RaggedTarget target) {
        this.storage = storage;
        this.target = target;
    }

    /**
     * Refuses rasters that read what points of a type do not hold.
     *
     * @param file name of the file, for messages
     */
    public static void requireMakeable(String file, String pointType, List<RasterSpec> rasters)
            throws UnclearFieldsException {
        var unused = new CropRasters(file, "", 0, (RecordType) Dtype.parse(pointType), rasters);
    }

    /**
     * Makes the rasters of one recording.
     *
     * @param pointType packed record of one point, as the manifest has it
     */
    public Made make(String recording, WrittenFile metadata, WrittenFile points, String pointType) throws IOException {
        RecordType type = (RecordType) Dtype.parse(pointType);
        CropRasters rasters = new CropRasters(
                points.path(),
                recording,
                target.recipe().seed(),
                type,
                target.recipe().rasters());
        try (RowReader rows = RowReader.open(storage, metadata.path());
                RowReader values = RowReader.open(storage, points.path())) {
            requireFit(rows.header(), values.header(), points.path(), type);
            rows.begin(0, rows.length(), RowReader.ReadOrder.IN_ORDER);
            values.begin(0, values.length(), RowReader.ReadOrder.IN_ORDER);
            return written(recording, rows, values, rasters, type, List.of(metadata, points));
        }
    }

    /** Counts which points of one recording reach the rasters, by name, and writes nothing. */
    public Map<String, RasterReach> reach(String recording, WrittenFile metadata, WrittenFile points, String pointType)
            throws IOException {
        RecordType type = (RecordType) Dtype.parse(pointType);
        CropRasters rasters = new CropRasters(
                points.path(),
                recording,
                target.recipe().seed(),
                type,
                target.recipe().rasters());
        try (RowReader rows = RowReader.open(storage, metadata.path());
                RowReader values = RowReader.open(storage, points.path())) {
            requireFit(rows.header(), values.header(), points.path(), type);
            rows.begin(0, rows.length(), RowReader.ReadOrder.IN_ORDER);
            values.begin(0, values.length(), RowReader.ReadOrder.IN_ORDER);
            ByteBuffer unused = ByteBuffer.allocate(target.recipe().rasters().stream()
                    .mapToInt(RasterSpec::gridBytes)
                    .max()
                    .orElse(0));
            for (long row = 0; row < rows.header().rows(); row++) {
                int count = use(row, rows, values, rasters, type);
                for (int raster = 0; raster < target.recipe().rasters().size(); raster++) {
                    rasters.encode(raster, row, count, unused.clear());
                }
            }
            requireSame(rows.finish(), metadata);
            requireSame(values.finish(), points);
        }
        return rasters.reach();
    }

    private Made written(
            String recording,
            RowReader rows,
            RowReader values,
            CropRasters rasters,
            RecordType type,
            List<WrittenFile> pair)
            throws IOException {
        List<NpyFileWriter> files = new ArrayList<>();
        try (Closeable opened = () -> Closing.all(files)) {
            for (RasterSpec raster : target.recipe().rasters()) {
                List<Long> shape = RaggedTypes.cacheShape(raster, rows.header().rows());
                files.add(NpyFileWriter.create(
                        storage,
                        target.rasterPath(recording, raster),
                        NpyHeaderWriter.bytes(RaggedTypes.cell(raster), shape),
                        Math.multiplyExact(rows.header().rows(), (long) raster.gridBytes())));
            }
            long saturated = 0;
            for (long row = 0; row < rows.header().rows(); row++) {
                saturated += crop(row, rows, values, rasters, type, files);
            }
            requireSame(rows.finish(), pair.get(0));
            requireSame(values.finish(), pair.get(1));
            return finished(files, saturated, rasters.reach());
        }
    }

    private long crop(
            long row, RowReader rows, RowReader values, CropRasters rasters, RecordType type, List<NpyFileWriter> files)
            throws IOException {
        int count = use(row, rows, values, rasters, type);
        long saturated = 0;
        for (int raster = 0; raster < files.size(); raster++) {
            ByteBuffer grid = files.get(raster)
                    .reserve(target.recipe().rasters().get(raster).gridBytes());
            saturated += rasters.encode(raster, row, count, grid);
        }
        return saturated;
    }

    /** Takes the points of a row, and gives their number. */
    private static int use(long row, RowReader rows, RowReader values, CropRasters rasters, RecordType type)
            throws IOException {
        ByteBuffer record = rows.row(row);
        long start = record.getLong(record.position() + START_AT);
        int count = record.getInt(record.position() + COUNT_AT);
        int itemBytes = Math.toIntExact(type.itemSize());
        long total = values.header().dataBytes() / itemBytes;
        if (start < 0 || count < 0 || start > total - count) {
            throw new NpyException(String.format(
                    Locale.ROOT,
                    "[%s] Expected points 0 to %,d in row %,d, but found %,d points from %,d on",
                    rows.path(),
                    total,
                    row,
                    count,
                    start));
        }
        ByteBuffer points =
                values.read(values.header().dataOffset() + start * itemBytes, Math.multiplyExact(count, itemBytes));
        rasters.use(points, points.position(), count);
        return count;
    }

    private Made finished(List<NpyFileWriter> files, long saturated, Map<String, RasterReach> reach)
            throws IOException {
        Map<String, WrittenFile> made = new LinkedHashMap<>();
        for (int raster = 0; raster < files.size(); raster++) {
            made.put(
                    target.recipe().rasters().get(raster).name(),
                    files.get(raster).finish());
        }
        return new Made(made, saturated, reach);
    }

    private static void requireFit(NpyHeader rows, NpyHeader points, String path, RecordType type) throws NpyException {
        if (rows.rowBytes() < LEAST_ROW_BYTES || points.rowBytes() != type.itemSize()) {
            throw new NpyException("[" + path + "] Expected points of " + type.descr() + ", but found "
                    + points.dtype().descr());
        }
    }

    private static void requireSame(WrittenFile found, WrittenFile written) throws NpyException {
        if (!found.equals(written)) {
            throw new NpyException(String.format(
                    Locale.ROOT,
                    "[%s] Expected %,d bytes with crc32c %08x, but found %,d bytes with crc32c %08x; the file was"
                            + " damaged after it was published: build it again with --full or, where its source is gone, restore it from a backup",
                    written.path(),
                    written.bytes(),
                    written.crc32c(),
                    found.bytes(),
                    found.crc32c()));
        }
    }
}
