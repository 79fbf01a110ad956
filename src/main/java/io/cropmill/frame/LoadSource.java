package io.cropmill.frame;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.sources.CreatableRelationProvider;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;

/** What {@code format("crops")} and {@code format("npy")} share of a load. Spark makes an instance for each. */
abstract class LoadSource implements TableProvider, DataSourceRegister, CreatableRelationProvider {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Properties that {@code CREATE TABLE} and the catalog set themselves. */
    private static final Set<String> PROPERTIES_OF_SPARK = Set.of(
            TableCatalog.PROP_COMMENT,
            TableCatalog.PROP_EXTERNAL,
            TableCatalog.PROP_IS_MANAGED_LOCATION,
            TableCatalog.PROP_LOCATION,
            TableCatalog.PROP_OWNER,
            TableCatalog.PROP_PROVIDER,
            "collation",
            "transient_lastddltime");

    private final String format;
    private @Nullable LoadedTable inferred;

    LoadSource(String format) {
        this.format = format;
    }

    /**
     * A table of a given schema whose files are looked for when it is read: Spark asks for one also where it is about to
     * write, with options of the write and a path where nothing is yet.
     *
     * @param schema schema in which every column, and every part of one, may be null
     */
    record DeferredTable(String name, StructType schema, SparkErrors.SparkWork<LoadedTable> files)
            implements Table, SupportsRead {
        @Override
        public Set<TableCapability> capabilities() {
            return Set.of(TableCapability.BATCH_READ);
        }

        @Override
        public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
            return new LoadScanBuilder(SparkErrors.run(files));
        }
    }

    /** The options of a load. */
    abstract SourceOptions read(CaseInsensitiveStringMap options);

    /** The columns of a load. */
    abstract TableColumns columns(SourceOptions read);

    /** The files of all locations. */
    abstract List<FoundFile> files(SourceOptions read, List<String> locations, Configuration hadoop) throws IOException;

    @Override
    public final String shortName() {
        return format;
    }

    @Override
    public final StructType inferSchema(CaseInsensitiveStringMap properties) {
        CaseInsensitiveStringMap options = options(properties);
        SourceOptions read = read(options);
        List<String> locations = locations(format, options);
        LoadedTable table = SparkErrors.run(() ->
                LoadedTable.of(format, String.join(", ", locations), files(read, locations, hadoop()), columns(read)));
        inferred = table;
        return table.schema();
    }

    /**
     * The table as it was inferred, or as a user describes it, but with every column nullable, as Spark has it for its own
     * files: a file may lack the field, a time be NaT, and of a column that is never null Spark reads a missing
     * value as zero.
     */
    @Override
    public final Table getTable(StructType given, Transform[] partitioning, Map<String, String> properties) {
        LoadedTable known = inferred;
        if (known != null && known.schema().equals(given)) {
            return known;
        }
        CaseInsensitiveStringMap options = options(properties);
        List<String> locations = locations(format, options);
        String named = String.join(", ", locations);
        StructType schema = given.asNullable();
        return new DeferredTable(format + " " + named, schema, () -> {
            SourceOptions read = read(options);
            return LoadedTable.of(format, named, files(read, locations, hadoop()), columns(read), schema);
        });
    }

    @Override
    public final boolean supportsExternalMetadata() {
        return true;
    }

    private static Configuration hadoop() {
        return SparkSession.active().sparkContext().hadoopConfiguration();
    }

    /** What {@code load()} was given, one path or several. */
    static List<String> locations(String format, CaseInsensitiveStringMap options) {
        List<String> locations = new ArrayList<>();
        if (options.containsKey("paths")) {
            try {
                locations.addAll(List.of(MAPPER.readValue(options.get("paths"), String[].class)));
            } catch (JsonProcessingException e) {
                throw new IllegalArgumentException(
                        "Option paths must be a JSON list but was " + options.get("paths"), e);
            }
        }
        if (options.containsKey("path")) {
            locations.add(options.get("path"));
        }
        if (locations.isEmpty()) {
            throw new IllegalArgumentException(
                    "A path is needed: spark.read.format(\"" + format + "\").load(\"/data/recordings\")");
        }
        return locations;
    }

    /** The options alone, for a catalog hands them over among its properties; its location is the path if no other is given. */
    static CaseInsensitiveStringMap options(Map<String, String> properties) {
        Map<String, String> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        given.putAll(properties);
        if (!given.containsKey(TableCatalog.PROP_PROVIDER)) {
            return new CaseInsensitiveStringMap(properties);
        }
        Map<String, String> options = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        given.forEach((key, value) -> {
            boolean prefixed = key.toLowerCase(Locale.ROOT).startsWith(TableCatalog.OPTION_PREFIX);
            if (prefixed) {
                options.put(key.substring(TableCatalog.OPTION_PREFIX.length()), value);
            } else if (!PROPERTIES_OF_SPARK.contains(key.toLowerCase(Locale.ROOT))) {
                options.putIfAbsent(key, value);
            }
        });
        String location = given.get(TableCatalog.PROP_LOCATION);
        if (location != null && !options.containsKey("paths")) {
            options.putIfAbsent("path", location);
        }
        return new CaseInsensitiveStringMap(options);
    }
}
