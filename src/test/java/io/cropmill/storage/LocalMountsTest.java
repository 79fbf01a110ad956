package io.cropmill.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalMountsTest {
    /** A host's disk in /, some of its folders mounted a second time, another disk, and names that are escaped. */
    private static final LocalMounts MOUNTS = LocalMounts.parse("""
            22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
            23 22 0:21 / /proc rw shared:5 - proc proc rw
            24 22 0:4 mnt:[4026531841] /run/ns/mnt rw - nsfs nsfs rw
            30 22 8:1 /data/source/deep /in rw shared:1 - ext4 /dev/sda1 rw
            31 22 8:1 /data/source /again rw shared:1 - ext4 /dev/sda1 rw
            32 22 8:17 / /fast rw shared:9 - xfs /dev/sdb1 rw
            33 22 8:17 /out /data/source/linked rw shared:9 - xfs /dev/sdb1 rw
            34 22 8:1 /a\\040b\\134c /sp\\040ace rw - ext4 /dev/sda1 rw
            35 22 8:1 /gr\u00c3\u00b6\u00c3\u009fe /umlaut rw - ext4 /dev/sda1 rw
            36 22 8:17 /hidden /covered rw - xfs /dev/sdb1 rw
            37 36 8:1 /shown /covered rw - ext4 /dev/sda1 rw
            """);

    @ParameterizedTest
    @CsvSource({
        "/in/x, /data/source, true",
        "/data/source/deep/x, /in, true",
        "/data/source, /in, false",
        "/data/source/deeper, /in, false",
        "/again/out, /data/source, true",
        "/again, /data/source, true",
        "/data/source/out, /again, true",
        "/again, /in, false",
        "/again/deep/x, /in, true",
        "/fast/out/set, /data/source, true",
        "/fast/other, /data/source, false",
        "/data/source/linked/set, /fast, true",
        "/data/target, /data/source, false",
        "/sp ace/x, /a b\\c, true",
        "/umlaut/x, /größe, true",
        "/covered/x, /shown, true",
        "/covered/x, /fast/hidden, false",
        "/proc/x, /, true"
    })
    void foldersAreTheSameUnderWhateverPathTheirDiskIsMounted(String inner, String outer, boolean within) {
        assertThat(MOUNTS.isWithin(LocalNames.absolute(inner), LocalNames.absolute(outer)))
                .isEqualTo(within);
    }

    @Test
    void withoutAListNothingIsKnown() {
        assertThat(LocalMounts.parse("").isWithin(Path.of("/a/b"), Path.of("/a")))
                .isFalse();
    }

    @Test
    void knowsWhatIsMountedAtOrBelowAFolder() {
        assertThat(MOUNTS.below(Path.of("/data/source"))).contains(Path.of("/data/source/linked"));
        assertThat(MOUNTS.below(Path.of("/in"))).contains(Path.of("/in"));
        assertThat(MOUNTS.below(Path.of("/data/source/deep"))).isEmpty();
    }
}
