package io.cropmill.frame;

import java.util.List;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.util.SerializableConfiguration;

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
