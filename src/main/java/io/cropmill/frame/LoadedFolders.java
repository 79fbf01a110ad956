package io.cropmill.frame;

import io.cropmill.storage.Location;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import scala.jdk.javaapi.CollectionConverters;

/** The folders that a DataFrame was loaded from by this project's formats. */
final class LoadedFolders {
    private LoadedFolders() {}

    /** A dataset may be added to itself; a new one in a folder of recordings would be taken for recordings. */
    static void refuseAround(Dataset<Row> data, String target, Configuration hadoop) throws IOException {
        try (Storage written = Storages.source(Location.of(target), hadoop)) {
            for (LogicalPlan leaf :
                    CollectionConverters.asJava(data.queryExecution().analyzed().collectLeaves())) {
                if (leaf instanceof DataSourceV2Relation relation && isOurs(relation)) {
                    for (String location : Load.locations(CropsSource.FORMAT, relation.options())) {
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
        return loaded && (relation.table() instanceof LoadedTable || relation.table() instanceof DeferredTable);
    }

    private static void refuse(Storage written, String location, Configuration hadoop) throws IOException {
        try (Storage loaded = Storages.source(Location.of(location), hadoop)) {
            if (Storages.isWithin(written, loaded) && !Storages.isWithin(loaded, written)) {
                throw new IOException("target must lie apart from what is written to it but was " + written.root()
                        + ", in " + loaded.root() + "; choose another folder");
            }
        }
    }
}
