package io.cropmill;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SmokeTest {
    @Test
    void runs() {
        assertThat(io.cropmill.npy.ScalarType.Kind.FLOAT.code()).isEqualTo((char) 102);
    }
}
