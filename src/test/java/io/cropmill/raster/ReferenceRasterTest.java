package io.cropmill.raster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cropmill.Slow;
import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.raster.RasterSpec.Range;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares random rasters, byte for byte, with the NumPy definition, in one Python process. */
@Slow
class ReferenceRasterTest {
    private static final int CASES = 400;
    private static final String[] CHANNELS = {
        "count",
        "occupancy",
        "density",
        "max(height)",
        "min(height)",
        "mean(height)",
        "top(height)",
        "max(intensity)",
        "min(intensity)",
        "mean(intensity)",
        "top(intensity)",
        "max(xy.0)",
        "min(xy.1)",
        "mean(xy.0)",
        "top(xy.1)"
    };
    private static final List<String> FIELDS = List.of("xy", "xy.1", "height", "intensity");
    private static final Range[] RANGES = {
        new Range(-6, 6),
        new Range(-6, 6),
        new Range(0, 1),
        new Range(-0.3, 0.7),
        new Range(-1e-39, 1e-39),
        new Range(1e6, 1e6 + 3),
        new Range(-2e38, 1e38)
    };
    private static final float[] ODD = {
        Float.NaN,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY,
        0f,
        -0f,
        Float.MIN_VALUE,
        -Float.MIN_VALUE,
        1e-40f,
        Float.MAX_VALUE,
        -Float.MAX_VALUE,
        65504f,
        65520f,
        -65520f,
        1e30f,
        -6f,
        6f,
        Math.nextDown(6f),
        1e-8f,
        -1e-8f
    };

    /** Reads cases, writes grids: each line is one case, its points are the next floats of a file. */
    private static final String SCRIPT = """
            import json, sys
            sys.path.insert(0, sys.argv[1])
            import numpy as np, reference
            point = np.dtype([("xy", "<f4", (2,)), ("height", "<f4"), ("intensity", "<f4")])
            with open("points", "rb") as points, open("grids", "wb") as grids:
                for line in open("cases", encoding="utf-8"):
                    case = json.loads(line)
                    crop = np.frombuffer(points.read(16 * case["count"]), point)
                    shift = np.array(case["offset"], np.uint32).view(np.float32)
                    grids.write(reference.rasterize(crop, {**reference.RASTER, **case["spec"]}, shift).tobytes())
            """;

    @TempDir
    private Path folder;

    // Never compared, so that the array's identity does not matter.
    @SuppressWarnings("ArrayRecordComponent")
    private record Case(RasterSpec spec, float[] points, float dx, float dy) {
        int count() {
            return points.length / 4;
        }

        String json() {
            String channels = spec.channels().stream().map(c -> "\"" + c + "\"").collect(Collectors.joining(","));
            return String.format(
                    Locale.ROOT,
                    "{\"count\": %d, \"offset\": [%d, %d], \"spec\": {\"channels\": [%s], \"height\": %d, \"width\": %d,"
                            + " \"x_field\": \"%s\", \"y_field\": \"%s\", \"height_field\": \"%s\","
                            + " \"x\": [%s, %s], \"y\": [%s, %s], \"dtype\": \"%s\", \"shift\": %s}}",
                    count(),
                    Integer.toUnsignedLong(Float.floatToRawIntBits(dx)),
                    Integer.toUnsignedLong(Float.floatToRawIntBits(dy)),
                    channels,
                    spec.height(),
                    spec.width(),
                    spec.xField(),
                    spec.yField(),
                    spec.heightField(),
                    spec.x().min(),
                    spec.x().max(),
                    spec.y().min(),
                    spec.y().max(),
                    spec.dtype(),
                    spec.shift());
        }
    }

    @BeforeAll
    static void needsPythonAndTheDefinition() {
        assumeTrue(System.getenv("CROPMILL_PYTHON") != null, "Not compared with NumPy: CROPMILL_PYTHON is not set");
        assumeTrue(
                Files.exists(reference().resolve("reference.py")),
                "Not compared with NumPy: there is no " + reference().resolve("reference.py"));
    }

    @Test
    void equalsTheDefinitionInNumPy() throws Exception {
        Random random = new Random(20260101);
        List<Case> cases =
                IntStream.range(0, CASES).mapToObj(i -> randomCase(random)).toList();
        ByteBuffer expected = reference(cases);
        for (Case one : cases) {
            byte[] grid = new byte[one.spec.gridBytes()];
            expected.get(grid);
            assertThat(rasterized(one))
                    .as("%s, %d points", one.spec, one.count())
                    .isEqualTo(grid);
        }
        assertThat(expected.hasRemaining()).isFalse();
    }

