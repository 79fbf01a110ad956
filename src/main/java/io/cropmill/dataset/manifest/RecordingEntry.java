package io.cropmill.dataset.manifest;

import io.cropmill.storage.StoragePath;
import io.cropmill.storage.WrittenFile;
import java.io.Serializable;
import java.util.Map;

/**
 * What a version holds of one recording.
 *
 * @param name path under the source's root without extension
 * @param crops rows of metadata
 * @param points that were kept
 * @param overCap crops that lost points
 * @param builtIn version that wrote the files
 * @param files the pair in one version's folder: the version that lists it or the one that built it; a raster there too, or in
 *     the version that added it
 */
public record RecordingEntry(
        String name,
        long crops,
        long points,
        long overCap,
        String builtIn,
        RecordingState state,
        SourceFile source,
        RecordingFiles files)
        implements Serializable {
    public RecordingEntry {
        StoragePath.check(name);
        Checks.notNegative("crops", crops);
        Checks.notNegative("points", points);
        Checks.notNegative("over_cap", overCap);
        if (overCap > crops) {
            throw new IllegalArgumentException("over_cap must be at most crops (" + crops + ") but was " + overCap);
        }
        DatasetLayout.requireVersion(builtIn);
        String folder = versionOf(files.metadata());
        Checks.path(files.metadata(), folder, name, DatasetLayout.METADATA_SUFFIX);
        Checks.path(files.points(), folder, name, DatasetLayout.POINTS_SUFFIX);
        for (Map.Entry<String, WrittenFile> raster : files.rasters().entrySet()) {
            WrittenFile file = raster.getValue();
            Checks.path(file, versionOf(file), name, DatasetLayout.rasterSuffix(raster.getKey()));
        }
    }

    /** The version's folder that the pair lies in. */
    public String folder() {
        return versionOf(files.metadata());
    }

    /** The same recording in another state. */
    public RecordingEntry withState(RecordingState next) {
        return next == state ? this : new RecordingEntry(name, crops, points, overCap, builtIn, next, source, files);
    }

    /** The same recording of a source that was looked at again. */
    public RecordingEntry withSource(SourceFile next) {
        return next.equals(source)
                ? this
                : new RecordingEntry(name, crops, points, overCap, builtIn, state, next, files);
    }

    /** The same recording with these rasters alone. */
    public RecordingEntry withRasters(Map<String, WrittenFile> rasters) {
        if (rasters.equals(files.rasters())) {
            return this;
        }
        return new RecordingEntry(
                name,
                crops,
                points,
                overCap,
                builtIn,
                state,
                source,
                new RecordingFiles(files.metadata(), files.points(), rasters));
    }

    /** The same recording with its files in another version's folder. */
    public RecordingEntry in(String version) {
        RecordingFiles moved = files.at(path -> DatasetLayout.moved(path, version));
        return new RecordingEntry(name, crops, points, overCap, builtIn, state, source, moved);
    }

    private static String versionOf(WrittenFile file) {
        String version = DatasetLayout.versionOf(file.path());
        if (version.isEmpty()) {
            StoragePath.check(file.path());
            throw new IllegalArgumentException(
                    "files must lie in a version such as v000007 but one is \"" + file.path() + "\"");
        }
        return version;
    }
}
