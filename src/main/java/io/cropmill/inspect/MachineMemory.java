package io.cropmill.inspect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much memory training jobs of this machine, or of this container, may use together, page cache included: other
 * programs keep what they hold.
 *
 * @param bytes bytes of memory; 0 if they cannot be found out
 * @param origin place that says so: {@code --ram}, {@code /proc/meminfo} or the file of a control group
 */
public record MachineMemory(long bytes, String origin) {
    private static final String MEMINFO = "proc/meminfo";
    private static final Pattern AVAILABLE = Pattern.compile("(?m)^MemAvailable:\\s+(\\d{1,15}) kB$");
    private static final Pattern GROUP_V1 = Pattern.compile("(?m)^\\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(/.*)$");
    private static final Pattern GROUP_V2 = Pattern.compile("(?m)^0::(/.*)$");
    private static final int KIB = 1024;

    /** This machine's. */
    public static MachineMemory here() {
        return of(Path.of("/"));
    }

    /**
     * That of a machine whose {@code /proc} and {@code /sys} lie in a folder: what no program holds now, page cache
     * included, or a lower limit of the control group or of one above it, by which containers and batch systems are
     * bounded.
     */
    static MachineMemory of(Path root) {
        MachineMemory least = new MachineMemory(0, "unknown");
        String meminfo = text(root.resolve(MEMINFO));
        Matcher available = AVAILABLE.matcher(meminfo);
        if (available.find()) {
            least = new MachineMemory(Long.parseLong(available.group(1)) * KIB, "/" + MEMINFO);
        }
        String groups = text(root.resolve("proc/self/cgroup"));
        least = least.bounded(root, "sys/fs/cgroup/memory", GROUP_V1.matcher(groups), "memory.limit_in_bytes");
        return least.bounded(root, "sys/fs/cgroup", GROUP_V2.matcher(groups), "memory.max");
    }

    private MachineMemory bounded(Path root, String folder, Matcher group, String limit) {
        String path = group.find() ? group.group(1) : "/";
        MachineMemory least = this;
        // In a container, the path may be the host's, and what is mounted the container's own group.
        while (true) {
            String file = folder + (path.equals("/") ? "" : path) + "/" + limit;
            OptionalLong bytes = number(root.resolve(file));
            if (bytes.isPresent() && (bytes.getAsLong() < least.bytes || least.bytes == 0)) {
                least = new MachineMemory(bytes.getAsLong(), "/" + file);
            }
            if (path.equals("/")) {
                return least;
            }
            path = path.substring(0, Math.max(1, path.lastIndexOf('/')));
            path = path.isEmpty() ? "/" : path;
        }
    }

    /** Version 2 writes {@code max} for none, version 1 a number beyond any memory. */
    private static OptionalLong number(Path file) {
        String text = text(file).strip();
        return text.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    private static String text(Path file) {
        try {
            return Files.isRegularFile(file) ? String.join("\n", Files.readAllLines(file)) : "";
        } catch (IOException e) {
            // Not Linux, or hidden from this user: treated as missing.
            return "";
        }
    }

    /** Where it is from, for a sentence. */
    @Override
    public String toString() {
        return switch (origin) {
            case "--ram", "unknown" -> origin;
            case "/" + MEMINFO -> "MemAvailable of " + origin;
            default -> "by " + origin;
        };
    }
}
