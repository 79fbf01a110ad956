package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.PaddedFile;
import io.cropmill.job.Jobs.ValidateRequest;
import io.cropmill.report.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same crops as padded records, in Parquet, as plain arrays and as ragged pairs give the same files. */
@Slow
class SameBytesOfAllSourcesTest {
    private static final int CAPACITY = 64;
    private static final int ROW_BYTES = CAPACITY * 16 + 40;
    private static final String CAP = "cap=40";
    private static final String FIELDS = "source.point-fields=[\"xy:2\",height,intensity]";
    private static final int[] FIRST = {0, 64, 3, 40, 41, 0, 12};
    private static final int[] SECOND = {5, 63, 1};

    @TempDir
    Path folder;

    private Path padded;

    @BeforeEach
    void writePadded() throws IOException {
        padded = folder.resolve("source");
        PaddedFile.write(padded.resolve("city/one.npy"), CAPACITY, 1, FIRST);
        PaddedFile.write(padded.resolve("two.npy"), CAPACITY, 2, SECOND);
    }

    private Map<String, String> built(Path source, String target, String... settings) throws IOException {
        Path folderOfTarget = folder.resolve(target);
        JobOutcome outcome = Rebuilds.run(source.toUri(), folderOfTarget.toUri(), settings);
        assertThat(outcome.status()).as(outcome.text()).isEqualTo(ExitCode.DONE);
        return Rebuilds.data(folderOfTarget.resolve("v000001"));
    }

    private Path parquet(String shape, String options) throws IOException {
        Path source = folder.resolve(shape);
        for (String name : List.of("city/one", "two")) {
            ParquetFiles.write(padded.resolve(name + ".npy"), source.resolve(name + ".parquet"), shape, options);
        }
        return source;
    }

    /** The rows of {@link PaddedFile} as (crops, capacity, 4) arrays, counts beside them. */
    private Path plain() throws IOException {
        Path source = folder.resolve("plain");
        plain(padded.resolve("city/one.npy"), source.resolve("city/one"), FIRST);
        plain(padded.resolve("two.npy"), source.resolve("two"), SECOND);
        return source;
    }

