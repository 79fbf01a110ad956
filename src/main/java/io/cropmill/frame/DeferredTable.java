package io.cropmill.frame;

import java.io.IOException;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A table of a given schema whose files are looked for when it is read: Spark asks for one also where it is about to
 * write, with options of the write and a path where nothing is yet.
 *
 * @param schema in which every column, and every part of one, may be null
 */
record DeferredTable(String name, StructType schema, SparkErrors.SparkWork<LoadedTable> files)
        implements Table, SupportsRead {
    /** Looks for the files of a schema. */
    interface FileLookup {
        LoadedTable of(StructType schema) throws IOException;
    }

    /**
     * A table as a user describes it, save that nothing is taken to be never null, as Spark has it for its own files: a
     * file may lack the field, a time be NaT, and of a column that is never null Spark reads a missing value as zero.
     */
    static DeferredTable of(String name, StructType given, FileLookup files) {
        StructType schema = given.asNullable();
        return new DeferredTable(name, schema, () -> files.of(schema));
    }

    @Override
    public Set<TableCapability> capabilities() {
        return Set.of(TableCapability.BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        return new LoadScanBuilder(SparkErrors.told(files));
    }
}
