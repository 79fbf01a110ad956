package io.cropmill.subsample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Expected numbers are from {@code int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "little")}. */
class RecordingKeyTest {
    @Test
    void isTheBeginningOfTheNamesHash() {
        assertThat(RecordingKey.of("kitti/000000").value()).isEqualTo(0x94a7e99c43b5f2abL);
        assertThat(RecordingKey.of("").value()).isEqualTo(0x141cfc9842c4b0e3L);
    }

    @Test
    void readsNamesAsUtf8() {
        assertThat(RecordingKey.of("größe/雪").value()).isEqualTo(0x12d4b12f640df902L);
    }
}
