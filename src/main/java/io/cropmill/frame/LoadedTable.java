package io.cropmill.frame;

import io.cropmill.frame.FileRowFormat.SourceField;
import io.cropmill.frame.FormPlan.PlannedColumn;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Files of a load as Spark's table.
 *
 * @param format short name of the format
 * @param location paths that were loaded, for people
 */
record LoadedTable(String format, String location, List<FoundFile> files, TableColumns tableColumns, StructType schema)
        implements Table, SupportsRead {
    /** Files of one form; others are refused. */
    static LoadedTable of(String format, String location, List<FoundFile> files, TableColumns columns)
            throws IOException {
        FoundFile first = files.get(0);
        List<SourceField> expected = first.form().packed();
        Map<FileRowFormat, FileRowFormat> alike = new LinkedHashMap<>();
        alike.put(first.form(), first.form());
        for (FoundFile file : files) {
            if (!alike.containsKey(file.form())) {
                if (!file.form().packed().equals(expected)) {
                    throw new IOException("[" + file.file().path() + "] Expected rows of "
                            + first.form().shown() + ", as in " + first.file().path() + ", but found "
                            + file.form().shown() + "; load them apart, or give a schema");
                }
                alike.put(file.form(), file.form());
            }
        }
        StructType schema = columns.schema(first.file().path(), first.form());
        return new LoadedTable(format, location, files, columns, schema);
    }

    /** Files of any forms, read as a user's schema says. */
    static LoadedTable of(
            String format, String location, List<FoundFile> files, TableColumns tableColumns, StructType schema)
            throws IOException {
        Map<FileRowFormat, FoundFile> forms = new LinkedHashMap<>();
        files.forEach(file -> forms.putIfAbsent(file.form(), file));
        for (StructField wanted : schema.fields()) {
            boolean found = false;
            for (FoundFile file : forms.values()) {
                PlannedColumn column = tableColumns.planned(file.file().path(), file.form(), wanted);
                found |= column.kind() != PlannedColumn.ValueOrigin.MISSING;
            }
            if (!found) {
                FoundFile first = files.get(0);
                throw new IOException("[" + first.file().path() + "] Expected a field '" + wanted.name()
                        + "', as the schema says, but found " + first.form().shown() + "; no other file has it either");
            }
        }
        return new LoadedTable(format, location, files, tableColumns, schema);
    }

    @Override
    public String name() {
        return format + " " + location;
    }

    @Override
    public Set<TableCapability> capabilities() {
        return Set.of(TableCapability.BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        return new LoadScanBuilder(this);
    }
}
