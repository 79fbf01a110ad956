package io.cropmill.ragged;

import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropException;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.ragged.RaggedPlaces;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.NpyHeaderWriter;
import io.cropmill.npy.RecordType;
import io.cropmill.raster.RasterSpec;
import io.cropmill.storage.Closing;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import io.cropmill.subsample.PointSampler;
import io.cropmill.subsample.RecordingKey;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;

/**
 * Writes the pair and the raster caches of one recording, or of one shard of it, from batches of crops in row order.
 * {@link #finish()} publishes the files; {@link #close()} alone discards them. For one thread.
 */
public final class RaggedWriter implements Closeable {
    private final RaggedTarget target;
    private final String file;
    private final RecordingKey recording;
    private final PointSampler sampler;
    private final PointEncoder encoder;
    private final CropRasters rasters;
    private final CropSchema schema;
    private final List<NpyFileWriter> files = new ArrayList<>();
    private final NpyFileWriter metadata;
    private final NpyFileWriter points;
    private final List<NpyFileWriter> caches = new ArrayList<>();
    private final int metadataBytes;
    private long row;
    private long pointStart;
    private RaggedFiles.Tally tally = RaggedFiles.Tally.NONE;

    /**
     * Opens the files.
     *
     * @param file name of the source file, for messages
     * @param name name of the recording
     */
    public RaggedWriter(Storage storage, RaggedTarget target, String file, String name, CropSchema schema, Shard shard)
            throws IOException {
        this.target = target;
        this.file = file;
        this.schema = schema;
        this.recording = RecordingKey.of(name);
        this.sampler = new PointSampler(target.recipe().seed());
        this.encoder = new PointEncoder(schema.pointFields());
        this.row = shard.crops().start();
        this.pointStart = shard.points().start();
        this.rasters = new CropRasters(
                file,
                name,
                target.recipe().seed(),
                schema.pointType(),
                target.recipe().rasters());
        RecordType metadataType = RaggedTypes.metadata(schema);
        this.metadataBytes = Math.toIntExact(metadataType.itemSize());
        try {
            metadata = open(
                    storage,
                    target.metadataPath(name),
                    metadataType,
                    List.of(shard.crops().total()),
                    shard,
                    shard.crops());
            Dtype point = RaggedTypes.points(file, schema, target.recipe().layout());
            List<Long> shape =
                    RaggedTypes.pointsShape(schema, point, shard.points().total());
            points = open(storage, target.pointsPath(name), point, shape, shard, shard.points());
            for (RasterSpec raster : target.recipe().rasters()) {
                caches.add(open(
                        storage,
                        target.rasterPath(name, raster),
                        RaggedTypes.cell(raster),
                        RaggedTypes.cacheShape(raster, shard.crops().total()),
                        shard,
                        shard.crops()));
            }
        } catch (IOException | RuntimeException e) {
            Closing.after(e, this);
            throw e;
        }
    }

    private NpyFileWriter open(
            Storage storage, String path, Dtype type, List<Long> shape, Shard shard, Shard.ItemRun run)
            throws IOException {
        long itemBytes = type.itemSize();
        for (long axis : shape.subList(1, shape.size())) {
            itemBytes = Math.multiplyExact(itemBytes, axis);
        }
        byte[] header = shard.index() == 0 ? NpyHeaderWriter.bytes(type, shape) : new byte[0];
        NpyFileWriter file =
                NpyFileWriter.create(storage, shard.path(path), header, Math.multiplyExact(run.items(), itemBytes));
        files.add(file);
        return file;
    }

    /** Writes the next crops; the batch stays the caller's. */
    public void write(CropBatch batch) throws IOException {
        if (batch.firstRow() != row) {
            throw new IllegalArgumentException(
                    "Expected a batch from row " + row + ", but found row " + batch.firstRow());
        }
        encoder.use(batch);
        for (int crop = 0; crop < batch.crops(); crop++) {
            int count = batch.pointCount(crop);
            int kept = Math.min(count, target.recipe().cap());
            ByteBuffer records = writePoints(batch, crop, count);
            if (kept == count) {
                rasters.use(encoder.fields(), batch.pointStart(crop), count);
            } else {
                rasters.use(records, records.position() - kept * encoder.recordBytes(), kept);
            }
            long saturated = writeRasters(kept);
            int source = batch.sourceCount(crop);
            writeMetadata(batch, crop, kept, source);
            tally = tally.plus(new RaggedFiles.Tally(1, source, kept, source > kept ? 1 : 0, saturated));
            row++;
            pointStart += kept;
        }
    }

    /** Returns the buffer that the records stand in, just before its position. */
    private ByteBuffer writePoints(CropBatch batch, int crop, int count) throws IOException {
        int kept = Math.min(count, target.recipe().cap());
        ByteBuffer records = points.reserve((long) kept * encoder.recordBytes());
        if (kept == count) {
            encoder.encode(batch.pointStart(crop), count, records);
        } else {
            encoder.encode(batch.pointStart(crop), drawn(count, batch.sourceCount(crop)), records);
        }
        return records;
    }

    /** Which of a crop's points stay; of a crop that was cut before, those that stay of the original. */
    private int[] drawn(int count, int source) throws CropException {
        if (source > RaggedPlaces.MOST_CUT_POINTS) {
            // The pair could not be read again.
            throw new CropException(String.format(
                    Locale.ROOT,
                    "[%s] Expected crops of at most %,d points to cut to %,d, but found %,d in row %,d; write smaller crops",
                    file,
                    RaggedPlaces.MOST_CUT_POINTS,
                    target.recipe().cap(),
                    source,
                    row));
        }
        return source == count
                ? sampler.keep(recording, row, count, target.recipe().cap())
                : sampler.keepOf(recording, row, source, count, target.recipe().cap());
    }

    private long writeRasters(int kept) throws IOException {
        long saturated = 0;
        for (int raster = 0; raster < caches.size(); raster++) {
            ByteBuffer grid = caches.get(raster)
                    .reserve(target.recipe().rasters().get(raster).gridBytes());
            saturated += rasters.encode(raster, row, kept, grid);
        }
        return saturated;
    }

    private void writeMetadata(CropBatch batch, int crop, int kept, int source) throws IOException {
        ByteBuffer record = metadata.reserve(metadataBytes);
        record.putLong(pointStart).putInt(kept).putInt(source);
        for (int field = 0; field < schema.cropFields().size(); field++) {
            int size = Math.toIntExact(schema.cropFields().get(field).type().itemSize());
            ArrowBuf bytes = batch.cropBytes(field);
            record.put(bytes.nioBuffer((long) crop * size, size));
        }
    }

    /** Publishes all files; the points and rasters first, the metadata, which refers to them, last. */
    public RaggedFiles finish() throws IOException {
        WrittenFile writtenPoints = points.finish();
        Map<String, WrittenFile> writtenCaches = new LinkedHashMap<>();
        for (int raster = 0; raster < caches.size(); raster++) {
            writtenCaches.put(
                    target.recipe().rasters().get(raster).name(),
                    caches.get(raster).finish());
        }
        return new RaggedFiles(metadata.finish(), writtenPoints, writtenCaches, tally, rasters.reach());
    }

    @Override
    public void close() throws IOException {
        Closing.all(files);
    }
}
