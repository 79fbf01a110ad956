package io.cropmill.ragged;

import java.io.Serializable;
import java.util.Locale;

/**
 * The part of a recording that one task writes; a recording written whole is its only shard.
 *
 * @param index index of this shard, from 0
 * @param of number of all shards
 * @param crops rows of the recording that it holds
 * @param points kept points of the recording that it holds
 */
public record Shard(int index, int of, ItemRun crops, ItemRun points) implements Serializable {
    /**
     * Consecutive items of an array.
     *
     * @param start index of the first
     * @param items number of items
     * @param total length of the whole array
     */
    public record ItemRun(long start, long items, long total) implements Serializable {
        public ItemRun {
            if (start < 0 || items < 0 || Math.addExact(start, items) > total) {
                throw new IllegalArgumentException(
                        "run must lie within its array but was " + start + " + " + items + " of " + total);
            }
        }
    }

    /** Where this shard's bytes of a file go: the file itself, or a hidden part beside it. */
    String path(String file) {
        if (of == 1) {
            return file;
        }
        int name = file.lastIndexOf('/') + 1;
        return String.format(Locale.ROOT, "%s.%s.part-%05d", file.substring(0, name), file.substring(name), index);
    }
}
