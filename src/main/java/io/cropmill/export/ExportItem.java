package io.cropmill.export;

import io.cropmill.npy.RecordType;
import io.cropmill.storage.WrittenFile;
import java.io.Serializable;

/**
 * A recording to write again.
 *
 * @param metadata file of the pair, as the manifest has it
 * @param points file of the pair, as the manifest has it
 * @param pointType packed record of one point, for both layouts of points
 */
public record ExportItem(String name, WrittenFile metadata, WrittenFile points, RecordType pointType, RowLayout form)
        implements Serializable {
    /** Bytes to read. */
    public long bytes() {
        return Math.addExact(metadata.bytes(), points.bytes());
    }

    /** Where it goes, relative to the output folder. */
    public String path() {
        return name + ".npy";
    }
}
