package io.cropmill.frame;

import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * What one task reads.
 *
 * @param hosts that hold it
 */
record SlicePartition(List<Slice> slices, List<String> hosts) implements InputPartition {
    private static final long serialVersionUID = 1L;

    SlicePartition {
        slices = List.copyOf(slices);
        hosts = List.copyOf(hosts);
    }

    @Override
    public String[] preferredLocations() {
        return hosts.toArray(String[]::new);
    }
}
