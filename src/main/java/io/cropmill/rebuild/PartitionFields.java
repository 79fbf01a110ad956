package io.cropmill.rebuild;

import io.cropmill.crop.PartitionField;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.ScalarType.Kind;
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
 * @param kinds by key: INT (64 bits), or FLOAT where some value is not a whole number, or TEXT where one is no number
 */
record PartitionFields(Map<String, Kind> kinds) {
    static final PartitionFields NONE = new PartitionFields(Map.of());

    private static final String WHOLE = "[+-]?[0-9]{1,18}";
    private static final String NUMBER = "[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?|NaN";
    private static final int CODE_POINT_BYTES = 4;

    /** Refuses files without some of the keys; the key that names recordings is left out. */
    static PartitionFields of(List<FileEntry> files, String recordingField) throws IOException {
        Map<String, Kind> kinds = new LinkedHashMap<>();
        for (FileEntry file : files) {
            Map<String, String> partitions = PartitionPath.of(file.path()).partitions();
            partitions.remove(recordingField);
            if (file != files.get(0) && !partitions.keySet().equals(kinds.keySet())) {
                throw new IOException("[" + file.path() + "] Expected folders of " + kinds.keySet() + ", as in "
                        + files.get(0).path() + ", but found " + partitions.keySet());
            }
            for (Map.Entry<String, String> partition : partitions.entrySet()) {
                kinds.merge(partition.getKey(), kind(partition.getValue()), PartitionFields::wider);
            }
        }
        return new PartitionFields(kinds);
    }

    private static Kind kind(String value) {
        return value.matches(WHOLE) ? Kind.INT : value.matches(NUMBER) ? Kind.FLOAT : Kind.TEXT;
    }

    private static Kind wider(Kind one, Kind other) {
        return one == Kind.TEXT || other == Kind.INT ? one : other;
    }

    /** The fields of a recording of these files; text is as wide as the longest of their values. */
    List<PartitionField> of(List<FileEntry> files) {
        List<PartitionField> fields = new ArrayList<>();
        kinds.forEach((key, kind) -> {
            List<String> values = files.stream()
                    .map(file -> Objects.requireNonNull(
                            PartitionPath.of(file.path()).partitions().get(key)))
                    .toList();
            fields.add(new PartitionField(key, type(kind, values), values));
        });
        return fields;
    }

    private static ScalarType type(Kind kind, List<String> values) {
        if (kind != Kind.TEXT) {
            return kind == Kind.INT ? ScalarType.INT64 : ScalarType.FLOAT64;
        }
        int longest = values.stream()
                .mapToInt(value -> value.codePointCount(0, value.length()))
                .max()
                .orElse(0);
        long bytes = Math.max(1, longest) * (long) CODE_POINT_BYTES;
        return new ScalarType(Kind.TEXT, ByteOrder.LITTLE_ENDIAN, bytes, "");
    }
}
