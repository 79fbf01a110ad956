package io.cropmill.rebuild;

import io.cropmill.crop.parquet.PartitionField;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.ScalarType.ScalarKind;
import io.cropmill.storage.FileEntry;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Crop fields that folders named {@code key=value} stand for: all files have the same keys.
 *
 * @param types by key, of the values of all files: int64 if each is a whole number that fits; float64 if each is a number
 *     and no whole one is rounded; else text as wide as the longest
 */
record PartitionFields(Map<String, ScalarType> types) {
    static final PartitionFields NONE = new PartitionFields(Map.of());

    private static final String WHOLE = "[+-]?[0-9]+";
    private static final String NUMBER = "[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?|NaN";
    private static final long LARGEST_EXACT = 1L << 53;
    private static final int CODE_POINT_BYTES = 4;

    /** Refuses files without some of the keys, or without a value; the key that names recordings is left out. */
    static PartitionFields of(List<FileEntry> files, String recordingField) throws IOException {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (FileEntry file : files) {
            Map<String, String> partitions = PartitionPath.of(file.path()).partitions();
            partitions.remove(recordingField);
            if (file != files.get(0) && !partitions.keySet().equals(values.keySet())) {
                throw new ListingException("[" + file.path() + "] Expected folders of " + values.keySet() + ", as in "
                        + files.get(0).path() + ", but found " + partitions.keySet());
            }
            for (Map.Entry<String, String> partition : partitions.entrySet()) {
                PartitionPath.requireValue(file.path(), partition.getKey(), partition.getValue());
                values.computeIfAbsent(partition.getKey(), key -> new ArrayList<>())
                        .add(partition.getValue());
            }
        }
        Map<String, ScalarType> types = new LinkedHashMap<>();
        values.forEach((key, all) -> types.put(key, type(all)));
        return new PartitionFields(types);
    }

    /** The fields of a recording of these files. */
    List<PartitionField> of(List<FileEntry> files) {
        List<PartitionField> fields = new ArrayList<>();
        types.forEach((key, type) -> {
            List<String> values = files.stream()
                    .map(file -> Objects.requireNonNull(
                            PartitionPath.of(file.path()).partitions().get(key)))
                    .toList();
            fields.add(new PartitionField(key, type, values));
        });
        return fields;
    }

    private static ScalarType type(List<String> values) {
        if (values.stream().allMatch(value -> fits(value, Long.MIN_VALUE, Long.MAX_VALUE))) {
            return ScalarType.INT64;
        }
        if (values.stream().allMatch(PartitionFields::isExact)) {
            return ScalarType.FLOAT64;
        }
        int longest = values.stream()
                .mapToInt(value -> value.codePointCount(0, value.length()))
                .max()
                .orElse(0);
        long bytes = Math.max(1, longest) * (long) CODE_POINT_BYTES;
        return new ScalarType(ScalarKind.TEXT, ByteOrder.LITTLE_ENDIAN, bytes, "");
    }

    /** Whole numbers that float64 rounds, such as stamps in nanoseconds, would become one. */
    private static boolean isExact(String value) {
        return value.matches(NUMBER) && (!value.matches(WHOLE) || fits(value, -LARGEST_EXACT, LARGEST_EXACT));
    }

    private static boolean fits(String value, long least, long most) {
        if (!value.matches(WHOLE)) {
            return false;
        }
        try {
            long number = Long.parseLong(value);
            return number >= least && number <= most;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
