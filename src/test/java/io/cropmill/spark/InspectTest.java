package io.cropmill.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cropmill.crop.PaddedFile;
import io.cropmill.spark.InspectRequest.Option;
import java.io.IOException;
import java.io.RandomAccessFile;
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
class InspectTest {
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

                                             size  of source
            source                      515.42 MB    100.0 %%
              reserved for points       510.53 MB     99.1 %%
              padding                   239.18 MB     46.4 %%
            pairs                       276.33 MB     53.6 %%
              metadata                    4.99 MB      1.0 %%
              points, structured        271.34 MB     52.6 %%
              points, plain             271.34 MB     52.6 %%
            raster default, float32     215.38 MB     41.8 %%
            raster default, float16     107.69 MB     20.9 %%
            pairs and rasters, float32  491.71 MB     95.4 %%
            pairs and rasters, float16  384.02 MB     74.5 %%

            Memory: 620.00 MB (--ram) less 20.00 MB a job leaves 560.00 MB for page cache
            3 jobs, each with a raster of its own, read in every epoch, from
                                             size  stays in memory
            source                      515.42 MB          100.0 %%
            pairs                       276.33 MB          100.0 %%
            pairs and rasters, float32  922.47 MB           60.7 %%
            rasters, float32            646.14 MB           86.7 %%
            pairs and rasters, float16  599.40 MB           93.4 %%
            rasters, float16            323.07 MB          100.0 %%

            Convert it: 510.53 MB of point slots become pairs of 276.3 MB, 46 %% less than the source takes;\
             with float32 rasters 491.7 MB. 3 training jobs at once leave 560.0 MB of 620.0 MB for page cache:\
             store float16 rasters, which stay in memory; in float32 their 3 rasters would take 646.1 MB.
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
                new InspectRequest.Source(source.toUri()), OptionalLong.of(620_000_000), 3, 20_000_000, Set.of());

        assertThat(outcome.status()).isEqualTo(JobOutcome.Status.DONE);
        assertThat(outcome.text()).isEqualTo(FIGURES.formatted(source));
        assertThat(Rebuilds.files(folder)).hasSize(10);
    }

    @Test
    void agreesWithWhatARebuildWrites() throws IOException {
        PaddedFile.write(source.resolve("a/b.npy"), 40, 1, 3, 0, 40, 12);
        PaddedFile.write(source.resolve("c.npy"), 40, 2, 5);
        Path target = folder.resolve("target");

        for (String layout : List.of("structured", "plain")) {
            JsonNode before = json(
                    new InspectRequest.Source(source.toUri()),
                    "cap=10",
                    "rasters.small.height=7",
                    "rasters.small.width=9");
            Rebuilds.run(
                    source.toUri(),
                    target.toUri(),
                    "cap=10",
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
    void notesWhatARebuildWouldRefuse() throws IOException {
        AnyPaddedFile.write(source.resolve("a.npy"), "[('p', '<f4', (20, 3)), ('point_count', '<i4')]", 20, 3);
        AnyPaddedFile.write(source.resolve("b.npy"), "[('p', '<f8', (20, 3)), ('point_count', '<i4')]", 20, 3);

        String text = Inspections.run(new InspectRequest.Source(source.toUri()), OptionalLong.of(1), 1, 0, Set.of())
                .text();

        assertThat(text).contains("""

                        Notes:
                          One dataset has one type of point, but here are 2: [('p', '<f4', (3,))] and [('p', '<f8', (3,))]
                          Raster default cannot be made of these points: [file://%s] Expected point field 'xy', which a\
                         raster reads, but found [('p', '<f4', (3,))]
                        """.formatted(source));
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

        assertThat(outcome.status()).isEqualTo(JobOutcome.Status.BAD_RECORDINGS);
        assertThat(outcome.text()).contains("""
                        recordings               2
                        unreadable               2
                        crops                    4
                        points                  47
                        """).contains("""

                        Cannot be read:
                          [v000001/b.points.npy] Expected a file, but found none
                          [v000001/c.points.npy] Expected 4 points, as the metadata has it, but found 43
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

    private static JsonNode json(InspectRequest.Subject subject, String... settings) throws IOException {
        return new JsonMapper()
                .readTree(Inspections.run(subject, OptionalLong.of(1), 1, 0, Set.of(Option.JSON), settings)
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
