package io.cropmill.storage;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.security.AccessControlException;

/** What a Hadoop file system tells about files, room and places. */
final class HadoopSpace {
    private HadoopSpace() {}

    static FileEntry entry(String path, FileStatus status) {
        String identity = status instanceof HdfsFileStatus hdfs ? Long.toString(hdfs.getFileId()) : "";
        return new FileEntry(path, status.getLen(), status.getModificationTime(), identity);
    }

    /** Hosts by the number of bytes that they hold, most first, then by name. */
    static List<String> hosts(FileSystem fileSystem, Path file, long offset, long length) throws IOException {
        Map<String, Long> bytes = new HashMap<>();
        for (BlockLocation block : fileSystem.getFileBlockLocations(file, offset, length)) {
            long start = Math.max(offset, block.getOffset());
            long end = Math.min(Math.addExact(offset, length), Math.addExact(block.getOffset(), block.getLength()));
            for (String host : block.getHosts()) {
                bytes.merge(host, Math.max(0, end - start), Long::sum);
            }
        }
        return bytes.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The least of what the cluster has left and what the quotas of the folder and of those above it leave. */
    static long freeBytes(HadoopPlace place) throws IOException {
        FileSystem fileSystem = place.owner();
        long raw = fileSystem.getStatus(place.existing()).getRemaining();
        for (Path at = place.existing(); at != null; at = at.getParent()) {
            raw = Math.min(raw, quotaLeft(fileSystem, at));
        }
        return raw / Math.max(1, fileSystem.getDefaultReplication(place.existing()));
    }

    private static long quotaLeft(FileSystem fileSystem, Path folder) throws IOException {
        try {
            QuotaUsage usage = fileSystem.getQuotaUsage(folder);
            return usage.getSpaceQuota() < 0
                    ? Long.MAX_VALUE
                    : Math.max(0, usage.getSpaceQuota() - usage.getSpaceConsumed());
        } catch (AccessControlException e) {
            // A folder above whose quota the user may not read still has it; a write would say so.
            return Long.MAX_VALUE;
        }
    }
}
