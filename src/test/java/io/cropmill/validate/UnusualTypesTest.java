package io.cropmill.validate;

import static io.cropmill.validate.Pairs.messages;
import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.config.Settings.PaddingRule;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PaddedFile;
import io.cropmill.dataset.manifest.Recipe;
import io.cropmill.dataset.manifest.Recipe.PointsLayout;
import io.cropmill.raster.Channel;
import io.cropmill.raster.Component;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.RasterSpec.GridType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Points of every kind of number and byte order, with pads between and within fields, and crop fields with parts. */
class UnusualTypesTest {
    private static final String HEADER =
            "{'descr': [('xy', '>f8', (6, 2)), ('', '|V3'), ('h', '<f2', (6,)), ('i1', '|i1', (6,)), ('u8', '>u8', (6,)),"
                    + " ('i8', '<i8', (6,)), ('ok', '|b1', (6,)), ('rgb', [('r', '>u2'), ('', '|V1'), ('b', '|u1')], (6,)),"
                    + " ('n', '>u2'), ('box', [('size', '>f4', (2,)), ('', '|V2'), ('id', '|S3')])],"
                    + " 'fortran_order': False, 'shape': (3,), }";
    private static final int ROW = 96 + 3 + 12 + 6 + 48 + 48 + 6 + 24 + 2 + 13;
    private static final int[] COUNTS = {6, 0, 4};

    @TempDir
    Path folder;

    private Pairs pairs;

    private static ValidationSettings settings() {
        RasterSpec plain = RasterSpec.defaults();
        RasterSpec raster = new RasterSpec(
                "default",
                Arrays.stream(new String[] {"max(h)", "min(i1)", "mean(u8)", "max(i8)", "mean(ok)", "top(xy.1)"})
                        .map(Channel::parse)
                        .toList(),
                new RasterSpec.Grid(3, 3, plain.x(), plain.y()),
                new RasterSpec.Coordinates(plain.xField(), plain.yField(), Component.parse("h")),
                GridType.FLOAT32,
                0,
                null);
        return new ValidationSettings(
                new FieldChoice("n", List.of(), List.of()),
                new Recipe(5, 7, PointsLayout.STRUCTURED, List.of(raster)),
                1,
                PaddingRule.ANY,
                null);
    }

    @BeforeEach
    void build() throws IOException {
        pairs = new Pairs(folder);
        byte[] rows = new byte[3 * ROW];
        new Random(8).nextBytes(rows);
        ByteBuffer buffer = ByteBuffer.wrap(rows).order(ByteOrder.BIG_ENDIAN);
        for (int row = 0; row < 3; row++) {
            for (int value = 0; value < 12; value++) {
                buffer.putDouble(row * ROW + 8 * value, (value * 5 + row) % 12 - 6 + 0.25);
            }
            for (int value = 0; value < 6; value++) {
                // Halves of ordinary size, in the little-endian field.
                rows[row * ROW + 99 + 2 * value + 1] = (byte) (0x3c + value % 4);
            }
            buffer.putShort(row * ROW + ROW - 15, (short) COUNTS[row]);
        }
        Files.createDirectories(pairs.sourceFolder);
        Files.write(pairs.sourceFolder.resolve("a.npy"), PaddedFile.npy(HEADER, rows));
        pairs.build(settings(), "v000001");
    }

    @Test
    void readsThemAsTheJobsDo() throws IOException {
        assertThat(failures()).isEmpty();
        pairs.forget();
        assertThat(failures()).isEmpty();
    }

    @Test
    void namesTheLeafThatDiffers() throws IOException {
        byte[] metadata = pairs.read("v000001/a.npy");
        int id = Pairs.dataOffset(metadata) + 2 * 27 + 16 + 8 + 1;
        pairs.flip("v000001/a.npy", id, 0);
        byte[] points = pairs.read("v000001/a.points.npy");
        int record = 16 + 2 + 1 + 8 + 8 + 1 + 3;
        int blue = Pairs.dataOffset(points) + record + record - 1;
        pairs.flip("v000001/a.points.npy", blue, 7);
        pairs.forget();

        assertThat(failures())
                .satisfiesExactly(
                        first -> assertThat(first)
                                .startsWith("[v000001/a.points.npy] Expected rgb.b of point 1 of row 0 at byte " + blue
                                        + ": "),
                        second -> assertThat(second)
                                .startsWith("[v000001/a.npy] Expected box.id of row 2 at byte " + (id - 1) + ": 0x"));
    }

    /** Without the warnings that the random padding deserves. */
    private List<String> failures() throws IOException {
        return messages(pairs.validate(settings(), 2)).stream()
                .filter(message -> !message.contains("is the count too low?"))
                .toList();
    }
}
