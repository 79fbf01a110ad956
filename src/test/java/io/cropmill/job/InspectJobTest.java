package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import io.cropmill.job.InspectRequest.InspectOption;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of sources and datasets, whole texts; nothing is written. */
@Slow
class InspectJobTest {
    private static final String FIGURES = """
            Source: file://%s

            recordings             10
            crops               7,790
            points         16,958,830
            points a crop     2,177.0
            smallest              258
            largest             4,096
            padding            46.9 %%

            Points [('xy', '<f4', (2,)), ('height', '<f4'), ('intensity', '<f4')], 16 bytes\
             each; 4,096 reserved in rows of 66,164 bytes (10 recordings)

            points          crops
            0 to 511           10  #
            512 to 1,023        0
            1,024 to 1,535      0
            1,536 to 2,047      0
            2,048 to 2,559  7,770  ########################################
            2,560 to 3,071      0
            3,072 to 3,583      0
            3,584 to 4,095      0
            4,096 to 4,607     10  #

            Points of 1,024 of 7,790 crops (--deep: of all)
                       smallest  largest  NaN  infinite
            xy.0              0        0    0         0
            xy.1              0        0    0         0
            height            0        0    0         0
            intensity         0        0    0         0

                            points in it  outside x  outside y  not finite  cells that hold points
            raster default       100.0 %%      0.0 %%      0.0 %%       0.0 %%                   0.0 %%

                                             size  of source
            source                      515.42 MB    100.0 %%
            pairs                       276.33 MB     53.6 %%
            raster default, float32     215.38 MB     41.8 %%
            raster default, float16     107.69 MB     20.9 %%
            pairs and rasters, float32  491.71 MB     95.4 %%
            pairs and rasters, float16  384.02 MB     74.5 %%

            Notes:
              10 of 7,790 crops (0.1 %%) fill their rows to the last slot: they were probably cut before
              All points that were looked at are zero

            Memory: 620.00 MB (--ram) less 20.00 MB for each of 3 jobs leaves 560.00 MB for page cache
            read in every epoch              size  fits in memory
            source                      515.42 MB         100.0 %%
            pairs                       276.33 MB         100.0 %%
            pairs and rasters, float32  922.47 MB          60.7 %%
            rasters, float32            651.13 MB          86.0 %%
            pairs and rasters, float16  599.40 MB          93.4 %%
            rasters, float16            328.06 MB         100.0 %%

            3 training jobs at once leave 560.0 MB of 620.0 MB for page cache.
            Convert it: pairs take 276.3 MB of the source's 515.4 MB, of which 239.2 MB are padding; with rasters in\
             float16 384.0 MB.
            Train from the rasters in float16, one a job (set more of them, such as rasters.shifted { shift = 0.5 }):\
             with labels 328.1 MB, which stay in memory; in float32 they would take 651.1 MB.

            Settings to paste into a FILE:
              rasters.default { dtype = float16 }

            Then:
              jobs/cropmill rebuild --source file://%s --target FOLDER --config FILE
            """;

    @TempDir
    Path folder;

    private Path source;

    @BeforeEach
    void nameFolder() throws IOException {
        source = Files.createDirectories(folder.resolve("source"));
    }

    /** A hundredth of 779,000 crops with a mean of 2,177 points and 624 bytes of crop fields: all holes but the counts. */
    @Test
    void tellsTheFiguresOfATrainingSet() throws IOException {
        for (int recording = 0; recording < 10; recording++) {
            writeSparse(source.resolve("day/" + recording + ".npy"), 779);
        }

        JobOutcome outcome = Inspections.run(
                new InspectRequest.SourceFolder(source.toUri()), OptionalLong.of(620_000_000), 3, 20_000_000, Set.of());

        assertThat(outcome.status()).isEqualTo(ExitCode.DONE);
        assertThat(outcome.text()).isEqualTo(FIGURES.formatted(source, source));
        assertThat(Rebuilds.files(folder)).hasSize(10);
    }

