package io.cropmill.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
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
    static long freeBytes(FileSystem fileSystem, Path root) throws IOException {
        Path existing = existing(fileSystem, root);
        long raw = fileSystem.getStatus(existing).getRemaining();
        for (Path at = existing; at != null; at = at.getParent()) {
            raw = Math.min(raw, quotaLeft(fileSystem, at));
        }
        return raw / Math.max(1, fileSystem.getDefaultReplication(existing));
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

    /** A path with mounts and links resolved as far as it exists, and its host as the service is known to clients. */
    static URI realPath(FileSystem fileSystem, Path path, Configuration configuration) throws IOException {
        Path existing = existing(fileSystem, path);
        Path real = fileSystem.resolvePath(existing);
        FileSystem owner = real.getFileSystem(configuration);
        String service = Optional.ofNullable(owner.getCanonicalServiceName())
                .orElseGet(() -> Objects.requireNonNullElse(owner.getUri().getAuthority(), ""));
        String rest =
                path.toUri().getPath().substring(existing.toUri().getPath().length());
        String whole = ("/" + real.toUri().getPath() + "/" + rest).replaceAll("/+", "/");
        return new Path(owner.getScheme(), service, withoutEnd(whole)).toUri();
    }

    private static String withoutEnd(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private static Path existing(FileSystem fileSystem, Path path) throws IOException {
        Path at = path;
        while (true) {
            Path parent = at.getParent();
            if (parent == null || exists(fileSystem, at)) {
                return at;
            }
            at = parent;
        }
    }

    private static boolean exists(FileSystem fileSystem, Path path) throws IOException {
        try {
            fileSystem.getFileStatus(path);
            return true;
        } catch (FileNotFoundException e) {
            return false;
        }
    }
}
