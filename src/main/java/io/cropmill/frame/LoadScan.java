package io.cropmill.frame;

import io.cropmill.frame.PartitionPlan.Slice;
import io.cropmill.frame.PartitionPlan.SlicePartition;
import io.cropmill.frame.SliceReader.SliceReaderFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.internal.connector.SupportsMetadata;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/** The part of a load that a query reads, cut into tasks. */
final class LoadScan implements Scan, Batch, SupportsReportStatistics, SupportsMetadata {
    private final LoadedTable table;
    private final StructType schema;
    private final List<Predicate> pushed;
    private final long limit;
    private final List<FormPlan> plans;
    private final List<Slice> slices;
    private @Nullable List<SlicePartition> partitions;

    LoadScan(
            LoadedTable table,
            StructType schema,
            List<Predicate> pushed,
            long limit,
            List<FormPlan> plans,
            List<Slice> slices) {
        this.table = table;
        this.schema = schema;
        this.pushed = pushed;
        this.limit = limit;
        this.plans = plans;
        this.slices = slices;
    }

    @Override
    public StructType readSchema() {
        return schema;
    }

    /** What EXPLAIN shows: all that is not read. */
    @Override
    public String description() {
        long all = table.files().stream().mapToLong(FoundFile::bytes).sum();
        String rows = plans.stream().allMatch(FormPlan::readsNothing)
                ? "not at all"
                : plans.stream().allMatch(FormPlan::readsWholeRows) ? "whole" : "in parts";
        return String.format(
                Locale.ROOT,
                "%s PushedColumns: %s, PushedFilters: %s, %sfiles: %d of %d, partitions: %d, rows: %s, read: at most"
                        + " %,d of %,d bytes",
                table.name(),
                Arrays.toString(schema.fieldNames()),
                pushed,
                limit == Long.MAX_VALUE ? "" : "PushedLimit: " + limit + ", ",
                slices.size(),
                table.files().size(),
                partitions().size(),
                rows,
                bytesRead(),
                all);
    }

    /** The same for EXPLAIN FORMATTED. */
    @Override
    public scala.collection.immutable.Map<String, String> getMetaData() {
        return scala.collection.immutable.Map$.MODULE$.from(
                CollectionConverters.asScala(Map.of("Read", description())));
    }

    private long bytesRead() {
        return slices.stream()
                .mapToLong(slice -> slice.rows() * plans.get(slice.plan()).bytesRead(slice.file()))
                .sum();
    }

    @Override
    public Statistics estimateStatistics() {
        long rows = slices.stream().mapToLong(Slice::rows).sum();
        long bytes = slices.stream()
                .mapToLong(slice ->
                        slice.rows() * Math.max(1, plans.get(slice.plan()).selectedBytes(slice.file())))
                .sum();
        return new Statistics() {
            @Override
            public OptionalLong sizeInBytes() {
                return OptionalLong.of(bytes);
            }

            @Override
            public OptionalLong numRows() {
                return OptionalLong.of(rows);
            }
        };
    }

    @Override
    public Batch toBatch() {
        return this;
    }

    @Override
    public InputPartition[] planInputPartitions() {
        return partitions().toArray(InputPartition[]::new);
    }

    private synchronized List<SlicePartition> partitions() {
        List<SlicePartition> known = partitions;
        if (known == null) {
            SparkSession spark = SparkSession.active();
            var conf = spark.sessionState().conf();
            PartitionPlan plan = PartitionPlan.of(
                    plans,
                    slices,
                    conf.filesMaxPartitionBytes(),
                    conf.filesOpenCostInBytes(),
                    spark.sparkContext().defaultParallelism());
            known = SparkErrors.run(() ->
                    plan.located(plan.partitions(slices), spark.sparkContext().hadoopConfiguration()));
            partitions = known;
        }
        return known;
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        JavaSparkContext spark =
                JavaSparkContext.fromSparkContext(SparkSession.active().sparkContext());
        return new SliceReaderFactory(
                plans,
                table.tableColumns().options().batchBytes(),
                spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration())));
    }

    @Override
    public ColumnarSupportMode columnarSupportMode() {
        return ColumnarSupportMode.SUPPORTED;
    }

    @Override
    public CustomMetric[] supportedCustomMetrics() {
        return ReadMetrics.all();
    }
}
