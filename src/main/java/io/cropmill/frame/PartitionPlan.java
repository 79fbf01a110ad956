package io.cropmill.frame;

import io.cropmill.frame.PartitionPlan.Slice;
import io.cropmill.frame.RowRanges.RowRange;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * Cuts files by ranges of rows and gathers small ones, so that tasks read about the same number of bytes.
 *
 * @param splitBytes bytes that a task should read
 * @param openBytes bytes that could be read in the time of opening a file
 */
record PartitionPlan(List<FormPlan> plans, long splitBytes, long openBytes) {
    /** As Spark plans files: no more than a split, no less than what opening one costs, else a share for every core. */
    static PartitionPlan of(List<FormPlan> plans, List<Slice> slices, long mostBytes, long openBytes, int parallelism) {
        long total = 0;
        for (Slice slice : slices) {
            total += slice.rows() * plans.get(slice.plan()).bytesRead(slice.file()) + openBytes;
        }
        long share = Math.max(openBytes, total / Math.max(1, parallelism));
        return new PartitionPlan(plans, Math.max(1, Math.min(mostBytes, share)), openBytes);
    }

    List<List<Slice>> partitions(List<Slice> slices) {
        List<List<Slice>> partitions = new ArrayList<>();
        List<Slice> partition = new ArrayList<>();
        long bytes = 0;
        for (Slice slice : slices) {
            for (Slice piece : cut(slice)) {
                long more = piece.rows() * rowBytes(piece) + openBytes;
                if (!partition.isEmpty() && bytes + more > splitBytes) {
                    partitions.add(partition);
                    partition = new ArrayList<>();
                    bytes = 0;
                }
                partition.add(piece);
                bytes += more;
            }
        }
        if (!partition.isEmpty()) {
            partitions.add(partition);
        }
        return partitions;
    }

    private long rowBytes(Slice slice) {
        return Math.max(1, plans.get(slice.plan()).bytesRead(slice.file()));
    }

    /** Pieces of a file, each of about a split, with as many ranges as make one up. */
    private List<Slice> cut(Slice slice) {
        long most = Math.max(1, splitBytes / rowBytes(slice));
        List<Slice> pieces = new ArrayList<>();
        List<RowRange> ranges = new ArrayList<>();
        long rows = 0;
        for (RowRange range : slice.ranges()) {
            for (long start = range.start(); start < range.end(); ) {
                long taken = Math.min(most - rows, range.end() - start);
                ranges.add(new RowRange(start, start + taken));
                start += taken;
                rows += taken;
                if (rows == most) {
                    pieces.add(new Slice(slice.file(), slice.plan(), ranges));
                    ranges = new ArrayList<>();
                    rows = 0;
                }
            }
        }
        if (!ranges.isEmpty()) {
            pieces.add(new Slice(slice.file(), slice.plan(), ranges));
        }
        return pieces;
    }

    /** The hosts that hold most of what each partition reads. */
    List<SlicePartition> located(List<List<Slice>> partitions, Configuration hadoop) throws IOException {
        Map<URI, Storage> storages = new HashMap<>();
        List<SlicePartition> located = new ArrayList<>();
        try {
            for (List<Slice> partition : partitions) {
                Slice largest = partition.stream()
                        .max(Comparator.comparingLong(slice -> slice.rows() * rowBytes(slice)))
                        .orElseThrow();
                located.add(new SlicePartition(partition, hosts(largest, storages, hadoop)));
            }
        } finally {
            for (Storage storage : storages.values()) {
                storage.close();
            }
        }
        return located;
    }

    private List<String> hosts(Slice slice, Map<URI, Storage> storages, Configuration hadoop) throws IOException {
        URI root = slice.file().root();
        if (Storages.isLocal(root)) {
            return List.of();
        }
        Storage storage = storages.get(root);
        if (storage == null) {
            storage = Storages.source(root, hadoop);
            storages.put(root, storage);
        }
        FoundFile file = slice.file();
        boolean points = file.points() != null && plans.get(slice.plan()).hasRaggedPoints();
        FileEntry read = points ? Objects.requireNonNull(file.points()) : file.file();
        long rowBytes = points || file.decoded() != null
                ? file.pointBytesOfRow()
                : file.form().rowBytes();
        long offset = Math.min(read.bytes(), slice.ranges().get(0).start() * rowBytes);
        long bytes = Math.min(read.bytes() - offset, slice.rows() * rowBytes);
        return storage.hosts(read.path(), offset, Math.max(1, bytes));
    }

    /**
     * Rows of one file that one task reads.
     *
     * @param plan index of the file's form among the plans
     * @param ranges ranges of rows, ascending and apart
     */
    record Slice(FoundFile file, int plan, List<RowRange> ranges) implements Serializable {
        private static final long serialVersionUID = 1L;

        Slice {
            ranges = List.copyOf(ranges);
        }

        long rows() {
            return ranges.stream().mapToLong(RowRange::rows).sum();
        }
    }

    /**
     * The slices that one task reads.
     *
     * @param hosts hosts that hold most of them
     */
    record SlicePartition(List<Slice> slices, List<String> hosts) implements InputPartition {
        private static final long serialVersionUID = 1L;

        SlicePartition {
            slices = List.copyOf(slices);
            hosts = List.copyOf(hosts);
        }

        @Override
        public String[] preferredLocations() {
            return hosts.toArray(String[]::new);
        }
    }
}
