package io.cropmill.dataset.manifest;

import io.cropmill.storage.WrittenFile;
import java.io.Serializable;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The files of a recording; paths are relative to the dataset and begin with the version's folder that they lie in.
 *
 * @param rasters caches by raster name, sorted
 */
public record RecordingFiles(WrittenFile metadata, WrittenFile points, Map<String, WrittenFile> rasters)
        implements Serializable {
    public RecordingFiles {
        rasters = Collections.unmodifiableSortedMap(new TreeMap<>(rasters));
        requireLength(metadata);
        requireLength(points);
        rasters.values().forEach(RecordingFiles::requireLength);
    }

    /** All of them. */
    public Stream<WrittenFile> all() {
        return Stream.concat(Stream.of(metadata, points), rasters.values().stream());
    }

    /** The sum of their lengths. */
    public long bytes() {
        long bytes = Math.addExact(metadata.bytes(), points.bytes());
        for (WrittenFile raster : rasters.values()) {
            bytes = Math.addExact(bytes, raster.bytes());
        }
        return bytes;
    }

    /** The same bytes under other paths. */
    RecordingFiles at(UnaryOperator<String> paths) {
        SortedMap<String, WrittenFile> moved = new TreeMap<>();
        rasters.forEach((name, file) -> moved.put(name, at(file, paths)));
        return new RecordingFiles(at(metadata, paths), at(points, paths), moved);
    }

    private static void requireLength(WrittenFile file) {
        Checks.notNegative("files.bytes", file.bytes());
    }

    private static WrittenFile at(WrittenFile file, UnaryOperator<String> paths) {
        return new WrittenFile(paths.apply(file.path()), file.bytes(), file.crc32c());
    }
}
