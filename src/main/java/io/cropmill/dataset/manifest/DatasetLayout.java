package io.cropmill.dataset.manifest;

import io.cropmill.raster.RasterSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Names in a dataset's folder.
 *
 * <pre>
 * CURRENT                 one line: the live version
 * lock.000003             who rebuilds
 * lock.000003.[run]/      what its holder is about to put in its place
 * nightly.json            how the last rebuild ended
 * pins/[name]             one line: a version that must stay, for a reader's sake
 * retired/[rec].json      proof that a recording's source may be deleted
 * v000007/OWNER           who claimed the version
 * v000007/manifest.json   what it holds
 * v000007/PUBLISHED       only if it is live or was
 * v000007/report/         what validation found
 * v000007/REJECTED        only if validation failed
 * v000007/EXPIRING        only while it is being removed
 * v000007/[rec].npy, [rec].points.npy, [rec].raster.npy, [rec].raster-[name].npy
 * </pre>
 */
public final class DatasetLayout {
    /** Names the live version. */
    public static final String CURRENT = "CURRENT";

    /** How the last rebuild ended. */
    public static final String NIGHTLY = "nightly.json";

    /** In a version's folder: what it holds. */
    public static final String MANIFEST = "manifest.json";

    /** In a version's folder: who claimed it. */
    public static final String OWNER = "OWNER";

    /** In a version's folder: that validation failed. */
    public static final String REJECTED = "REJECTED";

    /** In a version's folder: the folder of what validation found. */
    public static final String REPORT = "report";

    /** In a version's folder: that it is live or was. */
    public static final String PUBLISHED = "PUBLISHED";

    /** In a version's folder: that it is being removed, or was but for files that kept versions use. */
    public static final String EXPIRING = "EXPIRING";

    /** The folder of pins. */
    public static final String PINS = "pins";

    /** The folder of retired recordings' certificates. */
    public static final String RETIRED = "retired";

    /** Order of versions' names by their numbers. */
    public static final Comparator<String> BY_NUMBER =
            Comparator.comparingLong(name -> versionNumber(name).orElseThrow());

    /** What a version's folder holds beside recordings. */
    public static final Set<String> RESERVED = Set.of(MANIFEST, OWNER, REJECTED, REPORT, PUBLISHED, EXPIRING);

    private static final String VERSION_START = "v";
    private static final String LOCK_START = "lock.";

    /** The highest number of a version or a lock. */
    public static final long LAST = 999_999_999;

    /** Numbers, from 1 on, are at least as long, with zeros before them. */
    private static final int DIGITS = 6;

    /** A number that no dataset reaches: a longer one is not of a run, and nothing overflows that counts on from it. */
    private static final int MOST_DIGITS = 9;

    private static final Pattern RUN = Pattern.compile("[0-9a-f]{16}");

    static final String METADATA_SUFFIX = ".npy";
    public static final String POINTS_SUFFIX = ".points.npy";

    private static final Set<String> AT_THE_TOP = Set.of(CURRENT, NIGHTLY, PINS, RETIRED);

    private DatasetLayout() {}

    /** True for a name in a dataset's folder that a dataset gives; anything else there is somebody else's. */
    public static boolean isOwn(String name) {
        return AT_THE_TOP.contains(name) || versionNumber(name).isPresent() || isLock(name);
    }

    /** True for the file or the folder of a lock. */
    public static boolean isLock(String name) {
        return lockNumber(name).isPresent() || isFence(name);
    }

    /** The folder of a version: {@code v000007}. */
    public static String version(long number) {
        return String.format(Locale.ROOT, "v%06d", number);
    }

    /** The number of a version's folder; nothing for any other name. */
    public static OptionalLong versionNumber(String name) {
        return number(name, VERSION_START);
    }

    /** A lock: {@code lock.000003}. */
    public static String lock(long number) {
        return String.format(Locale.ROOT, "lock.%06d", number);
    }

    /** The number of a lock; nothing for any other name. */
    public static OptionalLong lockNumber(String name) {
        return number(name, LOCK_START);
    }

    /** The folder of a lock's holder: {@code lock.000003.4f1c07d2a9e86b35}. */
    public static String fence(long number, String run) {
        return lock(number) + "." + run;
    }

    /** True for the name of a folder of a lock's holder. */
    public static boolean isFence(String name) {
        int end = name.lastIndexOf('.');
        return end > 0
                && lockNumber(name.substring(0, end)).isPresent()
                && RUN.matcher(name.substring(end + 1)).matches();
    }

    /** A path in a version, relative to the dataset. */
    public static String path(String version, String name) {
        return requireVersion(version) + "/" + name;
    }

    /** A recording's metadata rows. */
    public static String metadata(String version, String recording) {
        return path(version, metadataName(recording));
    }

    /** A recording's points. */
    public static String points(String version, String recording) {
        return path(version, pointsName(recording));
    }

    /** A recording's raster cache. */
    public static String raster(String version, String recording, String raster) {
        return path(version, rasterName(recording, raster));
    }

    /** A recording's metadata rows, in whatever folder. */
    public static String metadataName(String recording) {
        return recording + METADATA_SUFFIX;
    }

    /** A recording's points, in whatever folder. */
    public static String pointsName(String recording) {
        return recording + POINTS_SUFFIX;
    }

    /** A recording's raster cache, in whatever folder. */
    public static String rasterName(String recording, String raster) {
        return recording + rasterSuffix(raster);
    }

    /** What a recording's files may end in. */
    public static List<String> suffixes(List<RasterSpec> rasters) {
        List<String> suffixes = new ArrayList<>(List.of(METADATA_SUFFIX, POINTS_SUFFIX));
        rasters.forEach(raster -> suffixes.add(rasterSuffix(raster.name())));
        return suffixes;
    }

    /** The version's folder that a file lies in; empty for a path that is in none. */
    public static String versionOf(String path) {
        String folder = path.substring(0, Math.max(0, path.indexOf('/')));
        return versionNumber(folder).isPresent() ? folder : "";
    }

    /** A file's path in another version's folder. */
    public static String moved(String path, String version) {
        return path(version, path.substring(path.indexOf('/') + 1));
    }

    static String rasterSuffix(String raster) {
        return raster.equals("default") ? ".raster.npy" : ".raster-" + raster + ".npy";
    }

    public static String requireVersion(String name) {
        if (versionNumber(name).isEmpty()) {
            throw new IllegalArgumentException("version must be a name such as v000007 but was \"" + name + "\"");
        }
        return name;
    }

    /** Without a pattern: a plan asks for the version of every file of every recording. */
    private static OptionalLong number(String name, String start) {
        int digits = name.length() - start.length();
        if (digits < DIGITS
                || digits > MOST_DIGITS
                || !name.startsWith(start)
                || (digits > DIGITS && name.charAt(start.length()) == '0')) {
            return OptionalLong.empty();
        }
        long number = 0;
        for (int i = start.length(); i < name.length(); i++) {
            char digit = name.charAt(i);
            if (digit < '0' || digit > '9') {
                return OptionalLong.empty();
            }
            number = number * 10 + (digit - '0');
        }
        return number == 0 ? OptionalLong.empty() : OptionalLong.of(number);
    }
}
