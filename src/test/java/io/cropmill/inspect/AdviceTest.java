package io.cropmill.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.inspect.ConvertedBytes.CacheBytes;
import io.cropmill.raster.RasterSpec;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sentences, settings and commands, whole. */
class AdviceTest {
    private static final long GB = 1_000_000_000;
    private static final long MB = 1_000_000;

    /** 779,000 crops of 2,177 points, with 624 bytes of crop fields each. */
    static final ConvertedBytes TRAINING_SET = new ConvertedBytes(
            500_000_000,
            27_130_000_000L,
            OptionalLong.of(27_130_000_000L),
            List.of(new CacheBytes("default", 21_540_000_000L, 10_770_000_000L)));

    private static final String BOTH = "Convert both: pairs take 55.3 GB of the sources' 103.1 GB, of which 47.8 GB are"
            + " padding; with rasters in ";

    /** The machine of 62 GB on which three jobs read two sources of 51.5 GB. */
    @Test
    void saysWhyThreeJobsOnTwoSourcesStallAndWhatToDo() {
        Advice advice = report(62 * GB, trainingSet("single", 2), trainingSet("temporal", 1))
                .advice();

        assertThat(advice.sentences())
                .containsExactly(
                        "The sources, 103.1 GB, exceed the 56.0 GB of 62.0 GB that 3 training jobs leave for page cache:"
                                + " every epoch reads at least 47.1 GB from disk again, and the kernel swaps programs out to"
                                + " make room, which stalls jobs where swap is on a rotating disk; until then train from one"
                                + " source at a time, and move swap to a fast disk or lower vm.swappiness.",
                        BOTH + "float16 76.8 GB.",
                        "Train from the rasters in float16, one a job (set more of them, such as rasters.shifted { shift ="
                                + " 0.5 }): with labels 33.3 GB, which stay in memory; in float32 they would take 65.6 GB,"
                                + " and the pairs, 55.3 GB, would leave almost nothing.");
        assertThat(advice.settings()).containsExactly("rasters.default { dtype = float16 }");
        assertThat(advice.commands())
                .containsExactly(
                        "jobs/cropmill rebuild --source file:///data/single --target FOLDER --config FILE",
                        "jobs/cropmill rebuild --source file:///data/temporal --target FOLDER --config FILE");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "300 | 3 training jobs at once leave 294.0 GB of 300.0 GB for page cache, enough for the sources as they are."
                        + " | float32 98.3 GB. | Train from the rasters in float32, one a job (set more of them, such as"
                        + " rasters.shifted { shift = 0.5 }): with labels 65.6 GB, which stay in memory.",
                "113 | 3 training jobs at once leave 107.0 GB of 113.0 GB for page cache. | float32 98.3 GB. |"
                        + " Train from the rasters in float32, one a job (set more of them, such as rasters.shifted { shift ="
                        + " 0.5 }): with labels 65.6 GB, which stay in memory.",
                "30 | The sources, 103.1 GB, exceed the 24.0 GB of 30.0 GB that 3 training jobs leave for page cache: every"
                        + " epoch reads at least 79.1 GB from disk again, and the kernel swaps programs out to make room,"
                        + " which stalls jobs where swap is on a rotating disk; move swap to a fast disk or lower"
                        + " vm.swappiness. | float16 76.8 GB. | Not all of it stays in memory at once: train from one place"
                        + " at a time, from the rasters in float16.",
                "8 | The sources, 103.1 GB, exceed the 2.0 GB of 8.0 GB that 3 training jobs leave for page cache: every"
                        + " epoch reads at least 101.1 GB from disk again, and the kernel swaps programs out to make room,"
                        + " which stalls jobs where swap is on a rotating disk; move swap to a fast disk or lower"
                        + " vm.swappiness. | float16 76.8 GB. | Nothing stays in memory, so every epoch reads from disk; the"
                        + " rasters in float16, 33.3 GB, read the least: keep them on a fast disk, and swap off a slow one.",
            })
    void countsEverySourceOnceAndEveryJob(long ram, String now, String converted, String train) {
        assertThat(report(ram * GB, trainingSet("single", 2), trainingSet("temporal", 1))
                        .advice()
                        .sentences())
                .containsExactly(now, BOTH + converted, train);
    }

    @Test
    void runsFewerJobsWhereThatHelps() {
        assertThat(report(28 * GB, trainingSet("single", 3)).advice().sentences())
                .last()
                .isEqualTo("Not all of it stays in memory: run 1 job at a time, from the rasters in float32.");
    }

    @Test
    void doesNotCountOnTheLastTenthOfMemory() {
        // 58.0 GB for page cache; 52.2 GB of it hold 51.5 GB, but not 52.5.
        assertThat(report(62 * GB, trainingSet("single", 2)).advice().sentences())
                .first()
                .isEqualTo(
                        "2 training jobs at once leave 58.0 GB of 62.0 GB for page cache, enough for the source as it is.");
        assertThat(report(60 * GB, trainingSet("single", 2)).advice().sentences())
                .first()
                .isEqualTo("2 training jobs at once leave 56.0 GB of 60.0 GB for page cache.");
    }

    @Test
    void asksForTheMemoryThatIsNotKnown() {
        assertThat(report(0, trainingSet("single", 3)).advice().sentences())
                .containsExactly(
                        "How much memory this machine has is not known; give --ram.",
                        "Convert it: pairs take 27.6 GB of the source's 51.5 GB, of which 23.9 GB are padding; with rasters"
                                + " in float32 49.2 GB.");
    }

    /** Crops of 8 points without padding: their grids are two hundred times as large. */
    @Test
    void doesNotConvertWhereNothingIsSaved() {
        ConvertedBytes converted = new ConvertedBytes(
                2 * MB, 52 * MB, OptionalLong.empty(), List.of(new CacheBytes("default", 1_400 * MB, 700 * MB)));

        Advice advice = report(
                        62 * GB,
                        source("full", 1).bytes(53 * MB, 0).converted(converted).build())
                .advice();

        assertThat(advice.sentences())
                .containsExactly(
                        "One training job leaves 60.0 GB of 62.0 GB for page cache, enough for the source as it is.",
                        "Do not convert it: pairs would take 54.0 MB of the source's 53.0 MB, so there is almost nothing to"
                                + " save; rasters would add 1.4 GB in float32, 700.0 MB in float16, and make it larger than"
                                + " the source.",
                        "Train from the source, 53.0 MB, in memory after the first epoch.");
        assertThat(advice.settings()).isEmpty();
        assertThat(advice.commands()).isEmpty();
    }

    @Test
    void convertsToPairsAloneWhereRastersAreLargerThanTheSource() {
        ConvertedBytes converted = new ConvertedBytes(
                2 * MB, 20 * MB, OptionalLong.empty(), List.of(new CacheBytes("default", 1_400 * MB, 700 * MB)));

        Advice advice = report(
                        62 * GB,
                        source("small", 2)
                                .bytes(53 * MB, 30 * MB)
                                .converted(converted)
                                .build())
                .advice();

        assertThat(advice.sentences())
                .containsExactly(
                        "2 training jobs at once leave 58.0 GB of 62.0 GB for page cache, enough for the source as it is.",
                        "Convert it without rasters: pairs take 22.0 MB of the source's 53.0 MB, of which 30.0 MB are"
                                + " padding; rasters would add 1.4 GB in float32, 700.0 MB in float16, and make it larger"
                                + " than the source.",
                        "Train from the pairs, 22.0 MB, which stay in memory, once for all jobs.");
        assertThat(advice.settings()).containsExactly("rasters.default = null");
        assertThat(advice.commands())
                .containsExactly("jobs/cropmill rebuild --source file:///data/small --target FOLDER --config FILE");
    }

    /** Full crops of 16,384 points: a grid is a tenth of one. */
    @Test
    void convertsForRastersAloneWhereTheyAreSmall() {
        ConvertedBytes converted = new ConvertedBytes(
                1 * MB, 2_600 * MB, OptionalLong.empty(), List.of(new CacheBytes("default", 276 * MB, 138 * MB)));

        assertThat(report(
                                4 * GB,
                                source("full", 1)
                                        .bytes(2_610 * MB, 9 * MB)
                                        .converted(converted)
                                        .build())
                        .advice()
                        .sentences())
                .containsExactly(
                        "The source, 2.6 GB, exceeds the 2.0 GB of 4.0 GB that 1 training job leaves for page cache: every"
                                + " epoch reads at least 610.0 MB from disk again, and the kernel swaps programs out to make"
                                + " room, which stalls jobs where swap is on a rotating disk; move swap to a fast disk or"
                                + " lower vm.swappiness.",
                        "Convert it for the rasters, which take 276.0 MB in float32 of the source's 2.6 GB; pairs alone would"
                                + " save almost nothing.",
                        "Train from the rasters in float32: with labels 277.0 MB, which stay in memory, and the pairs, 2.6"
                                + " GB, would not stay.");
    }

    /** With the cap, pairs would take 10 GB. */
    @Test
    void takesWhatTheCapCutsForNoSaving() {
        ConvertedBytes converted = new ConvertedBytes(GB, 45 * GB, OptionalLong.empty(), List.of());

        assertThat(report(
                                128 * GB,
                                source("wide", 1)
                                        .bytes(50 * GB, 4 * GB)
                                        .cut(36 * GB)
                                        .counts(10, 6)
                                        .converted(converted)
                                        .build())
                        .advice()
                        .sentences())
                .containsExactly(
                        "One training job leaves 126.0 GB of 128.0 GB for page cache, enough for the source as it is.",
                        "Do not convert it: pairs would take 46.0 GB of the source's 50.0 GB, so there is almost nothing to"
                                + " save.",
                        "The cap of 4 would cut 6 of 10 points (36.0 GB), which is a loss and no saving: cap = 10 keeps all.",
                        "Train from the source, 50.0 GB, in memory after the first epoch.");
    }

    /** The pairs are worth it even so, and a rebuild takes the cap from the settings. */
    @Test
    void setsTheCapThatKeepsAll() {
        ConvertedBytes converted = new ConvertedBytes(GB, 9 * GB, OptionalLong.empty(), List.of());

        Advice advice = report(
                        16 * GB,
                        source("wide", 1)
                                .bytes(50 * GB, 34 * GB)
                                .cut(6 * GB)
                                .counts(16384, 4)
                                .converted(converted)
                                .build())
                .advice();

        assertThat(advice.sentences())
                .contains(
                        "The cap of 4 would cut 4 of 16,384 points (6.0 GB), which is a loss and no saving: cap = 16384"
                                + " keeps all.");
        assertThat(advice.settings()).containsExactly("cap = 16384");
        assertThat(advice.commands())
                .containsExactly("jobs/cropmill rebuild --source file:///data/wide --target FOLDER --config FILE");
    }

    /** The points of one source lie at map coordinates, those of the other around 0. */
    @Test
    void saysWhoseRastersWouldBeEmpty() {
        ConvertedBytes converted = new ConvertedBytes(
                2 * MB, 52 * MB, OptionalLong.empty(), List.of(new CacheBytes("default", 1_400 * MB, 700 * MB)));
        FixedInspection near = source("near", 1).bytes(53 * MB, 0).converted(converted);
        FixedInspection far =
                source("far", 1).bytes(53 * MB, 0).converted(converted).far();
        FixedInspection farther =
                source("farther", 1).bytes(53 * MB, 0).converted(converted).far();
        String kept =
                "Do not convert both: pairs would take 108.0 MB of the sources' 106.0 MB, so there is almost nothing to"
                        + " save; ";

        assertThat(report(62 * GB, near.build(), far.build()).advice().sentences())
                .contains(kept + "rasters of far would be empty, those of near would add 1.4 GB in float32, 700.0 MB in"
                        + " float16, and make it larger than the source.");
        assertThat(report(62 * GB, farther.build(), far.build()).advice().sentences())
                .contains(kept + "rasters would be empty.");
    }

    @Test
    void speaksOfEachPlaceWhereTheyDiffer() {
        ConvertedBytes pairs = new ConvertedBytes(GB, 9 * GB, OptionalLong.empty(), List.of());
        Advice advice = report(
                        128 * GB,
                        source("padded", 1)
                                .bytes(20 * GB, 9 * GB)
                                .converted(pairs)
                                .build(),
                        source("full", 1).bytes(10 * GB, 0).converted(pairs).build())
                .advice();

        assertThat(advice.sentences())
                .contains(
                        "Convert padded without rasters: pairs take 10.0 GB of the source's 20.0 GB, of which 9.0 GB are"
                                + " padding.",
                        "Do not convert full: pairs would take 10.0 GB of the source's 10.0 GB, so there is almost nothing"
                                + " to save.");
        assertThat(advice.commands())
                .containsExactly("jobs/cropmill rebuild --source file:///data/padded --target FOLDER");
    }

    @Test
    void speaksOfADatasetAsConverted() {
        Inspection dataset = source("crops", 3)
                .bytes(51_540_000_000L, 0)
                .converted(TRAINING_SET)
                .kind(InspectedLocation.LocationKind.DATASET)
                .rasters(List.of(RasterSpec.defaults()))
                .build();

        Advice advice = report(62 * GB, dataset).advice();

        assertThat(advice.sentences())
                .containsExactly(
                        "3 training jobs at once leave 56.0 GB of 62.0 GB for page cache.",
                        "The pairs take 27.6 GB, 46 % less than the source did; rasters take 21.5 GB in float32, 10.8 GB in"
                                + " float16.",
                        "Train from the rasters in float16, one a job (set more of them, such as rasters.shifted { shift ="
                                + " 0.5 }): with labels 32.8 GB, which stay in memory; in float32 they would take 65.1 GB.");
        assertThat(advice.settings()).containsExactly("rasters.default { dtype = float16 }");
        assertThat(advice.commands()).isEmpty();
    }

    @Test
    void advisesNothingThatARebuildRefuses() {
        Advice advice = report(
                        62 * GB,
                        trainingSet("single", 1),
                        source("bad", 1)
                                .converted(TRAINING_SET)
                                .refused("[a.npy] is bad")
                                .build())
                .advice();

        assertThat(advice)
                .isEqualTo(new Advice(
                        List.of("A rebuild would publish nothing: fix what is listed above, then inspect again"
                                + " (on-bad-recording = skip leaves damaged recordings out)."),
                        List.of(),
                        List.of()));
    }

    private static InspectionReport report(long ram, Inspection... places) {
        return InspectionReport.of(List.of(places), new MachineMemory(ram, "--ram"), 2 * GB, ScanDepth.COUNTS);
    }

    private static Inspection trainingSet(String name, int jobs) {
        return source(name, jobs)
                .bytes(51_540_000_000L, 23_918_000_000L)
                .converted(TRAINING_SET)
                .rasters(List.of(RasterSpec.defaults()))
                .build();
    }

    private static FixedInspection source(String name, int jobs) {
        return new FixedInspection(name, jobs);
    }
}
