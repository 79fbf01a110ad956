package io.cropmill.report;

import io.cropmill.text.Figures;
import io.cropmill.text.Table;
import java.util.List;

/**
 * Bytes before and after.
 *
 * @param sourceBytes bytes of the recordings' source files
 * @param pairBytes bytes of the ragged pairs
 * @param rasters bytes of each raster, in the order of the settings
 */
public record Footprint(long sourceBytes, long pairBytes, List<RasterBytes> rasters) {
    /** Bytes of all caches of one raster. */
    public record RasterBytes(String name, long bytes) {}

    public Footprint {
        rasters = List.copyOf(rasters);
    }

    /** Bytes of pairs and rasters. */
    public long targetBytes() {
        return rasters.stream().mapToLong(RasterBytes::bytes).reduce(pairBytes, Math::addExact);
    }

    Table table() {
        Table table = new Table().row("", "size", "of source");
        add(table, "source", sourceBytes);
        add(table, "pairs", pairBytes);
        rasters.forEach(raster -> add(table, "raster " + raster.name(), raster.bytes()));
        if (!rasters.isEmpty()) {
            add(table, "sum", targetBytes());
        }
        return table;
    }

    private void add(Table table, String name, long bytes) {
        table.row(name, Figures.bytes(bytes), Figures.percent(bytes, sourceBytes));
    }
}
