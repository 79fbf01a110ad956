package io.cropmill.frame;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.CreatableRelationProvider;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code format("crops")}: reads datasets, pairs and padded recordings as a row a crop, without padding; writes a
 * DataFrame as a published version of a dataset. The table has no BATCH_WRITE, so that Spark hands over the whole
 * DataFrame with its mode, the default one included.
 */
public final class CropsSource implements TableProvider, DataSourceRegister, CreatableRelationProvider {
    static final String FORMAT = "crops";

    private @Nullable LoadedTable inferred;

    @Override
    public String shortName() {
        return FORMAT;
    }

    @Override
    public StructType inferSchema(CaseInsensitiveStringMap properties) {
        CaseInsensitiveStringMap options = TableProperties.options(properties);
        SourceOptions read = read(options);
        List<String> locations = Load.locations(FORMAT, options);
        LoadedTable table = SparkErrors.told(() -> LoadedTable.of(
                FORMAT, String.join(", ", locations), files(read, locations), new TableColumns(read, true)));
        inferred = table;
        return table.schema();
    }

    @Override
    public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
        LoadedTable known = inferred;
        if (known != null && known.schema().equals(schema)) {
            return known;
        }
        CaseInsensitiveStringMap options = TableProperties.options(properties);
        List<String> locations = Load.locations(FORMAT, options);
        String named = String.join(", ", locations);
        return DeferredTable.of(FORMAT + " " + named, schema, held -> {
            SourceOptions read = read(options);
            return LoadedTable.of(FORMAT, named, files(read, locations), new TableColumns(read, true), held);
        });
    }

    private static SourceOptions read(CaseInsensitiveStringMap options) {
        return SourceOptions.of(options, TableColumns.POINT_COUNT);
    }

    private static List<FoundFile> files(SourceOptions read, List<String> locations) throws IOException {
        Configuration hadoop = SparkSession.active().sparkContext().hadoopConfiguration();
        return new CropsFinder(read, hadoop).find(locations);
    }

    @Override
    public boolean supportsExternalMetadata() {
        return true;
    }

    @Override
    public BaseRelation createRelation(
            SQLContext context,
            SaveMode mode,
            scala.collection.immutable.Map<String, String> parameters,
            Dataset<Row> data) {
        SparkErrors.told(() -> {
            new CropsWrite(context.sparkSession(), mode, parameters, data).run();
            return true;
        });
        return new WrittenRelation(context, data.schema());
    }

    /** Also the intervals that durations are read as; what cannot be written is refused with the column's name. */
    @Override
    public boolean supportsDataType(DataType type) {
        return type instanceof DayTimeIntervalType || CreatableRelationProvider.super.supportsDataType(type);
    }

    /** What Spark wants back of a write, and does not use. */
    private static final class WrittenRelation extends BaseRelation {
        private final SQLContext context;
        private final StructType written;

        WrittenRelation(SQLContext context, StructType written) {
            this.context = context;
            this.written = written;
        }

        @Override
        public SQLContext sqlContext() {
            return context;
        }

        @Override
        public StructType schema() {
            return written;
        }
    }
}
