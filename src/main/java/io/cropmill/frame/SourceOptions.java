package io.cropmill.frame;

import io.cropmill.crop.PointFieldName;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.GlobPattern;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of a load. Upper and lower case of keys are the same, as everywhere in Spark.
 *
 * @param conversions {@code bytes = binary | string} and {@code arrays = flat | nested}
 * @param countField the field that counts the points of a crop; empty where fields are not to be trimmed
 * @param pointFields the fields to trim; empty to find them
 * @param recordingColumn name of the column of recordings
 * @param rowColumn name of the column of row numbers
 * @param batchBytes source bytes of a batch
 * @param maxRowBytes bytes that one row may have
 * @param fileFilter a glob for file names; empty for all
 * @param version version of a dataset; empty for the live one
 */
record SourceOptions(
        ConversionRules conversions,
        String countField,
        List<PointFieldName> pointFields,
        String recordingColumn,
        String rowColumn,
        long batchBytes,
        long maxRowBytes,
        String fileFilter,
        String version)
        implements Serializable {
    private static final long serialVersionUID = 1L;
    static final long DEFAULT_BATCH_BYTES = 4L << 20;
    static final long DEFAULT_ROW_BYTES = 256L << 20;

    /** In a list, points and rows must be addressable; a row goes through several copies. */
    private static final long MOST_ROW_BYTES = 1L << 30;

    private static final Set<String> KNOWN = new TreeSet<>(List.of(
            "arrays",
            "batchBytes",
            "bytes",
            "countField",
            "maxRowBytes",
            "pathGlobFilter",
            "pointFields",
            "recordingColumn",
            "rowColumn",
            "version"));

    /** Spark's own, which it passes on. */
    private static final Set<String> OF_SPARK = Set.of("path", "paths", "recursivefilelookup");

    SourceOptions {
        if (rowColumn.equalsIgnoreCase(recordingColumn)) {
            throw new IllegalArgumentException(
                    "Options recordingColumn and rowColumn must differ but both were " + rowColumn);
        }
    }

    static SourceOptions of(CaseInsensitiveStringMap options, String defaultCountField) {
        for (String key : options.keySet()) {
            boolean known = KNOWN.stream().anyMatch(key::equalsIgnoreCase);
            if (!known && !OF_SPARK.contains(key.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(
                        "Option must be one of " + String.join(", ", KNOWN) + " but was " + key);
            }
        }
        return new SourceOptions(
                new ConversionRules(
                        word(options, "bytes", ConversionRules.ByteStrings.BINARY),
                        word(options, "arrays", ConversionRules.SubArrays.FLAT)),
                options.getOrDefault("countField", defaultCountField),
                Arrays.stream(options.getOrDefault("pointFields", "").split(",", -1))
                        .map(String::strip)
                        .filter(name -> !name.isEmpty())
                        .map(PointFieldName::parse)
                        .toList(),
                name(options, "recordingColumn", "recording"),
                name(options, "rowColumn", "row"),
                bytes(options, "batchBytes", DEFAULT_BATCH_BYTES),
                bytes(options, "maxRowBytes", DEFAULT_ROW_BYTES),
                glob(options),
                options.getOrDefault("version", ""));
    }

    private static String glob(CaseInsensitiveStringMap options) {
        String glob = options.getOrDefault("pathGlobFilter", "");
        try {
            GlobPattern unused = new GlobPattern(glob);
        } catch (RuntimeException e) {
            // Hadoop's jars differ in where they keep the class that they throw.
            throw new IllegalArgumentException(
                    "Option pathGlobFilter must be a pattern such as *.npy but was \"" + glob + "\": " + e.getMessage(),
                    e);
        }
        return glob;
    }

    private static <E extends Enum<E>> E word(CaseInsensitiveStringMap options, String key, E otherwise) {
        String text = options.getOrDefault(key, otherwise.name());
        for (E value : otherwise.getDeclaringClass().getEnumConstants()) {
            if (value.name().equalsIgnoreCase(text)) {
                return value;
            }
        }
        String words = String.join(
                " or ",
                Arrays.stream(otherwise.getDeclaringClass().getEnumConstants())
                        .map(value -> value.name().toLowerCase(Locale.ROOT))
                        .toList());
        throw new IllegalArgumentException("Option " + key + " must be " + words + " but was " + text);
    }

    private static String name(CaseInsensitiveStringMap options, String key, String otherwise) {
        String name = options.getOrDefault(key, otherwise);
        if (name.isEmpty()) {
            throw new IllegalArgumentException("Option " + key + " must be a name but was empty");
        }
        return name;
    }

    private static long bytes(CaseInsensitiveStringMap options, String key, long otherwise) {
        long bytes;
        try {
            bytes = options.getLong(key, otherwise);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "Option " + key + " must be a number of bytes but was " + options.get(key), e);
        }
        if (bytes < 1 || bytes > MOST_ROW_BYTES) {
            throw new IllegalArgumentException(
                    "Option " + key + " must be between 1 and " + MOST_ROW_BYTES + " bytes but was " + bytes);
        }
        return bytes;
    }
}
