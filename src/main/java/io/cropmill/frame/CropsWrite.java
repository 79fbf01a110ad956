package io.cropmill.frame;

import io.cropmill.config.SettingOverride;
import io.cropmill.config.Settings;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.PointFieldName;
import io.cropmill.job.DatasetWrite;
import io.cropmill.storage.Location;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import scala.jdk.javaapi.CollectionConverters;

/** One {@code df.write.format("crops").save(path)}. Options that are not named here are settings of {@code rebuild}. */
final class CropsWrite {
    /** What Spark makes of {@code partitionBy} and {@code clusterBy}. */
    private static final List<String> OF_FOLDERS = List.of("__partition_columns", "__clustering_columns");

    private final SparkSession spark;
    private final SaveMode mode;
    private final Dataset<Row> data;
    private final Map<String, String> options = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    CropsWrite(
            SparkSession spark,
            SaveMode mode,
            scala.collection.immutable.Map<String, String> parameters,
            Dataset<Row> data) {
        this.spark = spark;
        this.mode = mode;
        this.data = data;
        options.putAll(CollectionConverters.asJava(parameters));
    }

    void run() throws IOException {
        String location = options.remove("path");
        if (location == null) {
            throw new IllegalArgumentException("A path is needed: df.write.format(\"crops\").save(\"/data/crops\")");
        }
        for (String layout : OF_FOLDERS) {
            if (options.containsKey(layout)) {
                throw new IllegalArgumentException("format(\"crops\") cannot partition by columns but was given "
                        + options.get(layout) + "; leave partitionBy and clusterBy out, and put the values before the"
                        + " names in the column recording, such as concat(label, '/', recording)");
            }
        }
        String recordingColumn = taken("recordingColumn", "recording");
        String rowColumn = taken("rowColumn", "row");
        List<PointFieldName> pointFields = new ArrayList<>();
        for (String name : taken("pointFields", "").split(",", -1)) {
            if (!name.isBlank()) {
                pointFields.add(PointFieldName.parse(name.strip()));
            }
        }
        List<FieldShape> cropFields = FieldShape.parse(taken("cropFields", ""));
        String config = taken("config", "");
        List<SettingOverride> given = options.entrySet().stream()
                .map(option -> new SettingOverride(
                        "option", option.getKey().toLowerCase(Locale.ROOT) + "=" + option.getValue()))
                .toList();
        List<String> pairs = given.stream().map(SettingOverride::pair).toList();
        Optional<Path> file = config.isEmpty() ? Optional.empty() : Optional.of(Path.of(config));
        Settings settings = SettingsLoader.loadGiven(file, given);
        CropColumns columns = CropColumns.of(data.schema(), recordingColumn, rowColumn, pointFields, cropFields);
        JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        refuseAround(location, context.hadoopConfiguration());
        new DatasetWrite(context, settings, SettingsLoader.given(file, pairs), mode())
                .run(
                        location,
                        columns.schema(),
                        () -> data.queryExecution().toRdd().toJavaRDD().mapToPair(new CropEncoder(columns)));
    }

    /** A dataset may be added to itself; a new one in a folder of recordings would be taken for recordings. */
    private void refuseAround(String target, Configuration hadoop) throws IOException {
        try (Storage written = Storages.source(Location.of(target), hadoop)) {
            for (LogicalPlan leaf :
                    CollectionConverters.asJava(data.queryExecution().analyzed().collectLeaves())) {
                if (leaf instanceof DataSourceV2Relation relation && isOurs(relation)) {
                    for (String location : LoadSource.locations(CropsSource.FORMAT, relation.options())) {
                        refuse(written, location, hadoop);
                    }
                }
            }
        }
    }

    /** Of a table in a catalog, the place is not among the options. */
    private static boolean isOurs(DataSourceV2Relation relation) {
        boolean loaded =
                relation.options().containsKey("path") || relation.options().containsKey("paths");
        return loaded
                && (relation.table() instanceof LoadedTable || relation.table() instanceof LoadSource.DeferredTable);
    }

    private static void refuse(Storage written, String location, Configuration hadoop) throws IOException {
        try (Storage loaded = Storages.source(Location.of(location), hadoop)) {
            if (Storages.isWithin(written, loaded) && !Storages.isWithin(loaded, written)) {
                throw new IOException("target must lie apart from what is written to it but was " + written.root()
                        + ", in " + loaded.root() + "; choose another folder");
            }
        }
    }

    private String taken(String key, String otherwise) {
        String value = options.remove(key);
        return value == null ? otherwise : value;
    }

    private DatasetWrite.WriteMode mode() {
        return switch (mode) {
            case ErrorIfExists -> DatasetWrite.WriteMode.ERROR;
            case Ignore -> DatasetWrite.WriteMode.IGNORE;
            case Overwrite -> DatasetWrite.WriteMode.OVERWRITE;
            case Append -> DatasetWrite.WriteMode.APPEND;
        };
    }
}
