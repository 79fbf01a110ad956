package io.cropmill.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UlpsTest {
    @Test
    void countsFloat32Steps() {
        assertThat(Ulps.FLOAT32.between(1f, Math.nextUp(1f))).isEqualTo(1);
        assertThat(Ulps.FLOAT32.between(1f, 2f)).isEqualTo(1 << 23);
        assertThat(Ulps.FLOAT32.between(-Float.MIN_VALUE, Float.MIN_VALUE)).isEqualTo(2);
        assertThat(Ulps.FLOAT32.between(0f, -0f)).isZero();
        assertThat(Ulps.FLOAT32.between(-Float.MAX_VALUE, Float.MAX_VALUE)).isEqualTo(2L * 0x7F7FFFFF);
        assertThat(Ulps.FLOAT32.between(1f, Float.NaN)).isEqualTo(-1);
    }

    @Test
    void countsFloat16StepsBetweenValuesThatFloat16Has() {
        Ulps half = Ulps.of("float16");

        assertThat(half.between(1f, 1f + 0x1p-10f)).isEqualTo(1);
        assertThat(half.between(65504f, 65472f)).isEqualTo(1);
        assertThat(half.between(0f, 0x1p-24f)).isEqualTo(1);
        assertThat(half.between(0x1p-14f, 0x0.ffcp-14f)).isEqualTo(1);
        assertThat(half.between(-0x1p-24f, 0x1p-23f)).isEqualTo(3);
        assertThat(half.between(1f, 2f)).isEqualTo(1024);
        assertThat(half.between(0f, 65504f)).isEqualTo(0x7BFF);
    }

    @Test
    void takesEveryOtherTypeForFloat32() {
        assertThat(Ulps.of("float32")).isEqualTo(Ulps.FLOAT32);
    }
}
