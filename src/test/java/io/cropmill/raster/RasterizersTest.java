package io.cropmill.raster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class RasterizersTest {
    private static final ClassLoader LOADER = RasterizersTest.class.getClassLoader();

    /** Fills grids with their number of points. */
    public static class Constant implements Rasterizer {
        private final RasterSpec spec;

        public Constant(RasterSpec spec) {
            this.spec = spec;
        }

        @Override
        public List<Component> components() {
            return List.of(spec.xField());
        }

        @Override
        public void rasterize(int count, float[][] values, float dx, float dy, float[] grid) {
            java.util.Arrays.fill(grid, count);
        }
    }

    /** Says which it is. */
    public static class Versioned extends Constant {
        public Versioned(RasterSpec spec) {
            super(spec);
        }

        @Override
        public String version() {
            return "3";
        }
    }

    /** Says nothing. */
    public static class Unversioned extends Constant {
        public Unversioned(RasterSpec spec) {
            super(spec);
        }

        @Override
        @SuppressWarnings("NullAway") // As a class that nobody checked may do.
        public String version() {
            return null;
        }
    }

    /** Fails to say which it is. */
    public static class Failing extends Constant {
        public Failing(RasterSpec spec) {
            super(spec);
        }

        @Override
        public String version() {
            throw new IllegalStateException("no manifest");
        }
    }

    /** Not to be made. */
    public abstract static class Abstract extends Constant {
        public Abstract(RasterSpec spec) {
            super(spec);
        }
    }

    /** Has another constructor. */
    public static class Plain extends Constant {
        public Plain() {
            super(RasterSpec.defaults());
        }
    }

    /** Refuses the specification. */
    public static class Choosy extends Constant {
        public Choosy(RasterSpec spec) {
            super(spec);
            throw new UnsupportedOperationException("needs " + spec.name() + " to be odd");
        }
    }

    @Test
    void makesTheBuiltInOneUnlessAClassIsNamed() {
        Rasterizer rasterizer = Rasterizers.of(RasterSpec.defaults(), LOADER);
        assertThat(rasterizer).isInstanceOf(FastRasterizer.class);
        assertThat(rasterizer.components()).hasToString("[xy, xy.1, height, intensity]");
    }

    @Test
    void makesAClassOfTheUsersOwn() {
        RasterSpec spec = Specs.rasterizerClass(Constant.class.getName());
        Rasterizer rasterizer = Rasterizers.of(spec, LOADER);
        float[] grid = new float[2];
        rasterizer.rasterize(7, new float[0][], 0, 0, grid);
        assertThat(rasterizer.components()).containsExactly(spec.xField());
        assertThat(grid).containsOnly(7);
    }

    @Test
    void asksAClassForItsVersion() {
        assertThat(Rasterizers.versioned(RasterSpec.defaults(), LOADER)).isEqualTo(RasterSpec.defaults());
        RasterSpec silent = Specs.rasterizerClass(Constant.class.getName());
        assertThat(Rasterizers.versioned(silent.withRasterizerVersion("7"), LOADER))
                .isEqualTo(silent);
        RasterSpec versioned = Specs.rasterizerClass(Versioned.class.getName());
        assertThat(Rasterizers.versioned(versioned, LOADER)).isEqualTo(versioned.withRasterizerVersion("3"));
    }

    @Test
    void refusesAClassThatCannotSayItsVersion() {
        assertThatThrownBy(() -> Rasterizers.versioned(Specs.rasterizerClass(Unversioned.class.getName()), LOADER))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(": its version() gave null; give \"\" for none");
        assertThatThrownBy(() -> Rasterizers.versioned(Specs.rasterizerClass(Failing.class.getName()), LOADER))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(": its version() failed: java.lang.IllegalStateException: no manifest");
    }

    @Test
    void saysWhatIsWrongWithAClass() {
        assertRefused("no.such.Type", "no class of that name is on the class path; give its jar with --jars");
        assertRefused(String.class.getName(), "it does not implement io.cropmill.raster.Rasterizer");
        assertRefused(Plain.class.getName(), "it has no public constructor that takes a io.cropmill.raster.RasterSpec");
        assertRefused(Abstract.class.getName(), "it is abstract");
        assertRefused(
                Choosy.class.getName(),
                "its constructor failed: java.lang.UnsupportedOperationException: needs default to be odd");
    }

    /** A manifest names whatever it likes. */
    @Test
    void aClassThatIsNoRasterizerIsNotInitialised() {
        assertRefused(Initialised.class.getName(), "it does not implement io.cropmill.raster.Rasterizer");
        assertThat(INITIALISED).isFalse();
        assertThat(Initialised.NUMBER).isEqualTo(7);
        assertThat(INITIALISED).isTrue();
    }

    private static final AtomicBoolean INITIALISED = new AtomicBoolean();

    /** Leaves a trace when it is. */
    static final class Initialised {
        static final Integer NUMBER = initialised();

        private static Integer initialised() {
            INITIALISED.set(true);
            return 7;
        }
    }

    private static void assertRefused(String type, String reason) {
        assertThatThrownBy(() -> Rasterizers.of(Specs.rasterizerClass(type), LOADER))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("raster.class must name a usable Rasterizer but was " + type + ": " + reason);
    }
}
