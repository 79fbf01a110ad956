package io.cropmill.rebuild.listing;

import io.cropmill.text.PercentEscapes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A path whose folders may be partitions, {@code weather=3/}, as Hive and Spark name them.
 *
 * @param partitions values by key, in the order of the folders, {@code %20} and the like decoded
 * @param rest the path without them
 */
record PartitionPath(Map<String, String> partitions, String rest) {
    private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

    static PartitionPath of(String path) {
        Map<String, String> partitions = new LinkedHashMap<>();
        List<String> rest = new ArrayList<>();
        String[] parts = path.split("/", -1);
        for (int i = 0; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            if (i < parts.length - 1 && equals > 0) {
                partitions.put(
                        PercentEscapes.decode(parts[i].substring(0, equals)),
                        PercentEscapes.decode(parts[i].substring(equals + 1)));
            } else {
                rest.add(parts[i]);
            }
        }
        return new PartitionPath(partitions, String.join("/", rest));
    }

    /**
     * The folders without the one that gives a partition's value, and without the file's name: {@code day=3/} or nothing.
     */
    static String foldersWithout(String path, String key) {
        List<String> folders = new ArrayList<>(List.of(path.split("/", -1)));
        folders.remove(folders.size() - 1);
        for (int i = folders.size() - 1; i >= 0; i--) {
            int equals = folders.get(i).indexOf('=');
            if (equals > 0
                    && PercentEscapes.decode(folders.get(i).substring(0, equals))
                            .equals(key)) {
                folders.remove(i);
                break;
            }
        }
        return joined(folders);
    }

    /** The folders that are no partitions: {@code drive/} or nothing. */
    String plainFolders() {
        List<String> folders = List.of(rest.split("/", -1));
        return joined(folders.subList(0, folders.size() - 1));
    }

    private static String joined(List<String> folders) {
        return folders.isEmpty() ? "" : String.join("/", folders) + "/";
    }

    /** Refuses the folder that Hive and Spark write rows into whose value is null. */
    static void requireValue(String path, String key, String value) throws IOException {
        if (value.equals(NULL)) {
            throw new ListingException(
                    "[" + path + "] Expected a value of '" + key + "' in the name of its folder, but found " + NULL
                            + ", which stands for null; write these rows again with a value");
        }
    }
}