    private static void plain(Path from, Path to, int[] counts) throws IOException {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(from)).order(ByteOrder.LITTLE_ENDIAN);
        int data = file.limit() - counts.length * ROW_BYTES;
        ByteBuffer array = ByteBuffer.allocate(counts.length * CAPACITY * 16).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer numbers = ByteBuffer.allocate(counts.length * 8).order(ByteOrder.LITTLE_ENDIAN);
        for (int row = 0; row < counts.length; row++) {
            int at = data + row * ROW_BYTES;
            for (int point = 0; point < CAPACITY; point++) {
                array.putFloat(file.getFloat(at + 8 * point)).putFloat(file.getFloat(at + 8 * point + 4));
                array.putFloat(file.getFloat(at + 8 * CAPACITY + 4 * point));
                array.putFloat(file.getFloat(at + 12 * CAPACITY + 4 * point));
            }
            numbers.putLong(counts[row]);
        }
        Files.createDirectories(to.getParent());
        String shape = "'fortran_order': False, 'shape': (" + counts.length + ", ";
        Files.write(
                Path.of(to + ".npy"),
                PaddedFile.npy("{'descr': '<f4', " + shape + CAPACITY + ", 4), }", array.array()));
        Files.write(
                Path.of(to + ".counts.npy"),
                PaddedFile.npy(
                        "{'descr': '<i8', " + shape.replace(", ", "").replace("'shape'", ", 'shape'") + ",), }",
                        numbers.array()));
    }

    private static Map<String, String> withoutMetadata(Map<String, String> files) {
        Map<String, String> rest = new TreeMap<>(files);
        rest.keySet().removeIf(name -> !name.endsWith(".points.npy") && !name.endsWith(".raster.npy"));
        return rest;
    }

    @ParameterizedTest
    @ValueSource(strings = {"flat", "nested", "fixed", "padded", "cells", "zip"})
    void parquetGivesTheBytesOfPaddedRecords(String shape) throws IOException {
        Path source = parquet(shape, "{\"row_group_size\": 3}");
        assertThat(built(source, "from-" + shape, CAP, FIELDS)).isEqualTo(built(padded, "from-padded-npy", CAP));
    }

    @Test
    void aDatasetGivesTheBytesOfPaddedRecords() throws IOException {
        Map<String, String> expected = built(padded, "dataset", CAP);
        assertThat(built(folder.resolve("dataset"), "from-dataset", CAP)).isEqualTo(expected);
        assertThat(built(folder.resolve("dataset/v000001"), "from-version", CAP))
                .isEqualTo(expected);
    }

    @Test
    void bareFilesOfPairsGiveTheBytesOfPaddedRecords() throws IOException {
        Map<String, String> expected = built(padded, "dataset", CAP);
        Path pairs = folder.resolve("pairs");
        for (String name : expected.keySet()) {
            Path copy = pairs.resolve(name);
            Files.createDirectories(copy.getParent());
            Files.copy(folder.resolve("dataset/v000001").resolve(name), copy);
        }
        assertThat(built(pairs, "from-pairs", CAP, "source.seed=0")).isEqualTo(expected);
    }

    @Test
    void plainArraysGiveTheSamePointsAndRasters() throws IOException {
        Map<String, String> expected = built(padded, "from-padded-npy", CAP, "points.layout=plain");
        assertThat(withoutMetadata(built(plain(), "from-plain", CAP, FIELDS, "points.layout=plain")))
                .isEqualTo(withoutMetadata(expected))
                .hasSize(4);
    }

    @Test
    void plainPointsOfADatasetAreNamedByItsManifest() throws IOException {
        Map<String, String> expected = built(padded, "dataset", CAP, "points.layout=plain");
        assertThat(built(folder.resolve("dataset"), "again", CAP, "points.layout=plain"))
                .isEqualTo(expected);
        assertThat(built(folder.resolve("dataset"), "structured", CAP))
                .isEqualTo(built(padded, "structured-at-once", CAP));
    }

    private Path source(String kind) throws IOException {
        return switch (kind) {
            case "padded" -> padded;
            case "plain" -> plain();
            case "ragged" -> {
                built(padded, "before", CAP);
                yield folder.resolve("before");
            }
            default -> parquet(kind, "{}");
        };
    }

    private static String fields(String kind) {
        return kind.equals("padded") ? "seed=0" : FIELDS;
    }

    @ParameterizedTest
    @ValueSource(strings = {"padded", "plain", "nested", "cells", "ragged"})
    void eachIsValidatedAndInspected(String kind) throws IOException {
        Path source = source(kind);
        String fields = fields(kind);
        built(source, "dataset", CAP, fields);
        for (String sample : List.of("0.3", "1")) {
            JobOutcome outcome = validate(source, fields, "validate.sample=" + sample);
            assertThat(outcome.status()).as(outcome.text()).isEqualTo(ExitCode.DONE);
            assertThat(outcome.text()).startsWith("Equal").containsPattern("crops +10\n");
        }
        JobOutcome inspected = Inspections.run(
                new InspectRequest.SourceFolder(source.toUri()),
                OptionalLong.of(1L << 30),
                1,
                0,
                Set.of(InspectRequest.InspectOption.DEEP, InspectRequest.InspectOption.JSON),
                CAP,
                fields);
        assertThat(inspected.status()).as(inspected.text()).isEqualTo(ExitCode.DONE);
        assertThat(inspected.text())
                .contains("\"crops\" : 10")
                .contains("\"xy.1\"")
                .contains("\"intensity\"");
    }

    /** Turns one bit of a published file around. */
    private void damage(String file, int fromEnd) throws IOException {
        Path path = folder.resolve("dataset/v000001").resolve(file);
        byte[] content = Files.readAllBytes(path);
        content[content.length - fromEnd] ^= 1;
        // Published names may share a file with others.
        Files.delete(path);
        Files.write(path, content);
    }

    @ParameterizedTest
    @ValueSource(strings = {"padded", "plain", "flat", "nested", "padded-list", "cells", "zip", "ragged"})
    void validationNamesAValueThatIsDamaged(String kind) throws IOException {
        Path source = source(kind);
        built(source, "dataset", CAP, fields(kind));
        damage("two.points.npy", 3);
        damage("city/one.raster.npy", 4);
        JobOutcome outcome = validate(source, fields(kind), "validate.sample=1");
        assertThat(outcome.status()).isEqualTo(ExitCode.VALIDATION_FAILED);
        assertThat(outcome.text())
                .contains(
                        "failure: [v000001/two.points.npy] Expected intensity of point 0 of row 2 at byte 924: 0.19039953,"
                                + " but found 0.19040334 (256 ulps apart)\n",
                        "failure: [v000001/city/one.raster.npy] Expected default mean(intensity) of row 6 in cell (47, 47)"
                                + " at byte 193,660: 0.0, but found 1.4E-45 (1 ulp apart)\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"padded", "flat", "nested", "padded-list", "cells", "zip", "ragged"})
    void validationNamesACropFieldThatIsDamaged(String kind) throws IOException {
        Path source = source(kind);
        built(source, "dataset", CAP, fields(kind));
        damage("two.npy", 1);
        JobOutcome outcome = validate(source, fields(kind), "validate.sample=1");
        assertThat(outcome.status()).isEqualTo(ExitCode.VALIDATION_FAILED);
        assertThat(outcome.text())
                .contains("failure: [v000001/two.npy] Expected timestamp of row 2 at byte 404: 1700000000200, but found"
                        + " 72059294037928136\n");
    }

    private JobOutcome validate(Path source, String... settings) throws IOException {
        List<String> all = new ArrayList<>(List.of(settings));
        all.add(CAP);
        return new SparkJobs(Progress.silent())
                .validate(new ValidateRequest(
                        source.toUri(),
                        folder.resolve("dataset").toUri(),
                        SettingsLoader.load(Optional.empty(), all),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(folder.resolve("report").toUri())));
    }
}
