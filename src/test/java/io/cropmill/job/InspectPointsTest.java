package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import io.cropmill.job.InspectRequest.InspectOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Inspections of points, and for programs. */
@Slow
class InspectPointsTest {
    private static final String JSON = """
            {
              "kind" : "source",
              "location" : "file://%s",
              "version" : null,
              "jobs" : 2,
              "recordings" : 1,
              "unreadable" : [ "[b.npy] Expected an .npy file at byte 0: \\\\x93NUMPY, but found nothin; it is another kind of file or damaged: take it away or write it again" ],
              "refusals" : [ "[b.npy] Expected an .npy file at byte 0: \\\\x93NUMPY, but found nothin; it is another kind of file or damaged: take it away or write it again" ],
              "crops" : 3,
              "empty_crops" : 1,
              "points" : 43,
              "mean_points" : 14.333333333333334,
              "smallest_crop" : 0,
              "largest_crop" : 40,
              "cap" : 10,
              "over_cap" : 1,
              "dropped_points" : 30,
              "full_crops" : 1,
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
                "padding_share" : 0.6416666666666667,
                "cut_by_cap" : 480
              },
              "converted" : {
                "metadata" : 412,
                "points" : {
                  "structured" : 880,
                  "plain" : 816
                },
                "pair" : 1292,
                "rasters" : { },
                "pair_and_rasters" : {
                  "float32" : 1292,
                  "float16" : 1292
                }
              },
              "looked_at" : 3,
              "values" : {
                "xy.0" : {
                  "smallest" : -7.019874572753906,
                  "largest" : 5.400347709655762,
                  "nan" : 0,
                  "infinite" : 0
                },
                "xy.1" : {
                  "smallest" : -4.145804405212402,
                  "largest" : 5.568443775177002,
                  "nan" : 0,
                  "infinite" : 0
                },
                "height" : {
                  "smallest" : -0.8393827080726624,
                  "largest" : 1.9094305038452148,
                  "nan" : 0,
                  "infinite" : 0
                },
                "intensity" : {
                  "smallest" : 0.007050216197967529,
                  "largest" : 0.9955504536628723,
                  "nan" : 0,
                  "infinite" : 0
                }
              },
              "rasters" : { },
              "padding" : null,
              "notes" : [ "1 of 3 crops (33.3 %%) fills its row to the last slot: it was probably cut before" ],
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
                    "bytes" : 1292,
                    "cached_bytes" : 1292,
                    "cached_share" : 1.0
                  }
                }
              },
              "advice" : "A rebuild would publish nothing: fix what is listed above, then inspect again (on-bad-recording =\
             skip leaves damaged recordings out).",
              "settings" : [ ],
              "commands" : [ ]
            }
            """;

    private static final String RANGES = """

            Points of all crops
                  smallest  largest  NaN  infinite
            xy.0        -3        6    0         1
            xy.1        -8        7    1         0
            n            0      200    0         0

                            points in it  outside x  outside y  not finite  cells that hold points
            raster default        60.0 %     10.0 %     20.0 %      20.0 %                   0.1 %

            """;

    @TempDir
    Path folder;

    private Path source;

    @BeforeEach
    void nameFolder() throws IOException {
        source = Files.createDirectories(folder.resolve("source"));
    }

    @Test
    void looksAtPointsAndPaddingWhereAsked() throws IOException {
        writeOddRows(source.resolve("a.npy"));
        String[] settings = {
            "rasters.default.channels=[density]", "rasters.default.height-field=n", "validate.padding=any"
        };

        JobOutcome outcome = Inspections.run(
                new InspectRequest.SourceFolder(source.toUri()),
                OptionalLong.of(1_000_000),
                1,
                0,
                Set.of(InspectOption.DEEP),
                settings);

        assertThat(outcome.text()).contains(RANGES + """
                        crops padded with zeros      1
                        with NaN                     0
                        with copies of their points  1
                        with something else          1

                        """).contains("""

                        Notes:
                          1 of 4 crops (25.0 %) fills its row to the last slot: it was probably cut before
                          1 crop has padding of neither zeros nor NaN nor copies of real points, so its count may be wrong:\
                         first [a.npy] row 1
                        """);
        Path target = folder.resolve("target");
        Rebuilds.run(source.toUri(), target.toUri(), settings);
        JobOutcome dataset = Inspections.run(
                new InspectRequest.Target(target.toUri(), Optional.empty()),
                OptionalLong.of(1_000_000),
                1,
                0,
                Set.of(InspectOption.DEEP));
        assertThat(dataset.text())
                .startsWith("Dataset: file://" + target + ", v000001\n")
                .contains(RANGES);
    }

    @Test
    void tellsAProgram() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), 40, 1, 3, 0, 40);
        Files.writeString(source.resolve("b.npy"), "nothing");

        JobOutcome outcome = Inspections.run(
                new InspectRequest.SourceFolder(source.toUri()),
                OptionalLong.of(1_000_000),
                2,
                400_000,
                Set.of(InspectOption.JSON),
                "cap=10",
                "rasters.default=null");

        assertThat(outcome.status()).isEqualTo(ExitCode.BAD_RECORDINGS);
        assertThat(outcome.text()).isEqualTo(JSON.formatted(source));
    }

    /** Padding of zeros of both signs, of neither, of copies, and none; a NaN and an infinity. */
    private static void writeOddRows(Path file) throws IOException {
        String row = "[('xy', '>f4', (4, 2)), ('n', '<u1', (4,)), ('point_count', '<i4')]";
        byte[] bytes = AnyPaddedFile.bytes(row, 4, 2, 2, 2, 4);
        int first = bytes.length - 4 * 40;
        float[][] rows = {
            {1, 2, -3, 4, 0, 0, -0.0f, 0},
            {5, Float.NaN, 6, 7, 5, 5, 0, 0},
            {1, 1, 2, 2, 1, 1, 2, 2},
            {Float.POSITIVE_INFINITY, 0, 0, 0, 0, 0, 0.5f, -8}
        };
        byte[][] numbers = {{1, 2, 0, 0}, {3, 4, 3, 0}, {7, 7, 7, 7}, {0, 0, 0, (byte) 200}};
        ByteBuffer data = ByteBuffer.wrap(bytes);
        for (int i = 0; i < 4; i++) {
            data.position(first + i * 40);
            for (float value : rows[i]) {
                data.putFloat(value);
            }
            data.put(numbers[i]);
        }
        Files.write(file, bytes);
    }
}
