package io.cropmill.raster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.raster.RasterSpec.Range;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class RasterSpecTest {
    private static final Range SIX = new Range(-6, 6);

    @Test
    void hasTheDefaultsOfTheFormat() {
        assertThat(RasterSpec.defaults().fingerprint())
                .isEqualTo("default: density, max(height), mean(intensity) on 48 x 48, x(xy) in [-6.0, 6.0), y(xy.1) in"
                        + " [-6.0, 6.0), height(height), float32, shift 0.0");
        assertThat(RasterSpec.defaults().gridBytes()).isEqualTo(3 * 48 * 48 * 4);
    }

    @Test
    void putsTheClassIntoItsFingerprint() {
        assertThat(Specs.rasterizerClass("a.B").fingerprint()).endsWith("shift 0.0, class a.B");
    }

    @Test
    void putsTheVersionOfTheClassIntoItsFingerprint() {
        RasterSpec spec = Specs.rasterizerClass("a.B").withRasterizerVersion("2.1");
        assertThat(spec.fingerprint()).endsWith("shift 0.0, version 2.1 of class a.B");
        assertThat(spec.withRasterizerVersion("")).isEqualTo(Specs.rasterizerClass("a.B"));
    }

    @Test
    void refusesVersionsThatAreNone() {
        for (String version : List.of("1 0", "\n", "a".repeat(101))) {
            assertRefused(
                    () -> Specs.rasterizerClass("a.B").withRasterizerVersion(version),
                    "raster.class must have a version of at most 100 characters without white space but it was \""
                            + version + "\"");
        }
        assertRefused(
                () -> RasterSpec.defaults().withRasterizerVersion("1"),
                "raster.class must be there where its version is 1");
    }

    @Test
    void countsHalfTheBytesOfFloat16() {
        assertThat(spec("h", 2, 3, SIX, SIX, GridType.FLOAT16, 0).gridBytes()).isEqualTo(2 * 3 * 2);
        assertThat(GridType.FLOAT16).hasToString("float16");
    }

    @Test
    void survivesSerialization() throws Exception {
        for (RasterSpec spec : List.of(
                RasterSpec.defaults(),
                Specs.rasterizerClass("a.B"),
                Specs.rasterizerClass("a.B").withRasterizerVersion("2"))) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(spec);
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                assertThat(in.readObject()).isEqualTo(spec);
            }
        }
    }

    @Test
    void reportsAllFaultsTogether() {
        assertRefused(
                () -> spec("Über", 0, -3, SIX, SIX, GridType.FLOAT32, -1),
                "raster.name must be lower-case letters, digits, - and _, beginning with a letter or digit, at most 64, but"
                        + " was \"Über\"",
                "raster.height must be positive but was 0",
                "raster.width must be positive but was -3",
                "raster.shift must be 0 or more metres, and finite as float32, but was -1.0");
    }

    @Test
    void refusesNoChannels() {
        assertRefused(
                () -> Specs.spec("a", List.of(), new RasterSpec.Grid(1, 1, SIX, SIX), GridType.FLOAT32, 0),
                "raster.channels must not be empty");
    }

    @Test
    void refusesNamesThatAreNoPartOfAFileName() {
        for (String name : List.of("", "-a", "_a", "a/b", "a.b", "a b", "a".repeat(65))) {
            assertRefused(
                    () -> spec(name, 1, 1, SIX, SIX, GridType.FLOAT32, 0),
                    "raster.name must be lower-case letters, digits, - and _, beginning with a letter or digit, at most 64,"
                            + " but was \"" + name + "\"");
        }
    }

    @Test
    void refusesRangesWithoutSize() {
        assertRefused(
                () -> spec("a", 1, 1, new Range(6, 6), new Range(1, -1), GridType.FLOAT32, 0),
                "raster.x must have its minimum below its maximum but was [6.0, 6.0)",
                "raster.y must have its minimum below its maximum but was [1.0, -1.0)");
    }

    @Test
    void refusesRangesThatAreNotFinite() {
        assertRefused(
                () -> spec("a", 1, 1, new Range(Double.NaN, 6), new Range(0, 1e39), GridType.FLOAT32, 0),
                "raster.x must be finite as float32 but was [NaN, 6.0)",
                "raster.y must be finite as float32 but was [0.0, 1.0E39)");
    }

    @Test
    void refusesCellsThatAreNothingOrInfiniteInFloat32() {
        assertRefused(
                () -> spec("a", 1, 9, new Range(0, 1e-45), new Range(-3e38, 3e38), GridType.FLOAT32, 0),
                "raster.x must give cells of a size above 0 and finite as float32 but was [0.0, 1.0E-45) in 9 cells",
                "raster.y must give cells of a size above 0 and finite as float32 but was [-3.0E38, 3.0E38) in 1 cells");
    }

    @Test
    void refusesMoreCellsThanAreExact() {
        spec("a", 2048, 2048, SIX, SIX, GridType.FLOAT32, 0);
        assertRefused(
                () -> spec("a", 2048, 2049, SIX, SIX, GridType.FLOAT32, 0),
                "raster.height times the width must be at most 4194304 cells but was 2048 x 2049");
        assertRefused(
                () -> spec("a", Integer.MAX_VALUE, Integer.MAX_VALUE, SIX, SIX, GridType.FLOAT32, 0),
                "raster.height times the width must be at most 4194304 cells but was 2147483647 x 2147483647");
    }

    @Test
    void refusesGridsThatNoArrayHolds() {
        assertRefused(
                () -> Specs.spec(
                        "a",
                        Collections.nCopies(128, Channel.parse("count")),
                        new RasterSpec.Grid(2048, 2048, SIX, SIX),
                        GridType.FLOAT32,
                        0),
                "raster.channels must be at most 127 for 2048 x 2048 cells but were 128");
    }

    @Test
    void refusesAShiftThatIsNotFinite() {
        for (double shift : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 1e39}) {
            assertRefused(
                    () -> Specs.shifted("a", shift),
                    "raster.shift must be 0 or more metres, and finite as float32, but was " + shift);
        }
    }

    @Test
    void refusesABlankClass() {
        assertRefused(() -> Specs.rasterizerClass(" "), "raster.class must not be blank; leave it out for none");
    }

    private static RasterSpec spec(String name, int height, int width, Range x, Range y, GridType dtype, double shift) {
        return Specs.spec(name, Specs.parsed("count"), new RasterSpec.Grid(height, width, x, y), dtype, shift);
    }

    private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable made, String... problems) {
        assertThatThrownBy(made).isInstanceOf(IllegalArgumentException.class).hasMessage(String.join("\n", problems));
    }
}
