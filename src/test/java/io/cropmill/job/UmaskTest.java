package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A night of a user whose umask is 027: members of the group read all of it, others nothing. */
@Slow
class UmaskTest {
    @TempDir
    Path folder;

    @Test
    void aGroupMemberReadsEverything() throws IOException, InterruptedException {
        PaddedFile.write(folder.resolve("source/deep/a.npy"), 40, 1, 3, 0, 40);
        PaddedFile.write(folder.resolve("source/b.npy"), 40, 2, 7, 8, 9, 10, 11, 12, 13, 14);
        Path target = folder.resolve("new/target");
        for (int night = 0; night < 2; night++) {
            DriverProcess driver = DriverProcess.start(
                    folder,
                    List.of("/bin/sh", "-c", "umask 027; exec \"$@\"", "sh"),
                    Map.of("spark.master", "local[2]"),
                    "rebuild",
                    "--source",
                    folder.resolve("source").toString(),
                    "--target",
                    target.toString(),
                    "--set",
                    "split-bytes=3000");
            assertThat(driver.end()).as(driver.printed()).isZero();
            PaddedFile.write(folder.resolve("source/b.npy"), 40, 3, 7, 8, 9, 10, 11, 12, 13, 14);
        }
        Set<PosixFilePermission> folders = PosixFilePermissions.fromString("rwxr-x---");
        Set<PosixFilePermission> files = PosixFilePermissions.fromString("rw-r-----");
        try (Stream<Path> all = Files.walk(folder.resolve("new"))) {
            assertThat(all.toList())
                    .hasSizeGreaterThan(20)
                    .allSatisfy(path -> assertThat(Files.getPosixFilePermissions(path))
                            .isEqualTo(Files.isDirectory(path) ? folders : files));
        }
    }
}
