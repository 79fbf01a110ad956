package io.cropmill.dataset;

import io.cropmill.storage.StoragePath;
import io.cropmill.storage.WrittenFile;

/**
 * What a version holds of one recording.
 *
 * @param name path under the source's root without extension
 * @param crops rows of metadata
 * @param points that were kept
 * @param overCap crops that lost points
 * @param builtIn version that wrote the files
 * @param files in the version that lists them or in the one that built them
 */
public record RecordingEntry(
        String name,
        long crops,
        long points,
        long overCap,
        String builtIn,
        RecordingState state,
        SourceFile source,
        RecordingFiles files) {
    public RecordingEntry {
        StoragePath.check(name);
        Checks.notNegative("crops", crops);
        Checks.notNegative("points", points);
        Checks.notNegative("over_cap", overCap);
        Checks.that(overCap <= crops, "over_cap must be at most crops (" + crops + ") but was " + overCap);
        DatasetLayout.requireVersion(builtIn);
        String folder = versionOf(files.metadata());
        Checks.path(files.metadata(), DatasetLayout.metadata(folder, name));
        Checks.path(files.points(), DatasetLayout.points(folder, name));
        files.rasters().forEach((raster, file) -> Checks.path(file, DatasetLayout.raster(folder, name, raster)));
    }

    /** The version's folder that the files lie in. */
    public String folder() {
        return versionOf(files.metadata());
    }

    /** The same recording in another state. */
    public RecordingEntry withState(RecordingState next) {
        return new RecordingEntry(name, crops, points, overCap, builtIn, next, source, files);
    }

    /** The same recording with its files in another version's folder. */
    RecordingEntry in(String version) {
        int start = folder().length();
        RecordingFiles moved = files.at(path -> version + path.substring(start));
        return new RecordingEntry(name, crops, points, overCap, builtIn, state, source, moved);
    }

    private static String versionOf(WrittenFile file) {
        StoragePath.check(file.path());
        int end = Math.max(0, file.path().indexOf('/'));
        Checks.that(
                DatasetLayout.versionNumber(file.path().substring(0, end)).isPresent(),
                "files must lie in a version such as v000007 but one is \"" + file.path() + "\"");
        return file.path().substring(0, end);
    }
}
