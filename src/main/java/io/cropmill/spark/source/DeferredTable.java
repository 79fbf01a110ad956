package io.cropmill.spark.source;

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
 */
record DeferredTable(String name, StructType schema, Refusals.Work<LoadedTable> files) implements Table, SupportsRead {
    @Override
    public Set<TableCapability> capabilities() {
        return Set.of(TableCapability.BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        return new LoadScanBuilder(Refusals.told(files));
    }
}
