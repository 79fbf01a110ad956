package io.cropmill.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.cropmill.raster.Channel;
import io.cropmill.raster.Component;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.raster.RasterSpec.Range;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RasterSettingsTest {
    @TempDir
    Path folder;

    @Test
    void hasOneRasterByDefault() {
        assertThat(SettingsLoader.defaults().recipe().rasters()).containsExactly(RasterSpec.defaults());
    }

    @Test
    void readsEveryPart() throws IOException {
        List<RasterSpec> rasters = load("""
                        rasters.far {
                          channels = [count, "top(xy.1)"]
                          height = 10
                          width = 20
                          x = [-50, 50.5]
                          y = [0, 1e2]
                          x-field = a
                          y-field = b.2
                          height-field = c
                          dtype = float16
                          shift = 0.25
                          class = org.example.Mine
                        }
                        """).recipe().rasters();

        assertThat(rasters)
                .containsExactly(
                        RasterSpec.defaults(),
                        new RasterSpec(
                                "far",
                                List.of(
                                        Channel.CountKind.COUNT,
                                        new Channel.Statistic(
                                                Channel.Statistic.StatisticKind.TOP, new Component("xy", 1))),
                                new RasterSpec.Grid(10, 20, new Range(-50, 50.5), new Range(0, 100)),
                                new RasterSpec.Coordinates(
                                        new Component("a", 0), new Component("b", 2), new Component("c", 0)),
                                GridType.FLOAT16,
                                0.25,
                                new RasterSpec.UserClass("org.example.Mine", "")));
    }

    @Test
    void takesFromDefaultWhatANamedRasterDoesNotSet() {
        List<RasterSpec> rasters = set(
                "rasters.default.height=10",
                "rasters.default.class=org.example.Mine",
                "rasters.b.shift=1",
                "rasters.a.class=null");

        assertThat(rasters).extracting(RasterSpec::name).containsExactly("default", "a", "b");
        assertThat(rasters).extracting(RasterSpec::height).containsOnly(10);
        assertThat(rasters)
                .extracting(RasterSpec::rasterizerClass)
                .containsExactly(Optional.of("org.example.Mine"), Optional.empty(), Optional.of("org.example.Mine"));
    }

    @Test
    void takesTheBuiltInDefaultWhereDefaultIsNull() {
        assertThat(set("rasters.default=null")).isEmpty();
        assertThat(set("rasters=null")).isEmpty();
        assertThat(set("rasters.default=null", "rasters.wide.width=96"))
                .extracting(RasterSpec::name, RasterSpec::height, RasterSpec::width)
                .containsExactly(tuple("wide", 48, 96));
    }

    @Test
    void dropsARasterOfTheFileWithNull() throws IOException {
        Path file = Files.writeString(folder.resolve("some.conf"), "rasters.far.width = 96");

        assertThat(SettingsLoader.load(Optional.of(file), List.of("rasters.far=null"))
                        .recipe()
                        .rasters())
                .containsExactly(RasterSpec.defaults());
    }

    @Test
    void tellsEveryProblemOnceAndWhereItComesFrom() {
        assertThat(problems(
                        "rasters.default.height=0",
                        "rasters.default.dtype=int8",
                        "rasters.b.shift=-1",
                        "rasters.b.x=1,2,3",
                        "rasters.b.channels=[count, median(height)]",
                        "rasters.b.wdith=3",
                        "rasters.c=7"))
                .containsExactly(
                        "rasters.default.dtype must be float32 or float16 but was \"int8\" (--set)",
                        "rasters.b.channels: Expected count, occupancy, density, or max, min, mean, top of a component"
                                + " such as max(height) or mean(xy.0), but found \"median(height)\" (--set)",
                        "rasters.b.x must be two numbers [from, to] but was \"1,2,3\" (--set)",
                        "rasters.c must be a section { ... } but was \"7\" (--set)",
                        "Unknown key rasters.b.wdith (--set); did you mean rasters.b.width?");
    }

    @Test
    void tellsWhatTheSpecificationRefuses() {
        assertThat(problems("rasters.default.height=0", "rasters.b.shift=-1", "rasters.B.width=1"))
                .containsExactly(
                        "rasters.default.height must be positive but was 0 (--set)",
                        "the name of rasters.B must be lower-case letters, digits, - and _, beginning with a letter or"
                                + " digit, at most 64, but was \"B\"",
                        "rasters.b.shift must be 0 or more metres, and finite as float32, but was -1.0 (--set)");
    }

    private static List<RasterSpec> set(String... pairs) {
        return SettingsLoader.load(Optional.empty(), List.of(pairs)).recipe().rasters();
    }

    private static List<String> problems(String... pairs) {
        SettingsException e = catchThrowableOfType(SettingsException.class, () -> set(pairs));
        return e.problems().stream().map(Problem::sentence).toList();
    }

    private Settings load(String text) throws IOException {
        return SettingsLoader.load(Optional.of(Files.writeString(folder.resolve("some.conf"), text)), List.of());
    }
}
