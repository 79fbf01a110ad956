package io.cropmill.frame;

import java.util.List;
import java.util.Map;
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
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code spark.read.format("npy").load(path)}: any {@code .npy} files as a DataFrame. Spark makes an instance for each load.
 * It is asked to write, too, but only says what does.
 */
public final class NpySource implements TableProvider, DataSourceRegister, CreatableRelationProvider {
    private static final String FORMAT = "npy";

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
        LoadedTable table = SparkErrors.told(
                () -> LoadedTable.of(FORMAT, String.join(", ", locations), files(read, locations), columns(read)));
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
            return LoadedTable.of(FORMAT, named, files(read, locations), columns(read), held);
        });
    }

    @Override
    public BaseRelation createRelation(
            SQLContext context,
            SaveMode mode,
            scala.collection.immutable.Map<String, String> parameters,
            Dataset<Row> data) {
        throw new UnsupportedOperationException("format(\"npy\") only reads; crops are written by"
                + " df.write.format(\"crops\").save(\"/data/crops\"), anything else by"
                + " numpy.save(file, df.toPandas().to_records(index=False))");
    }

    private static List<FoundFile> files(SourceOptions read, List<String> locations) throws java.io.IOException {
        FileFinder finder =
                new FileFinder(read, SparkSession.active().sparkContext().hadoopConfiguration());
        return finder.find(locations, new NpyForms(read)::of);
    }

    private static SourceOptions read(CaseInsensitiveStringMap options) {
        SourceOptions read = SourceOptions.of(options, "");
        if (!read.version().isEmpty()) {
            throw new IllegalArgumentException("Option version belongs to format(\"crops\"), which reads datasets, but"
                    + " was given to format(\"npy\")");
        }
        if (!read.pointFields().isEmpty() && read.countField().isEmpty()) {
            throw new IllegalArgumentException("Option pointFields needs the option countField, by which points are"
                    + " trimmed, or format(\"crops\"); leave both out to read whole fields");
        }
        return read;
    }

    private static TableColumns columns(SourceOptions read) {
        return new TableColumns(read, false);
    }

    @Override
    public boolean supportsExternalMetadata() {
        return true;
    }
}
