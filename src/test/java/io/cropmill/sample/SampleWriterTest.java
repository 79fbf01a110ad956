package io.cropmill.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Slow
class SampleWriterTest {
    private static final SampleSpec SPEC = new SampleSpec(7, 2, 40, 1024);
    private static final int ROW_BYTES = 1024 * 16 + 44;
    private static final String FIRST = "drive-000/000000.npy";
    /** What NumPy reads: type, rows, and everything that the layout promises about values. */
    private static final String NUMPY_CHECK = """
            import io, sys
            import numpy as np
            a = np.load(sys.argv[1], allow_pickle=False)
            n, slots = a["point_count"], np.arange(1024)
            padding = slots[None, :] >= n[:, None]
            assert not a["xy"][padding].any() and not a["height"][padding].any() and not a["intensity"][padding].any()
            assert np.isfinite(a["xy"]).all() and np.abs(a["xy"]).max() <= 6 and n.max() <= 1024 and n.min() >= 0
            assert set(a["label"]) <= {0, 1, 2} and (np.diff(a["timestamp"]) >= 0).all()
            again = io.BytesIO()
            np.save(again, a)
            assert again.getvalue() == open(sys.argv[1], "rb").read()
            print(a.dtype.descr, a.shape, end="")
            """;

    @TempDir
    Path folder;

    @Test
    void writesTheSameFileForTheSameSpecification() throws IOException, NoSuchAlgorithmException {
        WrittenFile written = write(folder, SPEC, 0);
        byte[] bytes = Files.readAllBytes(folder.resolve(FIRST));
        assertThat(written.path()).isEqualTo(FIRST);
        assertThat(written.bytes()).isEqualTo(bytes.length);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
        assertThat(HexFormat.of().formatHex(digest))
                .isEqualTo("78544645bad4468f2cab98f8f078f584e9afd38cd69df4acdfe8df825a7c3ff7");
    }

    @Test
    void acceptsAFileThatIsAlreadyThereWithTheSameBytes() throws IOException {
        WrittenFile first = write(folder, SPEC, 1);
        assertThat(write(folder, SPEC, 1)).isEqualTo(first);
        assertThat(first.path()).isEqualTo("drive-000/000001.npy");
    }

    @Test
    void doesNotReplaceOtherData() throws IOException {
        write(folder, SPEC, 0);
        byte[] before = Files.readAllBytes(folder.resolve(FIRST));
        assertThatThrownBy(() -> write(folder, new SampleSpec(8, 2, 40, 1024), 0))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("[" + FIRST + "]");
        assertThat(Files.readAllBytes(folder.resolve(FIRST))).isEqualTo(before);
    }

    @Test
    void leavesSlotsBeyondThePointsZero() throws IOException {
        write(folder, SPEC, 0);
        ByteBuffer bytes =
                ByteBuffer.wrap(Files.readAllBytes(folder.resolve(FIRST))).order(ByteOrder.LITTLE_ENDIAN);
        int header = bytes.capacity() - 40 * ROW_BYTES;
        int padded = 0;
        for (int row = 0; row < 40; row++) {
            int start = header + row * ROW_BYTES;
            int count = bytes.getInt(start + 1024 * 16);
            for (int slot = count; slot < 1024; slot++) {
                assertThat(bytes.getLong(start + 8 * slot)).isZero();
                assertThat(bytes.getInt(start + 1024 * 8 + 4 * slot)).isZero();
                assertThat(bytes.getInt(start + 1024 * 12 + 4 * slot)).isZero();
                padded++;
            }
        }
        assertThat(padded).isGreaterThan(10_000);
    }

    @Test
    void writesWhatTheGeneratorMakes() throws IOException {
        write(folder, SPEC, 1);
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(folder.resolve("drive-000/000001.npy")))
                .order(ByteOrder.LITTLE_ENDIAN);
        int row = bytes.capacity() - ROW_BYTES;
        float[] x = new float[1024];
        float[] y = new float[1024];
        float[] height = new float[1024];
        float[] intensity = new float[1024];
        SampleCrop crop = new SampleCropGenerator(7, 1024).generate("drive-000/000001", 39, x, y, height, intensity);
        assertThat(crop.pointCount()).isPositive();
        for (int i = 0; i < crop.pointCount(); i++) {
            assertThat(bytes.getFloat(row + 8 * i)).isEqualTo(x[i]);
            assertThat(bytes.getFloat(row + 8 * i + 4)).isEqualTo(y[i]);
            assertThat(bytes.getFloat(row + 1024 * 8 + 4 * i)).isEqualTo(height[i]);
            assertThat(bytes.getFloat(row + 1024 * 12 + 4 * i)).isEqualTo(intensity[i]);
        }
        bytes.position(row + 1024 * 16);
        assertThat(bytes.getInt()).isEqualTo(crop.pointCount());
        assertThat(bytes.getInt()).isEqualTo(crop.label().code());
        assertThat(List.of(bytes.getDouble(), bytes.getDouble(), bytes.getDouble()))
                .containsExactly(crop.centreX(), crop.centreY(), crop.centreZ());
        assertThat(bytes.getFloat()).isEqualTo(crop.yaw());
        assertThat(bytes.getLong()).isEqualTo(crop.timestamp());
    }

    @Test
    void refusesARecordingThatTheSampleDoesNotHave() {
        assertThatThrownBy(() -> write(folder, SPEC, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Cannot write recording 2: the sample has 2, counted from 0");
    }

    @Test
    void isReadByNumPyAsItWasMeant() throws IOException, InterruptedException {
        String python = System.getenv("CROPMILL_PYTHON");
        if (python == null) {
            System.out.println("Skipped: NumPy does not read the sample, as CROPMILL_PYTHON names no interpreter");
        }
        Assumptions.assumeTrue(python != null, "CROPMILL_PYTHON names no interpreter with NumPy");
        write(folder, SPEC, 0);
        Process process = new ProcessBuilder(
                        python, "-c", NUMPY_CHECK, folder.resolve(FIRST).toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output)
                .isEqualTo("[('xy', '<f4', (1024, 2)), ('height', '<f4', (1024,)), ('intensity', '<f4', (1024,)),"
                        + " ('point_count', '<i4'), ('label', '<i4'), ('center', '<f8', (3,)), ('yaw', '<f4'),"
                        + " ('timestamp', '<i8')] (40,)");
    }

    private static WrittenFile write(Path root, SampleSpec spec, int recording) throws IOException {
        try (Storage storage = Storages.of(root.toString(), new Configuration())) {
            return SampleWriter.write(storage, spec, recording);
        }
    }
}