    /** The same twice, a hundredth of 62 GB of memory, and three jobs: two datasets of 51.5 GB on that machine. */
    @Test
    void tellsThreeJobsOnTwoSourcesWhyTheyStall() throws IOException {
        for (String name : List.of("single", "temporal")) {
            for (int recording = 0; recording < 10; recording++) {
                writeSparse(source.resolve(name + "/" + recording + ".npy"), 779);
            }
        }
        URI single = source.resolve("single").toUri();
        URI temporal = source.resolve("temporal").toUri();

        JobOutcome outcome = Inspections.run(
                List.of(
                        new InspectRequest.InspectedSource(new InspectRequest.SourceFolder(single), 2),
                        new InspectRequest.InspectedSource(new InspectRequest.SourceFolder(temporal), 1)),
                OptionalLong.of(620_000_000),
                20_000_000,
                Set.of());

        assertThat(outcome.text())
                .startsWith("Source: file://" + source + "/single, 2 jobs\n\nrecordings             10\n")
                .contains("\n\nSource: file://" + source + "/temporal, 1 job\n\nrecordings             10\n")
                .endsWith("""

            Memory: 620.00 MB (--ram) less 20.00 MB for each of 3 jobs leaves 560.00 MB for page cache
            read in every epoch              size  fits in memory
            sources                       1.03 GB          54.3 %%
            pairs                       552.66 MB         100.0 %%
            pairs and rasters, float32    1.20 GB          46.7 %%
            rasters, float32            656.11 MB          85.4 %%
            pairs and rasters, float16  875.73 MB          63.9 %%
            rasters, float16            333.05 MB         100.0 %%

            The sources, 1.0 GB, exceed the 560.0 MB of 620.0 MB that 3 training jobs leave for page cache: every epoch\
             reads at least 470.8 MB from disk again, and the kernel swaps programs out to make room, which stalls jobs\
             where swap is on a rotating disk; until then train from one source at a time, and move swap to a fast disk\
             or lower vm.swappiness.
            Convert both: pairs take 552.7 MB of the sources' 1.0 GB, of which 478.4 MB are padding; with rasters in\
             float16 768.0 MB.
            Train from the rasters in float16, one a job (set more of them, such as rasters.shifted { shift = 0.5 }):\
             with labels 333.0 MB, which stay in memory; in float32 they would take 656.1 MB, and the pairs, 552.7 MB,\
             would leave almost nothing.

            Settings to paste into a FILE:
              rasters.default { dtype = float16 }

            Then:
              jobs/cropmill rebuild --source file://%s/single --target FOLDER --config FILE
              jobs/cropmill rebuild --source file://%s/temporal --target FOLDER --config FILE
            """.formatted(source, source).replaceAll("(?m)^            ", ""));
    }

    /** With the cap that is advised, 40. */
    @Test
    void agreesWithWhatARebuildWrites() throws IOException {
        PaddedFile.write(source.resolve("a/b.npy"), 40, 1, 3, 0, 40, 12);
        PaddedFile.write(source.resolve("c.npy"), 40, 2, 5);
        Path target = folder.resolve("target");

        for (String layout : List.of("structured", "plain")) {
            JsonNode before = json(
                    new InspectRequest.SourceFolder(source.toUri()),
                    "cap=10",
                    "rasters.small.height=7",
                    "rasters.small.width=9");
            Rebuilds.run(
                    source.toUri(),
                    target.toUri(),
                    "cap=40",
                    "rasters.small.height=7",
                    "rasters.small.width=9",
                    "rasters.small.dtype=float16",
                    "points.layout=" + layout);
            String version = Files.readString(target.resolve("CURRENT")).strip();
            assertThat(before.at("/converted/metadata").longValue())
                    .isEqualTo(bytes(target.resolve(version), "b.npy", "c.npy"));
            assertThat(before.at("/converted/points/" + layout).longValue())
                    .isEqualTo(bytes(target.resolve(version), ".points.npy"));
            assertThat(before.at("/converted/rasters/default/float32").longValue())
                    .isEqualTo(bytes(target.resolve(version), ".raster.npy"));
            assertThat(before.at("/converted/rasters/small/float16").longValue())
                    .isEqualTo(bytes(target.resolve(version), ".raster-small.npy"));
            JsonNode after = json(new InspectRequest.Target(target.toUri(), Optional.of(version)));
            assertThat(after.get("converted")).isEqualTo(before.get("converted"));
        }
    }

