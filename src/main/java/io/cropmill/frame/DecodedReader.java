package io.cropmill.frame;

import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropReader;
import io.cropmill.crop.Recording;
import io.cropmill.frame.PartitionPlan.Slice;
import io.cropmill.frame.RowRanges.RowRange;
import io.cropmill.frame.SliceReader.BatchReader;
import io.cropmill.storage.Closing;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.FileOpener;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;

/** Makes columns of what the readers of {@code rebuild} decode. For one thread. */
final class DecodedReader implements BatchReader {
    private final Slice slice;
    private final FormPlan plan;
    private final long batchBytes;
    private final BufferAllocator allocator;
    private final ReadMetrics metrics;
    private final Recording recording;
    private final Iterator<RowRange> ranges;
    private @Nullable CropReader reader;

    DecodedReader(
            Storage storage,
            Slice slice,
            FormPlan plan,
            long batchBytes,
            BufferAllocator allocator,
            ReadMetrics metrics)
            throws IOException {
        this.slice = slice;
        this.plan = plan;
        this.batchBytes = batchBytes;
        this.allocator = allocator;
        this.metrics = metrics;
        this.ranges = slice.ranges().iterator();
        this.recording = Objects.requireNonNull(slice.file().decoded()).open(new CountedFiles(storage, metrics));
        if (recording.rows() != slice.file().rows()) {
            long found = recording.rows();
            IOException changed = new IOException("[" + slice.file().file().path() + "] Expected "
                    + slice.file().rows() + " rows, as when the query was planned, but found " + found
                    + "; load it again");
            Closing.after(changed, recording);
            throw changed;
        }
    }

    @Override
    public @Nullable ColumnarBatch next() throws IOException {
        while (true) {
            if (reader == null) {
                if (!ranges.hasNext()) {
                    return null;
                }
                RowRange range = ranges.next();
                reader = recording.read(range.start(), range.end(), allocator, batchBytes);
            }
            Optional<CropBatch> crops = reader.next();
            if (crops.isPresent()) {
                try (CropBatch batch = crops.get()) {
                    return columns(batch);
                }
            }
            reader.close();
            reader = null;
        }
    }

    private ColumnarBatch columns(CropBatch crops) throws IOException {
        long[] rows = new long[crops.crops()];
        int[] counts = new int[crops.crops()];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = crops.firstRow() + i;
            counts[i] = crops.pointCount(i);
        }
        try (VectorMaker maker = new VectorMaker(slice.file(), plan, rows, allocator)) {
            ColumnarBatch batch = maker.batch(plan.columns(), counts, (field, items, target) -> {
                int at = Math.toIntExact(field.offset());
                ByteBuffer values = field.hasPoints() ? crops.pointValues(at) : crops.cropValues(at);
                target.put(values);
            });
            metrics.addRows(rows.length);
            return batch;
        }
    }

    @Override
    public void close() throws IOException {
        try (recording) {
            if (reader != null) {
                reader.close();
            }
        }
    }

    /** Files of a storage whose bytes are counted as they are read. */
    record CountedFiles(Storage storage, ReadMetrics metrics) implements FileOpener {
        @Override
        public SeekableByteChannel open(String path) throws IOException {
            return new CountingChannel(storage.open(path), metrics, storage.root());
        }

        @Override
        public Optional<FileEntry> stat(String path) throws IOException {
            return storage.stat(path);
        }
    }
}
