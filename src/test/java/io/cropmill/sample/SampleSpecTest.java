package io.cropmill.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SampleSpecTest {
    @Test
    void refusesWhatItCannotMean() {
        assertThatThrownBy(() -> new SampleSpec(0, 0, 1, 4096))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("sample.recordings must be positive but was 0");
        assertThatThrownBy(() -> new SampleSpec(0, 1, -3, 4096))
                .hasMessage("sample.crops-per-recording must be positive but was -3");
        assertThatThrownBy(() -> new SampleSpec(0, 1, 1, 0))
                .hasMessage("sample.capacity must be between 1 and 65536 but was 0");
        assertThatThrownBy(() -> new SampleSpec(0, 1, 1, 65_537))
                .hasMessage("sample.capacity must be between 1 and 65536 but was 65537");
        assertThatThrownBy(() -> SampleSpec.ofTotalBytes(0, 0, 4096))
                .hasMessage("sample.bytes must be positive but was 0");
        assertThatThrownBy(() -> SampleSpec.ofTotalBytes(0, Long.MAX_VALUE, 4096))
                .hasMessage("sample.bytes must be at most 2147483648000 but was 9223372036854775807");
        assertThatThrownBy(() -> new SampleCropGenerator(0, 0))
                .hasMessage("sample.capacity must be between 1 and 65536 but was 0");
    }

    @Test
    void dividesATotalIntoRecordingsOfAbout128Mebibytes() {
        SampleSpec spec = SampleSpec.ofTotalBytes(1, 2_000_000_000L, 4096);
        assertThat(spec.recordings()).isEqualTo(15);
        assertThat((double) spec.dataBytes()).isCloseTo(2e9, within(1e6));
        assertThat(spec.rowBytes()).isEqualTo(65_580);
    }

    @Test
    void makesOneSmallRecordingOfALittle() {
        assertThat(SampleSpec.ofTotalBytes(1, 10_000_000, 4096)).isEqualTo(new SampleSpec(1, 1, 152, 4096));
        assertThat(SampleSpec.ofTotalBytes(1, 1, 4096)).isEqualTo(new SampleSpec(1, 1, 1, 4096));
    }

    @Test
    void namesRecordingsByDrive() {
        assertThat(new SampleRecording(0).path()).isEqualTo("drive-000/000000.npy");
        assertThat(new SampleRecording(18).name()).isEqualTo("drive-001/000002");
        assertThatThrownBy(() -> new SampleRecording(-1))
                .hasMessage("A recording's index must not be negative but was -1");
    }
}
