package io.cropmill.npy;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** A batch of generated arrays in both directions between this room and NumPy itself, in one Python process each. */
@Slow
class NumpyInteropTest {
    private static final int CASES = 400;

    /** NumPy's way to the packed type: fields are assigned one by one, so padding stays behind. */
    private static final String PACKING = """
            import pathlib, sys, warnings
            import numpy as np
            warnings.simplefilter("ignore")
            folder = pathlib.Path(sys.argv[1])

            def packed(dt):
                if dt.subdtype:
                    base, shape = dt.subdtype
                    return np.dtype((packed(base), shape))
                if dt.names is not None:
                    return np.dtype([(n, packed(dt[n])) for n in dt.names])
                return dt.newbyteorder("<")

            def assign(target, source):
                if source.dtype.names is None:
                    target[...] = source
                    return
                for t, s in zip(target.dtype.names, source.dtype.names):
                    assign(target[t], source[s])

            def pack(array):
                dt = packed(array.dtype)
                # np.zeros makes S1 of S0.
                target = np.zeros(array.shape, dt) if dt.itemsize else np.ndarray(array.shape, dt, bytearray())
                assign(target, array)
                return target
            """;

    private static final String LOAD_AND_SAVE = PACKING + """
            for path in sorted(folder.glob("*.npy")):
                array = np.load(path, allow_pickle=False)
                with open(path.with_suffix(".saved"), "wb") as f:
                    np.save(f, array, allow_pickle=False)
                with open(path.with_suffix(".packed"), "wb") as f:
                    np.save(f, pack(array), allow_pickle=False)
            """;

    private static final String GENERATE = PACKING + """
            rng = np.random.default_rng(7)
            scalars = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "g", "F", "D", "G",
                       "S1", "S5", "U1", "U3", "V4", "M8[ns]", "M8[25s]", "m8[D]", "m8"]

            def scalar():
                return np.dtype(scalars[rng.integers(len(scalars))]).newbyteorder("<>"[rng.integers(2)])

            def kind(depth):
                choice = rng.integers(6 if depth else 3)
                if choice < 3:
                    return scalar()
                if choice < 5:
                    return np.dtype((kind(depth - 1), tuple(int(n) for n in rng.integers(1, 4, rng.integers(1, 3)))))
                return record(depth)

            def record(depth):
                names = [f"field {chr(97 + i)}'\\u00e9"[: int(rng.integers(7, 10))] for i in range(rng.integers(1, 6))]
                formats = [kind(depth - 1) for _ in names]
                how = rng.integers(3)
                if how == 0:
                    return np.dtype(list(zip(names, formats)))
                if how == 1:
                    return np.dtype(list(zip(names, formats)), align=True)
                offsets, end = [], 0
                for f in formats:
                    offsets.append(end + int(rng.integers(4)))
                    end = offsets[-1] + f.itemsize
                return np.dtype({"names": names, "formats": formats, "offsets": offsets,
                                 "titles": ["title " + n for n in names], "itemsize": end + int(rng.integers(4))})

            for i in range(%d):
                dt = scalar() if i %% 3 == 0 else record(3)
                shape = tuple(int(n) for n in rng.integers(0 if i %% 7 == 0 else 1, 5, rng.integers(0, 4)))
                count = int(np.prod(shape, dtype=np.int64))
                array = np.frombuffer(rng.bytes(count * dt.itemsize), dt, count).reshape(shape)
                path = folder / f"{i:04}.npy"
                if i %% 4 == 1:
                    array = array.reshape(shape[::-1]).T
                    path = folder / f"{i:04}.f.npy"
                version = [None, None, (2, 0), (3, 0)][rng.integers(4)]
                with open(path, "wb") as f:
                    np.lib.format.write_array(f, array, version, allow_pickle=False)
                (folder / (path.name + ".bytes")).write_bytes(pack(array).tobytes())
            """.formatted(CASES);

    @TempDir
    Path folder;

    @Test
    void numpyReadsAndWritesTheSameBytes() throws Exception {
        for (int i = 0; i < CASES; i++) {
            RandomTypes random = new RandomTypes(i);
            NpyHeader header = new NpyHeader(1, random.elementType(), false, random.shape(), 0);
            byte[] data = new byte[Math.toIntExact(header.dataBytes())];
            random.random().nextBytes(data);
            write("%04d.npy".formatted(i), NpyHeaderWriter.bytes(header.dtype(), header.shape()), data);
        }
        python(LOAD_AND_SAVE);
        for (int i = 0; i < CASES; i++) {
            String name = "%04d".formatted(i);
            byte[] file = Files.readAllBytes(folder.resolve(name + ".npy"));
            assertThat(Files.readAllBytes(folder.resolve(name + ".saved")))
                    .as(name)
                    .isEqualTo(file);
            NpyReader reader = new NpyReader(name, ByteBuffer.wrap(file));
            byte[] header = NpyHeaderWriter.bytes(
                    reader.header().dtype().packed(), reader.header().shape());
            assertThat(Files.readAllBytes(folder.resolve(name + ".packed")))
                    .as(name)
                    .isEqualTo(joined(header, reader.packedData(Integer.MAX_VALUE)));
        }
    }

    @Test
    void readsWhatNumpyWrites() throws Exception {
        python(GENERATE);
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(path -> path.toString().endsWith(".npy"))
                    .sorted()
                    .toList();
        }
        assertThat(files).hasSize(CASES);
        int fortran = 0;
        for (Path file : files) {
            byte[] bytes = Files.readAllBytes(file);
            NpyReader reader = new NpyReader(file.getFileName().toString(), ByteBuffer.wrap(bytes));
            NpyHeader header = reader.header();
            fortran += header.fortranOrder() ? 1 : 0;
            assertThat(reader.packedData(Integer.MAX_VALUE))
                    .as(file.toString())
                    .isEqualTo(Files.readAllBytes(Path.of(file + ".bytes")));
            if (header.version() == 1 && !header.fortranOrder()) {
                assertThat(bytes).as(file.toString()).startsWith(NpyHeaderWriter.bytes(header.dtype(), header.shape()));
            }
        }
        assertThat(fortran).isPositive();
    }

    private void write(String name, byte[] header, byte[] data) throws IOException {
        Files.write(folder.resolve(name), joined(header, data));
    }

    private static byte[] joined(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length)
                .put(first)
                .put(second)
                .array();
    }

    private void python(String program) throws IOException, InterruptedException {
        String python = System.getenv("CROPMILL_PYTHON");
        if (python == null) {
            String reason = "CROPMILL_PYTHON names no Python with NumPy: the comparison with NumPy is skipped";
            System.out.println(reason);
            throw new TestAbortedException(reason);
        }
        Path script = Files.writeString(folder.resolve("program.py"), program);
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(python, script.toString(), folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
    }
}
