package io.cropmill.rebuild;

import io.cropmill.crop.PartitionField;
import io.cropmill.npy.ScalarType;
import io.cropmill.storage.FileEntry;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Crop fields that folders named {@code key=value} stand for: all files have the same keys, and their values are numbers.
 *
 * @param types by key: int64, or float64 where some value is not a whole number
 */
record PartitionFields(Map<String, ScalarType> types) {
    static final PartitionFields NONE = new PartitionFields(Map.of());

    private static final String WHOLE = "[+-]?[0-9]{1,18}";

    /** Refuses values that are not numbers; the key that names recordings is left out. */
    static PartitionFields of(List<FileEntry> files, String recordingField) throws IOException {
        Map<String, ScalarType> types = new LinkedHashMap<>();
        for (FileEntry file : files) {
            Map<String, String> partitions = PartitionPath.of(file.path()).partitions();
            partitions.remove(recordingField);
            if (file != files.get(0) && !partitions.keySet().equals(types.keySet())) {
                throw new IOException("[" + file.path() + "] Expected folders of " + types.keySet() + ", as in "
                        + files.get(0).path() + ", but found " + partitions.keySet());
            }
            for (Map.Entry<String, String> partition : partitions.entrySet()) {
                ScalarType type = type(file, partition.getKey(), partition.getValue());
                types.merge(partition.getKey(), type, (one, other) -> one.equals(other) ? one : ScalarType.FLOAT64);
            }
        }
        return new PartitionFields(types);
    }

    private static ScalarType type(FileEntry file, String key, String value) throws IOException {
        if (value.matches(WHOLE)) {
            return ScalarType.INT64;
        }
        try {
            Double.parseDouble(value);
            return ScalarType.FLOAT64;
        } catch (NumberFormatException e) {
            throw new IOException("[" + file.path() + "] Expected numbers in the folders of crop field '" + key
                    + "', but found \"" + value + "\"; keep folders in the names with source.partitions = name");
        }
    }

    /** The fields of a recording of these files. */
    List<PartitionField> of(List<FileEntry> files) {
        return types.entrySet().stream()
                .map(field -> new PartitionField(
                        field.getKey(),
                        field.getValue(),
                        files.stream()
                                .map(file -> PartitionPath.of(file.path())
                                        .partitions()
                                        .get(field.getKey()))
                                .toList()))
                .toList();
    }
}
