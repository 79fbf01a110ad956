package io.cropmill.validate;

import static io.cropmill.validate.Pairs.dataOffset;
import static io.cropmill.validate.Pairs.floatAt;
import static io.cropmill.validate.Pairs.messages;
import static io.cropmill.validate.Pairs.pointStart;
import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.crop.PaddedFile;
import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.storage.Checksums;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import io.cropmill.validate.ValidationReport.Finding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One damage at a time in what was written; each is found wherever recordings are cut into splits. */
class DamagedDatasetTest {
    private static final int POINT_BYTES = 16;
    private static final int METADATA_BYTES = 16 + 4 + 24 + 8;
    private static final int GRID_BYTES = 3 * 16 * 4;
    private static final int LAST_ROW = 6;

    private static final ValidationSettings SETTINGS = Pairs.settings(Pairs.raster("default", GridType.FLOAT32));

    @TempDir
    static Path original;

    @TempDir
    Path folder;

    private static Pairs built;
    private Pairs pairs;

    @BeforeAll
    static void build() throws IOException {
        built = Pairs.three(original, SETTINGS);
    }

    @BeforeEach
    void copy() throws IOException {
        pairs = built.copy(folder);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 9})
    void findsNothingWhereNothingIsWrong(int splits) throws IOException {
        ValidationReport report = pairs.validate(SETTINGS, splits);
        assertThat(messages(report)).isEmpty();
        assertThat(report.equal()).isTrue();
        assertThat(report.totals().sums().compared()).isEqualTo(3L * Pairs.COUNTS.length);
    }

    @Test
    void knowsRecordingsWithoutCropsAndCropsWithoutPoints() throws IOException {
        Pairs few = new Pairs(folder.resolve("few"));
        few.writeSource("empty", 1);
        few.writeSource("nothing", 1, 0);
        few.writeSource("one", 1, 0, 5, 0);
        few.build(SETTINGS, "v000001");
        ValidationReport report = few.validate(SETTINGS, 2);
        assertThat(messages(report)).isEmpty();
        assertThat(report.totals().sums().crops()).isEqualTo(4);
        assertThat(report.histogram().crops()).isEqualTo(List.of(3L, 0L, 0L, 0L, 0L, 1L));
    }

    /** Every row is the first of some split, which reads nothing before the damage. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 9})
    void findsADamagedRowOfTheSourceAtAnyPlaceOfASplit(int splits) throws IOException {
        pairs.forget();
        Path source = pairs.sourceFolder.resolve("c.npy");
        byte[] whole = Files.readAllBytes(source);
        for (int row = 0; row < Pairs.COUNTS.length; row++) {
            byte[] damaged = whole.clone();
            int count = dataOffset(whole) + row * Pairs.ROW_BYTES + Pairs.CAPACITY * POINT_BYTES;
            ByteBuffer.wrap(damaged).order(ByteOrder.LITTLE_ENDIAN).putInt(count, 13);
            Files.write(source, damaged);
            ValidationReport report = pairs.validate(Pairs.settings(), splits);
            assertThat(report.equal()).isFalse();
            assertThat(messages(report))
                    .containsExactly("[c.npy] Expected point_count from 0 to 12 in row " + row + ", but found 13");
        }
    }

    /** A damaged header is every split's, and told once. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7})
    void tellsADamagedHeaderOnce(int splits) throws IOException {
        pairs.forget();
        Path source = pairs.sourceFolder.resolve("c.npy");
        Files.write(source, Arrays.copyOf(Files.readAllBytes(source), 40));
        List<SplitChecked> parts;
        try (Storage from = Pairs.open(pairs.sourceFolder)) {
            parts = pairs.checked(from, "c", splits);
        }
        assertThat(parts.stream().mapToLong(part -> part.figures().failures()).sum())
                .isEqualTo(1);
        assertThat(parts.get(0).findings()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, LAST_ROW})
    void findsABitInAPoint(int row) throws IOException {
        byte[] file = pairs.read("v000001/c.points.npy");
        int point = pointStart(row) + 2;
        int at = dataOffset(file) + point * POINT_BYTES + 8;
        pairs.flip("v000001/c.points.npy", at, 0);
        float old = floatAt(file, at);
        float now = floatAt(pairs.read("v000001/c.points.npy"), at);
        for (int splits = 1; splits < 4; splits++) {
            ValidationReport report = pairs.validate(SETTINGS, splits);
            assertThat(messages(report))
                    .containsExactly(
                            "[v000001/c.points.npy] Expected height of point 2 of row " + row + " at byte " + number(at)
                                    + ": " + old + ", but found " + now + " (1 ulp apart)",
                            checksum("v000001/c.points.npy", file));
            assertThat(report.findings().get(0))
                    .extracting(
                            finding -> finding.subject().kind(),
                            finding -> finding.subject().recording(),
                            finding -> finding.subject().row(),
                            Finding::place,
                            finding -> finding.values().ulps())
                    .containsExactly("points", "c", (long) row, "point 2 field height byte " + number(at), 1L);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, LAST_ROW})
    void findsABitInTheMetadata(int row) throws IOException {
        byte[] file = pairs.read("v000001/c.npy");
        int at = dataOffset(file) + row * METADATA_BYTES + 16 + 4 + 8;
        pairs.flip("v000001/c.npy", at + 7, 7);
        assertThat(messages(pairs.validate(SETTINGS, 2)))
                .containsExactly(
                        "[v000001/c.npy] Expected center.1 of row " + row + " at byte " + number(at) + ": "
                                + (row == 0 ? "0.0, but found -0.0" : "-6.0, but found 6.0" + distance(-6.0, 6.0)),
                        checksum("v000001/c.npy", file));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, LAST_ROW})
    void findsABitInARaster(int row) throws IOException {
        byte[] file = pairs.read("v000001/c.raster.npy");
        int at = dataOffset(file) + row * GRID_BYTES + (16 + 2 * 4 + 1) * 4;
        pairs.flip("v000001/c.raster.npy", at, 1);
        float old = floatAt(file, at);
        float now = floatAt(pairs.read("v000001/c.raster.npy"), at);
        ValidationReport report = pairs.validate(SETTINGS, 3);
        assertThat(messages(report))
                .containsExactly(
                        "[v000001/c.raster.npy] Expected default max(height) of row " + row
                                + " in cell (2, 1) at byte " + number(at) + ": " + old + ", but found " + now
                                + " (2 ulps apart)",
                        checksum("v000001/c.raster.npy", file));
        assertThat(report.crops())
                .singleElement()
                .satisfies(crop ->
                        assertThat(crop.recording() + crop.row() + crop.why()).isEqualTo("c" + row + "worst"));
        assertThat(report.crops().get(0).rasters().get(0).before()[25]).isEqualTo(old);
        assertThat(report.crops().get(0).rasters().get(0).after()[25]).isEqualTo(now);
    }

    /** A payload of a not-a-number, and the sign of nothing, which no comparison of numbers sees. */
    @ParameterizedTest
    @CsvSource({"7fc00001, 7fc00002, NaN (0x7fc00001), NaN (0x7fc00002)", "80000000, 00000000, -0.0, 0.0"})
    void findsBitsThatNumbersHide(String before, String after, String expected, String found) throws IOException {
        Path source = pairs.sourceFolder.resolve("c.npy");
        byte[] padded = Files.readAllBytes(source);
        int height = dataOffset(padded) + Pairs.CAPACITY * 8;
        ByteBuffer.wrap(padded).order(ByteOrder.LITTLE_ENDIAN).putInt(height, Integer.parseUnsignedInt(before, 16));
        Files.write(source, padded);
        byte[] points = pairs.read("v000001/c.points.npy");
        int at = dataOffset(points) + 8;
        ByteBuffer.wrap(points).order(ByteOrder.LITTLE_ENDIAN).putInt(at, Integer.parseUnsignedInt(after, 16));
        pairs.write("v000001/c.points.npy", points);
        pairs.forget();
        ValidationSettings pointsOnly = Pairs.settings();
        assertThat(messages(pairs.validate(pointsOnly, 2)))
                .containsExactly("[v000001/c.points.npy] Expected height of point 0 of row 0 at byte " + at + ": "
                        + expected + ", but found " + found);
        ByteBuffer.wrap(points).order(ByteOrder.LITTLE_ENDIAN).putInt(at, Integer.parseUnsignedInt(before, 16));
        pairs.write("v000001/c.points.npy", points);
        assertThat(messages(pairs.validate(pointsOnly, 2))).isEmpty();
    }

    @Test
    void findsGridsOfTwoCropsSwapped() throws IOException {
        swap("v000001/c.raster.npy", 0, GRID_BYTES, LAST_ROW);
        assertThat(messages(pairs.validate(SETTINGS, 2)))
                .hasSize(3)
                .satisfiesExactly(
                        first -> assertThat(first)
                                .startsWith("[v000001/c.raster.npy] Expected default density of row 0 in cell "),
                        second -> assertThat(second)
                                .startsWith("[v000001/c.raster.npy] Expected default density of row 6 in cell "),
                        third -> assertThat(third).startsWith("[v000001/c.raster.npy] Expected crc32c "));
    }

    @Test
    void findsPointsOfTwoCropsSwapped() throws IOException {
        byte[] file = pairs.read("v000001/c.points.npy");
        byte[] before = file.clone();
        int first = dataOffset(file) + pointStart(3) * POINT_BYTES;
        int second = dataOffset(file) + pointStart(4) * POINT_BYTES;
        int bytes = Pairs.CAP * POINT_BYTES;
        System.arraycopy(before, first, file, second, bytes);
        System.arraycopy(before, second, file, first, bytes);
        pairs.write("v000001/c.points.npy", file);
        assertThat(messages(pairs.validate(SETTINGS, 3)))
                .containsExactly(
                        point(before, file, 3, first),
                        point(before, file, 4, second),
                        checksum("c.points.npy", before));
    }

    private String point(byte[] before, byte[] now, int row, int at) {
        return "[v000001/c.points.npy] Expected xy.0 of point 0 of row " + row + " at byte " + number(at) + ": "
                + floatAt(before, at) + ", but found " + floatAt(now, at)
                + distance(floatAt(before, at), floatAt(now, at));
    }

    @Test
    void findsRecordsOfTwoCropsSwapped() throws IOException {
        byte[] file = pairs.read("v000001/a.npy");
        int start = dataOffset(file);
        swap("v000001/a.npy", 3, METADATA_BYTES, 4);
        List<String> messages = messages(pairs.validate(SETTINGS, 1));
        assertThat(messages)
                .startsWith(
                        "[v000001/a.npy] Expected point_start of row 3 at byte " + number(start + 3 * METADATA_BYTES)
                                + ": 13, but found 21",
                        "[v000001/a.npy] Expected source_point_count of row 3 at byte "
                                + number(start + 3 * METADATA_BYTES + 12) + ": 8, but found 9",
                        "[v000001/a.npy] Expected label of row 3 at byte " + number(start + 3 * METADATA_BYTES + 16)
                                + ": 0, but found 1");
        assertThat(messages).anyMatch(message -> message.contains("points.npy] Expected xy.0 of point 0 of row 3 "));
    }

    @Test
    void findsAPairOfAnotherRecording() throws IOException {
        for (String end : List.of(".npy", ".points.npy", ".raster.npy")) {
            pairs.write("v000001/c" + end, pairs.read("v000001/a" + end));
        }
        ValidationReport report = pairs.validate(SETTINGS, 2);

        // All crops with points have other points and grids; fields of the crops are the same.
        assertThat(report.recordings().get(2).failures()).isEqualTo(6 + 6 + 2);
        assertThat(report.recordings().get(0).failures()).isZero();
        assertThat(messages(report).get(0)).startsWith("[v000001/c.points.npy] Expected xy.0 of point 0 of row 0 ");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, LAST_ROW})
    void findsAStartThatIsOffByOne(int row) throws IOException {
        byte[] file = pairs.read("v000001/c.npy");
        byte[] points = pairs.read("v000001/c.points.npy");
        int at = dataOffset(file) + row * METADATA_BYTES;
        byte[] wrong = file.clone();
        int start = pointStart(row);
        ByteBuffer.wrap(wrong).order(ByteOrder.LITTLE_ENDIAN).putLong(at, start + 1);
        pairs.write("v000001/c.npy", wrong);
        int place = dataOffset(points) + (start + 1) * POINT_BYTES;
        float old = floatAt(points, place - POINT_BYTES);
        String seen = row == LAST_ROW
                ? "[v000001/c.points.npy] Expected 7 points of row 6 from point 33 on, but found a file of 39 points"
                : "[v000001/c.points.npy] Expected xy.0 of point 0 of row " + row + " at byte " + number(place) + ": "
                        + old + ", but found " + floatAt(points, place) + distance(old, floatAt(points, place));

        assertThat(messages(pairs.validate(SETTINGS, 1)))
                .containsExactly(
                        "[v000001/c.npy] Expected point_start of row " + row + " at byte " + number(at) + ": " + start
                                + ", but found " + (start + 1),
                        seen,
                        checksum("v000001/c.npy", file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"c.npy", "c.points.npy", "c.raster.npy"})
    void findsATruncatedFile(String name) throws IOException {
        byte[] file = pairs.read("v000001/" + name);
        pairs.write("v000001/" + name, Arrays.copyOf(file, file.length - 5));

        assertThat(messages(pairs.validate(SETTINGS, 3)))
                .containsExactly("[v000001/" + name + "] Expected " + number(file.length)
                        + " bytes, as they were written, but found " + number(file.length - 5));
        pairs.forget("default");
        int data = file.length - dataOffset(file);
        assertThat(messages(pairs.validate(SETTINGS, 3)))
                .containsExactly("[v000001/" + name + "] Expected " + number(data) + " bytes of data, but found "
                        + number(data - 5) + "; it was cut short; copy or write it again");
    }

    @Test
    void findsAMissingFile() throws IOException {
        Files.delete(pairs.file("v000001/c.raster.npy"));

        assertThat(messages(pairs.validate(SETTINGS, 2)))
                .containsExactly("[v000001/c.raster.npy] Expected a file, but found none");
    }

    @Test
    void findsMetadataOfAnotherCap() throws IOException {
        Pairs other = new Pairs(folder);
        other.build(Pairs.settings(9), "v000002");
        pairs.write("v000001/c.npy", Files.readAllBytes(folder.resolve("target/v000002/c.npy")));

        List<String> messages = messages(pairs.validate(SETTINGS, 1));

        assertThat(messages)
                .startsWith("[v000001/c.npy] Expected point_count of row 2 at byte "
                        + number(dataOffset(pairs.read("v000001/c.npy")) + 2 * METADATA_BYTES + 8)
                        + ": 8, but found 9");
    }

    @Test
    void findsACacheOfAnotherSpecification() throws IOException {
        Pairs other = new Pairs(folder);
        other.build(Pairs.settings(Pairs.raster("default", GridType.FLOAT16)), "v000002");
        pairs.write("v000001/c.raster.npy", Files.readAllBytes(folder.resolve("target/v000002/c.raster.npy")));
        pairs.forget("default");

        assertThat(messages(pairs.validate(SETTINGS, 2)))
                .containsExactly("[v000001/c.raster.npy] Expected items of type '<f4', but found '<f2'");
    }

    @Test
    void findsManifestCountsThatAreWrong() throws IOException {
        // A crop more in the source than when the pair was built.
        int[] counts = Arrays.copyOf(Pairs.COUNTS, Pairs.COUNTS.length + 1);
        pairs.writeSource("c", 3, counts);

        assertThat(messages(pairs.validate(SETTINGS, 2)))
                .containsExactly(
                        "[v000001/c.npy] Expected 8 rows, one a crop, but found 7",
                        "[v000001/c.raster.npy] Expected 8 rows, one a crop, but found 7",
                        "[v000001/c.npy] Expected 7 crops, as the manifest says, but found 8 in the source",
                        "[c.npy] Expected " + number(sourceBytes(7)) + " bytes, as when the pair was built, but found "
                                + number(sourceBytes(8)));
    }

    private static int sourceBytes(int crops) {
        return PaddedFile.bytes(Pairs.CAPACITY, 0, new int[crops]).length;
    }

    private void swap(String path, int first, int bytes, int second) throws IOException {
        byte[] file = pairs.read(path);
        byte[] before = file.clone();
        int data = dataOffset(file);
        System.arraycopy(before, data + first * bytes, file, data + second * bytes, bytes);
        System.arraycopy(before, data + second * bytes, file, data + first * bytes, bytes);
        pairs.write(path, file);
    }

    /** The sentence on a file whose bytes are not those that were written. */
    private String checksum(String path, byte[] before) throws IOException {
        String whole = path.startsWith("v000001/") ? path : "v000001/" + path;
        CRC32C crc = new CRC32C();
        crc.update(before);
        try (Storage target = Pairs.open(pairs.targetFolder)) {
            WrittenFile now = Checksums.read(target, whole);
            return "[" + whole + "] Expected crc32c " + Checksums.text((int) crc.getValue())
                    + ", as it was written, but found " + Checksums.text(now.crc32c());
        }
    }

    private static String distance(float a, float b) {
        int x = Float.floatToRawIntBits(a);
        int y = Float.floatToRawIntBits(b);
        long ordered = Math.abs((long) (x < 0 ? Integer.MIN_VALUE - x : x) - (y < 0 ? Integer.MIN_VALUE - y : y));
        return " (" + number(ordered) + " ulps apart)";
    }

    private static String distance(double a, double b) {
        long x = Double.doubleToRawLongBits(a);
        long y = Double.doubleToRawLongBits(b);
        long ordered = (y < 0 ? Long.MIN_VALUE - y : y) - (x < 0 ? Long.MIN_VALUE - x : x);
        return ordered == 0 ? "" : " (" + number(ordered < 0 ? Long.MAX_VALUE : ordered) + " ulps apart)";
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
