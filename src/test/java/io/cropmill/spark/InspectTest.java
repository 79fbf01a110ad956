package io.cropmill.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.PaddedFile;
import io.cropmill.report.Progress;
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

        JobOutcome outcome = inspect(
                new InspectRequest.Source(source.toUri()), OptionalLong.of(620_000_000), 3, 20_000_000, Set.of());

        assertThat(outcome.status()).isEqualTo(JobOutcome.Status.DONE);
        assertThat(outcome.text()).isEqualTo("""
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

                        Convert it: 510.53 MB of padded points become pairs of 276.3 MB, 46 %% less than the source takes;\
                         with float32 rasters 491.7 MB. 3 training jobs at once leave 560.0 MB of 620.0 MB for page cache:\
                         store float16 rasters, which stay in memory; in float32 their 3 rasters would take 646.1 MB.
                        """.formatted(source));
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
    void tellsAProgram() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), 40, 1, 3, 0, 40);
        Files.writeString(source.resolve("b.npy"), "nothing");

        JobOutcome outcome = inspect(
                new InspectRequest.Source(source.toUri()),
                OptionalLong.of(1_000_000),
                2,
                400_000,
                Set.of(Option.JSON),
                "cap=10",
                "rasters.default=null");

        assertThat(outcome.status()).isEqualTo(JobOutcome.Status.BAD_RECORDINGS);
        assertThat(outcome.text()).isEqualTo("""
                        {
                          "kind" : "source",
                          "location" : "file://%s",
                          "version" : null,
                          "recordings" : 1,
                          "unreadable" : [ "[b.npy] Expected an .npy file at byte 0: \\\\x93NUMPY, but found nothin" ],
                          "crops" : 3,
                          "empty_crops" : 1,
                          "points" : 43,
                          "mean_points" : 14.333333333333334,
                          "smallest_crop" : 0,
                          "largest_crop" : 40,
                          "cap" : 10,
                          "over_cap" : 1,
                          "dropped_points" : 30,
                          "histogram" : {
                            "width" : 1,
                            "crops" : [ 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,\
                         0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 ]
                          },
                          "layouts" : [ {
                            "recordings" : 1,
                            "points" : "[('xy', '<f4', (2,)), ('height', '<f4'), ('intensity', '<f4')]",
                            "point_bytes" : 16,
                            "capacity" : 40,
                            "row_bytes" : 680
                          } ],
                          "source" : {
                            "bytes" : 2296,
                            "reserved_for_points" : 1920,
                            "padding" : 1232,
                            "padding_share" : 0.6416666666666667
                          },
                          "converted" : {
                            "metadata" : 412,
                            "points" : {
                              "structured" : 400,
                              "plain" : 336
                            },
                            "pair" : 812,
                            "rasters" : { },
                            "pair_and_rasters" : {
                              "float32" : 812,
                              "float16" : 812
                            }
                          },
                          "memory" : {
                            "bytes" : 1000000,
                            "origin" : "--ram",
                            "jobs" : 2,
                            "job_bytes" : 400000,
                            "cache_bytes" : 200000,
                            "uses" : {
                              "source" : {
                                "bytes" : 2296,
                                "cached_bytes" : 2296,
                                "cached_share" : 1.0
                              },
                              "pairs" : {
                                "bytes" : 812,
                                "cached_bytes" : 812,
                                "cached_share" : 1.0
                              }
                            }
                          },
                          "values" : null,
                          "padding" : null,
                          "notes" : [ ],
                          "advice" : "Convert it: 1.92 kB of padded points become pairs of 812 B, 65 %% less than the source\
                         takes. 2 training jobs at once leave 200.0 kB of 1.0 MB for page cache: the pairs stay in memory, so\
                         only the first epoch reads from disk."
                        }
                        """.formatted(source));
    }

    @Test
    void looksAtPointsAndPaddingWhereAsked() throws IOException {
        String row = "[('xy', '>f4', (4, 2)), ('n', '<u1', (4,)), ('point_count', '<i4')]";
        byte[] bytes = AnyPaddedFile.bytes(row, 4, 2, 2, 2, 4);
        int first = bytes.length - 4 * 40;
        float[][] rows = {
            {1, 2, -3, 4, 0, 0, 0, 0},
            {5, Float.NaN, 6, 7, 5, 5, 0, 0},
            {1, 1, 2, 2, 1, 1, 2, 2},
            {Float.POSITIVE_INFINITY, 0, 0, 0, 0, 0, 0.5f, -8}
        };
        byte[][] numbers = {{1, 2, 0, 0}, {3, 4, 3, 0}, {7, 7, 7, 7}, {0, 0, 0, (byte) 200}};
        java.nio.ByteBuffer data = java.nio.ByteBuffer.wrap(bytes);
        for (int i = 0; i < 4; i++) {
            data.position(first + i * 40);
            for (float value : rows[i]) {
                data.putFloat(value);
            }
            data.put(numbers[i]);
        }
        Files.write(source.resolve("a.npy"), bytes);
        String[] settings = {
            "rasters.default.channels=[density]", "rasters.default.height-field=n", "validate.padding=any"
        };

        JobOutcome outcome = inspect(
                new InspectRequest.Source(source.toUri()),
                OptionalLong.of(1_000_000),
                1,
                0,
                Set.of(Option.DEEP),
                settings);

        assertThat(outcome.text()).contains("""

                              smallest  largest  NaN  infinite
                        xy.0        -3        6    0         1
                        xy.1        -8        7    1         0
                        n            0      200    0         0

                        crops padded with zeros      1
                        with copies of their points  1
                        with something else          1

                        Notes:
                          1 crop has padding of neither zeros nor copies of real points, so that its count may lie:\
                         first [a.npy] row 1
                        """);
        Path target = folder.resolve("target");
        Rebuilds.run(source.toUri(), target.toUri(), settings);
        JobOutcome dataset = inspect(
                new InspectRequest.Target(target.toUri(), Optional.empty()),
                OptionalLong.of(1_000_000),
                1,
                0,
                Set.of(Option.DEEP));
        assertThat(dataset.text())
                .startsWith("Dataset: file://" + target + ", v000001\n")
                .contains("""

                              smallest  largest  NaN  infinite
                        xy.0        -3        6    0         1
                        xy.1        -8        7    1         0
                        n            0      200    0         0

                        Its pairs""");
    }

    @Test
    void notesWhatARebuildWouldRefuse() throws IOException {
        AnyPaddedFile.write(source.resolve("a.npy"), "[('p', '<f4', (20, 3)), ('point_count', '<i4')]", 20, 3);
        AnyPaddedFile.write(source.resolve("b.npy"), "[('p', '<f8', (20, 3)), ('point_count', '<i4')]", 20, 3);

        String text = inspect(new InspectRequest.Source(source.toUri()), OptionalLong.of(1), 1, 0, Set.of())
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

        JobOutcome outcome = inspect(
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
        assertThatThrownBy(() -> inspect(
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

    private static JobOutcome inspect(
            InspectRequest.Subject subject,
            OptionalLong ram,
            int jobs,
            long jobBytes,
            Set<Option> options,
            String... settings)
            throws IOException {
        LocalSpark.start();
        return new SparkJobs(Progress.silent())
                .inspect(new InspectRequest(
                        subject,
                        SettingsLoader.load(Optional.empty(), List.of(settings)),
                        ram,
                        jobs,
                        jobBytes,
                        options));
    }

    private static JsonNode json(InspectRequest.Subject subject, String... settings) throws IOException {
        return new JsonMapper()
                .readTree(inspect(subject, OptionalLong.of(1), 1, 0, Set.of(Option.JSON), settings)
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