    private static byte[] rasterized(Case one) {
        Rasterizer rasterizer = new FastRasterizer(one.spec);
        float[] grid = new float[one.spec.gridSize()];
        ByteBuffer bytes = ByteBuffer.allocate(one.spec.gridBytes());
        // The second time there are leavings of the first.
        for (int time = 0; time < 2; time++) {
            float[][] values = rasterizer.components().stream()
                    .map(component -> column(one, component))
                    .toArray(float[][]::new);
            rasterizer.rasterize(one.count(), values, one.dx, one.dy, grid);
        }
        GridEncoder.encode(grid, one.spec.dtype(), bytes);
        return bytes.array();
    }

    private static float[] column(Case one, Component component) {
        int at = FIELDS.indexOf(component.toString());
        float[] column = new float[one.count() + 1];
        for (int i = 0; i < one.count(); i++) {
            column[i] = one.points[4 * i + at];
        }
        return column;
    }

    private static Case randomCase(Random random) {
        List<Channel> channels = new ArrayList<>();
        do {
            channels.add(Channel.parse(CHANNELS[random.nextInt(CHANNELS.length)]));
        } while (random.nextInt(4) > 0);
        Range x = RANGES[random.nextInt(RANGES.length)];
        Range y = random.nextBoolean() ? x : RANGES[random.nextInt(RANGES.length)];
        double shift = random.nextInt(3) == 0 ? 1.5 : 0;
        GridType dtype = random.nextBoolean() ? GridType.FLOAT32 : GridType.FLOAT16;
        RasterSpec usual = Specs.spec(
                "any",
                channels,
                new RasterSpec.Grid(1 + random.nextInt(60), 1 + random.nextInt(60), x, y),
                dtype,
                shift);
        RasterSpec spec = random.nextInt(4) > 0 ? usual : withOtherFields(usual, random);
        float[] points = new float[4 * (random.nextInt(8) == 0 ? random.nextInt(2) : random.nextInt(3000))];
        double odd = random.nextInt(3) == 0 ? 0 : random.nextDouble() * 0.1;
        float scale = random.nextInt(3) == 0 ? 1e5f : 3f;
        for (int i = 0; i < points.length; i++) {
            points[i] = switch (i % 4) {
                case 0 -> position(random, x, spec.width());
                case 1 -> position(random, y, spec.height());
                default -> (float) random.nextGaussian() * scale;
            };
            points[i] = random.nextDouble() < odd ? ODD[random.nextInt(ODD.length)] : points[i];
        }
        return new Case(spec, points, (float) random.nextGaussian(), (float) random.nextGaussian());
    }

    private static RasterSpec withOtherFields(RasterSpec spec, Random random) {
        List<Component> fields = random.ints(3, 0, FIELDS.size())
                .mapToObj(i -> Component.parse(FIELDS.get(i)))
                .toList();
        return new RasterSpec(
                spec.name(),
                spec.channels(),
                spec.grid(),
                new RasterSpec.Coordinates(fields.get(0), fields.get(1), fields.get(2)),
                spec.dtype(),
                spec.shift(),
                spec.userClass());
    }

    /** Within the range or near it, often on the border of a cell or beside it. */
    private static float position(Random random, Range range, int cells) {
        double size = range.max() - range.min();
        int cell = random.nextInt(cells + 2) - 1;
        return switch (random.nextInt(6)) {
            case 0 -> (float) (range.min() + cell * (size / cells));
            case 1 -> Math.nextDown((float) (range.min() + cell * (size / cells)));
            case 2 -> (float) (range.min() + (random.nextDouble() * 1.2 - 0.1) * size);
            default -> (float) (range.min() + (0.5 + random.nextGaussian() * 0.1) * size);
        };
    }

    private ByteBuffer reference(List<Case> cases) throws IOException, InterruptedException {
        Files.write(folder.resolve("cases"), cases.stream().map(Case::json).toList());
        int floats = cases.stream().mapToInt(one -> one.points.length).sum();
        ByteBuffer points = ByteBuffer.allocate(floats * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        cases.forEach(one -> {
            for (float value : one.points) {
                points.putFloat(value);
            }
        });
        Files.write(folder.resolve("points"), points.array());
        Process python = new ProcessBuilder(
                        Objects.requireNonNull(System.getenv("CROPMILL_PYTHON")),
                        "-c",
                        SCRIPT,
                        reference().toAbsolutePath().toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(python.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(python.waitFor()).as(output).isZero();
        return ByteBuffer.wrap(Files.readAllBytes(folder.resolve("grids")));
    }

    private static Path reference() {
        String shared = System.getenv("CROPMILL_SHARED");
        return Path.of(shared == null ? "../shared" : shared).resolve("reference");
    }
}
