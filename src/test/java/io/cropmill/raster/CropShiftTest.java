package io.cropmill.raster;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.subsample.RecordingKey;
import org.junit.jupiter.api.Test;

/** Expected bits are from the definition in NumPy: two raw draws of PCG64, scaled in float64 and rounded to float32. */
class CropShiftTest {
    @Test
    void isSettledBySeedRecordingRowAndName() {
        assertThat(CropShift.of(Specs.shifted("shifted", 1.5), 0, RecordingKey.of("kitti/000000"), 0))
                .isEqualTo(shift(0xbfb6c224, 0xbfa697ff));
        assertThat(CropShift.of(Specs.shifted("s2", 0.25), -1, RecordingKey.of("größe/雪"), 77))
                .isEqualTo(shift(0x3cce0727, 0x3d08baa1));
        assertThat(CropShift.of(Specs.shifted("default", 1e-3), 3, RecordingKey.of("a"), 1))
                .isEqualTo(shift(0x397fe6d3, 0xba1dbed8));
    }

    @Test
    void isNothingInARasterThatIsNotShifted() {
        assertThat(CropShift.of(RasterSpec.defaults(), 5, RecordingKey.of("a"), 1))
                .isEqualTo(new CropShift(0, 0));
    }

    private static CropShift shift(int dx, int dy) {
        return new CropShift(Float.intBitsToFloat(dx), Float.intBitsToFloat(dy));
    }
}