    @Test
    void listsDamagedPairs() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), 40, 1, 3, 0, 40);
        PaddedFile.write(source.resolve("b.npy"), 40, 1, 3);
        PaddedFile.write(source.resolve("c.npy"), 40, 1, 4);
        PaddedFile.write(source.resolve("d.npy"), 40, 1, 4);
        Path target = folder.resolve("target");
        Rebuilds.run(source.toUri(), target.toUri());
        Files.delete(target.resolve("v000001/b.points.npy"));
        Files.copy(
                target.resolve("v000001/a.points.npy"),
                target.resolve("v000001/c.points.npy"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);

        JobOutcome outcome = Inspections.run(
                new InspectRequest.Target(target.toUri(), Optional.empty()), OptionalLong.of(1), 1, 0, Set.of());

        assertThat(outcome.status()).isEqualTo(ExitCode.BAD_RECORDINGS);
        assertThat(outcome.text()).contains("""
                        recordings               2
                        unreadable               2
                        crops                    4
                        points                  47
                        """).contains("""

                        Cannot be read:
                          [v000001/b.points.npy] Expected a file, but found none
                          [v000001/c.npy] Expected crops that take up the 43 points of v000001/c.points.npy, but found points 0 to 4
                        """);
    }

    @Test
    void refusesADatasetThatIsNone() {
        assertThatThrownBy(() -> Inspections.run(
                        new InspectRequest.Target(source.toUri(), Optional.empty()),
                        OptionalLong.of(1),
                        1,
                        0,
                        Set.of()))
                .isInstanceOf(IOException.class)
                .hasMessage("[file://" + source
                        + "] Expected a dataset with a live version, but found no CURRENT; check the"
                        + " path, or name a version with --version");
    }

    private static JsonNode json(InspectRequest.InspectionSubject subject, String... settings) throws IOException {
        return new JsonMapper()
                .readTree(Inspections.run(subject, OptionalLong.of(1), 1, 0, Set.of(InspectOption.JSON), settings)
                        .text());
    }

    private static long bytes(Path version, String... ends) throws IOException {
        long bytes = 0;
        for (String file : Rebuilds.files(version)) {
            for (String end : ends) {
                bytes += file.endsWith(end) ? Files.size(version.resolve(file)) : 0;
            }
        }
        return bytes;
    }

    /** Counts are 2,177 but for two crops, which are as far from it in either direction. */
    private static void writeSparse(Path file, int crops) throws IOException {
        Files.createDirectories(file.getParent());
        int countAt = 4096 * 16;
        int rowBytes = countAt + 4 + 624;
        byte[] header = PaddedFile.npy(
                "{'descr': [('xy', '<f4', (4096, 2)), ('height', '<f4', (4096,)), ('intensity', '<f4', (4096,)),"
                        + " ('point_count', '<i4'), ('features', '<f4', (12, 13))], 'fortran_order': False, 'shape': ("
                        + crops + ",), }",
                new byte[0]);
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.setLength(header.length + (long) crops * rowBytes);
            out.write(header);
            for (int crop = 0; crop < crops; crop++) {
                int count = crop == 0 ? 4096 : crop == 1 ? 2177 - (4096 - 2177) : 2177;
                out.seek(header.length + (long) crop * rowBytes + countAt);
                out.writeInt(Integer.reverseBytes(count));
            }
        }
    }
}
