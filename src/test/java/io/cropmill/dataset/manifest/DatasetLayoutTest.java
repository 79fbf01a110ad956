package io.cropmill.dataset.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatasetLayoutTest {
    @Test
    void namesVersionsAndLocks() {
        assertThat(DatasetLayout.version(7)).isEqualTo("v000007");
        assertThat(DatasetLayout.version(1_234_567)).isEqualTo("v1234567");
        assertThat(DatasetLayout.versionNumber("v1234567")).isEqualTo(OptionalLong.of(1_234_567));
        assertThat(DatasetLayout.lock(3)).isEqualTo("lock.000003");
        assertThat(DatasetLayout.lockNumber("lock.000003")).isEqualTo(OptionalLong.of(3));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v7",
                "v0000007",
                "V000007",
                "v000007/",
                "v000007 ",
                "v000007\n",
                "v00000x",
                "v-00007",
                "v+00007",
                "v000000",
                "v1000000000",
                "v999999999999999999",
                "v9999999999999999999999",
                "",
                "v0000\u0660\u0661",
                "v\uFF11\uFF12\uFF13\uFF14\uFF15\uFF16",
                "x"
            })
    void othersAreNoVersions(String name) {
        assertThat(DatasetLayout.versionNumber(name)).isEmpty();
        assertThatThrownBy(() -> DatasetLayout.metadata(name, "a"))
                .hasMessage("version must be a name such as v000007 but was \"" + name + "\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lock.1",
                "lock.0000003",
                "lock.000000",
                "lock.1000000000",
                "lock.999999999999999999",
                "lock.00000\u0661",
                "lock.-00003",
                "Lock.000003"
            })
    void othersAreNoLocks(String name) {
        assertThat(DatasetLayout.lockNumber(name)).isEmpty();
        assertThat(DatasetLayout.isOwn(name)).isFalse();
    }

    @Test
    void theLastNumberIsOne() {
        assertThat(DatasetLayout.versionNumber(DatasetLayout.version(DatasetLayout.LAST)))
                .isEqualTo(OptionalLong.of(DatasetLayout.LAST));
        assertThat(DatasetLayout.versionNumber(DatasetLayout.version(DatasetLayout.LAST + 1)))
                .isEmpty();
    }

    @Test
    void namesTheFilesOfARecording() {
        assertThat(DatasetLayout.metadata("v000007", "kitti/0")).isEqualTo("v000007/kitti/0.npy");
        assertThat(DatasetLayout.points("v000007", "kitti/0")).isEqualTo("v000007/kitti/0.points.npy");
        assertThat(DatasetLayout.raster("v000007", "kitti/0", "default")).isEqualTo("v000007/kitti/0.raster.npy");
        assertThat(DatasetLayout.raster("v000007", "kitti/0", "shifted"))
                .isEqualTo("v000007/kitti/0.raster-shifted.npy");
    }
}
