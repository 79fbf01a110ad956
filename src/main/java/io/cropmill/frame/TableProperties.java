package io.cropmill.frame;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * What Spark hands over of a table: for one of a catalog, the options among properties of its own, which
 * {@code CREATE TABLE} and the catalog set.
 */
final class TableProperties {
    private static final Set<String> OF_SPARK = Set.of(
            TableCatalog.PROP_COMMENT,
            TableCatalog.PROP_EXTERNAL,
            TableCatalog.PROP_IS_MANAGED_LOCATION,
            TableCatalog.PROP_LOCATION,
            TableCatalog.PROP_OWNER,
            TableCatalog.PROP_PROVIDER,
            "collation",
            "transient_lastddltime");

    private TableProperties() {}

    /** The options alone; of a table of a catalog, its location is the path if no other is given. */
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
            } else if (!OF_SPARK.contains(key.toLowerCase(Locale.ROOT))) {
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
