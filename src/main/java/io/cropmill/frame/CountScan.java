package io.cropmill.frame;

import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The number of rows, which the headers say; nothing else is read.
 *
 * @param columns number of columns that ask for it
 */
record CountScan(LoadedTable table, List<Predicate> pushed, long rows, int columns) implements Scan, Batch {
    @Override
    public StructType readSchema() {
        StructField[] fields = new StructField[columns];
        for (int i = 0; i < columns; i++) {
            fields[i] = new StructField("count_" + i, DataTypes.LongType, false, Metadata.empty());
        }
        return new StructType(fields);
    }

    @Override
    public String description() {
        return table.name() + " PushedAggregates: [COUNT(*)] from "
                + table.files().size() + " headers, PushedFilters: " + pushed + ", partitions: 1, read: 0 bytes";
    }

    @Override
    public Batch toBatch() {
        return this;
    }

    @Override
    public InputPartition[] planInputPartitions() {
        return new InputPartition[] {new One()};
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        return new Factory(rows, columns);
    }

    private record One() implements InputPartition {
        private static final long serialVersionUID = 1L;
    }

    private record Factory(long rows, int columns) implements PartitionReaderFactory {
        private static final long serialVersionUID = 1L;

        @Override
        public PartitionReader<InternalRow> createReader(InputPartition partition) {
            Object[] values = Collections.nCopies(columns, rows).toArray();
            return new PartitionReader<>() {
                private boolean isRead;

                @Override
                public boolean next() {
                    boolean first = !isRead;
                    isRead = true;
                    return first;
                }

                @Override
                public InternalRow get() {
                    return new GenericInternalRow(values);
                }

                @Override
                public void close() {}
            };
        }
    }
}
