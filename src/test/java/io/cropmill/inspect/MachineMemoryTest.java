package io.cropmill.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineMemoryTest {
    private static final String MEMINFO =
            "MemTotal:       65011712 kB\nMemFree:         1000000 kB\nMemAvailable:   60000000 kB\n";
    private static final long AVAILABLE = 60000000L * 1024;

    @TempDir
    Path root;

    @Test
    void isWhatNoProgramHoldsOnAMachineWithoutLimits() throws IOException {
        write("proc/meminfo", MEMINFO);
        assertThat(MachineMemory.of(root)).isEqualTo(new MachineMemory(AVAILABLE, "/proc/meminfo"));

        write("proc/self/cgroup", "0::/user.slice/session-1.scope\n");
        write("sys/fs/cgroup/user.slice/memory.max", "max\n");
        assertThat(MachineMemory.of(root)).isEqualTo(new MachineMemory(AVAILABLE, "/proc/meminfo"));
    }

    @Test
    void isTheLowestLimitOfTheGroupsAbove() throws IOException {
        write("proc/meminfo", MEMINFO);
        write("proc/self/cgroup", "0::/batch/job\n");
        write("sys/fs/cgroup/batch/job/memory.max", "32000000000\n");
        write("sys/fs/cgroup/batch/memory.max", "16000000000\n");
        assertThat(MachineMemory.of(root))
                .isEqualTo(new MachineMemory(16_000_000_000L, "/sys/fs/cgroup/batch/memory.max"));
    }

    @Test
    void readsGroupsOfTheFirstVersion() throws IOException {
        write("proc/meminfo", MEMINFO);
        write("proc/self/cgroup", "9:name=systemd:/\n4:cpu,memory:/docker/1f\n0::/\n");
        write("sys/fs/cgroup/memory/docker/1f/memory.limit_in_bytes", "8000000000\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        assertThat(MachineMemory.of(root))
                .isEqualTo(new MachineMemory(8_000_000_000L, "/sys/fs/cgroup/memory/docker/1f/memory.limit_in_bytes"));
    }

    @Test
    void readsTheOwnGroupOfAContainerThatSeesTheHostsPath() throws IOException {
        write("proc/meminfo", MEMINFO);
        write("proc/self/cgroup", "0::/kubepods/pod1\n");
        write("sys/fs/cgroup/memory.max", "4000000000\n");
        assertThat(MachineMemory.of(root)).isEqualTo(new MachineMemory(4_000_000_000L, "/sys/fs/cgroup/memory.max"));
    }

    @Test
    void saysWhereItIsFrom() {
        assertThat(new MachineMemory(1, "/proc/meminfo")).hasToString("MemAvailable of /proc/meminfo");
        assertThat(new MachineMemory(1, "/sys/fs/cgroup/memory.max")).hasToString("by /sys/fs/cgroup/memory.max");
        assertThat(new MachineMemory(1, "--ram")).hasToString("--ram");
    }

    @Test
    void isUnknownElsewhere() {
        assertThat(MachineMemory.of(root)).isEqualTo(new MachineMemory(0, "unknown"));
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
