package io.cropmill.frame;

import io.cropmill.frame.PartitionPlan.Slice;
import io.cropmill.frame.PartitionPlan.SlicePartition;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/** Reads a task's slices, one after the other. A batch is valid until the next one. */
final class SliceReader implements PartitionReader<ColumnarBatch> {
    private final Iterator<Slice> slices;
    private final List<FormPlan> plans;
    private final long batchBytes;
    private final Configuration hadoop;
    private final BufferAllocator allocator = new RootAllocator();
    private final ReadMetrics metrics = new ReadMetrics();
    private @Nullable Storage storage;
    private @Nullable BatchReader rows;
    private @Nullable ColumnarBatch batch;

    SliceReader(List<Slice> slices, List<FormPlan> plans, long batchBytes, Configuration hadoop) {
        this.slices = slices.iterator();
        this.plans = plans;
        this.batchBytes = batchBytes;
        this.hadoop = hadoop;
    }

    @Override
    public boolean next() throws IOException {
        closeBatch();
        while (true) {
            if (rows != null) {
                batch = rows.next();
                if (batch != null) {
                    return true;
                }
                rows.close();
                rows = null;
            }
            if (!slices.hasNext()) {
                return false;
            }
            Slice slice = slices.next();
            FormPlan plan = plans.get(slice.plan());
            rows = slice.file().decoded() == null || plan.readsNothing()
                    ? new RowsReader(storage(slice), slice, plan, batchBytes, allocator, metrics)
                    : new DecodedReader(storage(slice), slice, plan, batchBytes, allocator, metrics);
        }
    }

    private Storage storage(Slice slice) throws IOException {
        Storage open = storage;
        if (open == null || !open.root().equals(slice.file().root())) {
            if (open != null) {
                open.close();
            }
            open = Storages.source(slice.file().root(), hadoop);
            storage = open;
        }
        return open;
    }

    @Override
    public ColumnarBatch get() {
        if (batch == null) {
            throw new IllegalStateException("No batch: next() was not called, or was false");
        }
        return batch;
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues() {
        return metrics.values();
    }

    private void closeBatch() {
        if (batch != null) {
            batch.close();
            batch = null;
        }
    }

    @Override
    public void close() throws IOException {
        try (allocator;
                Closeable opened = storage;
                Closeable reader = rows) {
            rows = null;
            closeBatch();
        }
    }

    /** Makes the readers of a query's tasks. */
    record SliceReaderFactory(List<FormPlan> plans, long batchBytes, Broadcast<SerializableConfiguration> hadoop)
            implements PartitionReaderFactory {
        private static final long serialVersionUID = 1L;

        SliceReaderFactory {
            plans = List.copyOf(plans);
        }

        @Override
        public PartitionReader<InternalRow> createReader(InputPartition partition) {
            throw new UnsupportedOperationException("Rows come in batches");
        }

        @Override
        public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
            return new SliceReader(
                    ((SlicePartition) partition).slices(),
                    plans,
                    batchBytes,
                    hadoop.value().value());
        }

        @Override
        public boolean supportColumnarReads(InputPartition partition) {
            return true;
        }
    }

    /** Reads a slice of a file, batch by batch. For one thread. */
    interface BatchReader extends Closeable {
        /** The next batch, which the caller must close, or nothing at the end. */
        @Nullable
        ColumnarBatch next() throws IOException;
    }
}
