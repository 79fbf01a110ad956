package io.cropmill.raster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.subsample.Pcg64;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class GridEncoderTest {
    @Test
    void writesFloat32LittleEndianFromThePositionOn() {
        ByteBuffer target = ByteBuffer.allocate(10);
        target.put((byte) 9);
        assertThat(GridEncoder.encode(new float[] {1, -2}, GridType.FLOAT32, target))
                .isZero();
        assertThat(target.array()).containsExactly(9, 0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 0);
        assertThat(target.position()).isEqualTo(9);
    }

    @Test
    void writesFloat16AndCountsWhatSaturates() {
        ByteBuffer target = ByteBuffer.allocateDirect(12);
        int saturated = GridEncoder.encode(new float[] {1, 70000, 0, -1e9f, 65504, -65505}, GridType.FLOAT16, target);
        assertThat(saturated).isEqualTo(3);
        assertThat(target.hasRemaining()).isFalse();
        byte[] bytes = new byte[12];
        target.flip().get(bytes);
        assertThat(bytes).containsExactly(0, 0x3c, 0xff, 0x7b, 0, 0, 0xff, 0xfb, 0xff, 0x7b, 0xff, 0xfb);
    }

    @Test
    void writesNoNegativeZero() {
        for (GridType type : GridType.values()) {
            ByteBuffer target = ByteBuffer.allocate(5 * type.bytes());
            GridEncoder.encode(new float[] {-0f, -0f, -0f, -0f, -0f}, type, target);
            assertThat(target.array()).containsOnly(0);
        }
    }

    @Test
    void keepsNotANumberOfAUsersOwnClass() {
        ByteBuffer target = ByteBuffer.allocate(2);
        assertThat(GridEncoder.encode(new float[] {Float.NaN}, GridType.FLOAT16, target))
                .isZero();
        assertThat(target.array()).containsExactly(0, 0x7e);
    }

    @Test
    void refusesABufferWithoutTheRoom() {
        for (GridType type : GridType.values()) {
            ByteBuffer target = ByteBuffer.allocate(2 * type.bytes() - 1);
            assertThatThrownBy(() -> GridEncoder.encode(new float[2], type, target))
                    .isInstanceOf(BufferOverflowException.class);
        }
    }

    /** The expected hash is that of {@code np.clip(values, -65504, 65504).astype("<f2") + np.float16(0)}. */
    @Test
    void equalsNumPyOnAMillionFloats() {
        Pcg64 random = new Pcg64(16);
        float[] grid = new float[1_000_000];
        for (int i = 0; i < grid.length; i++) {
            float value = Float.intBitsToFloat((int) (random.next() >>> 32));
            grid[i] = Float.isNaN(value) ? 0 : value;
        }
        ByteBuffer target = ByteBuffer.allocate(2 * grid.length);
        assertThat(GridEncoder.encode(grid, GridType.FLOAT16, target)).isEqualTo(438_083);
        assertThat(Crops.sha256(target.array()))
                .isEqualTo("eadfd270a4b936630a2f8fa16e1d4fc1bb1cc443246d17c923813b06f7f0446e");
    }
}
