package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Slow
class RebuildJobTest {
    private static final int CAPACITY = 40;

    @TempDir
    Path folder;

    private Path source;
    private Path target;

    @BeforeEach
    void nameFolders() {
        source = folder.resolve("source");
        target = folder.resolve("target");
    }

    @Test
    void writesPairsAndCachesAsNumpyDoes() throws IOException {
        PaddedFile.write(source.resolve("drive/a.npy"), CAPACITY, 1, 3, 0, 40);
        JobOutcome outcome = Rebuilds.run(source.toUri(), target.toUri(), "cap=30");
        assertThat(outcome.status()).isEqualTo(ExitCode.DONE);
        Path version = target.resolve("v000001");
        assertThat(Rebuilds.files(target))
                .containsExactly(
                        "CURRENT",
                        "lock.000001",
                        "nightly.json",
                        "v000001/OWNER",
                        "v000001/PUBLISHED",
                        "v000001/drive/a.npy",
                        "v000001/drive/a.points.npy",
                        "v000001/drive/a.raster.npy",
                        "v000001/manifest.json",
                        "v000001/report/report.html",
                        "v000001/report/validation.json");
        byte[] metadata = Files.readAllBytes(version.resolve("drive/a.npy"));
        assertThat(new String(metadata, 10, 246, StandardCharsets.ISO_8859_1))
                .startsWith("{'descr': [('point_start', '<i8'), ('point_count', '<i4'), ('source_point_count', '<i4'),"
                        + " ('label', '<i4'), ('center', '<f8', (3,)), ('timestamp', '<i8')], 'fortran_order': False,"
                        + " 'shape': (3,), } ");
        ByteBuffer rows = ByteBuffer.wrap(metadata).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(rows.getLong(256 + 2 * 52)).isEqualTo(3);
        assertThat(rows.getInt(256 + 2 * 52 + 8)).isEqualTo(30);
        assertThat(rows.getInt(256 + 2 * 52 + 12)).isEqualTo(40);
        assertThat(rows.getDouble(256 + 2 * 52 + 20)).isEqualTo(1.0);
        assertThat(Files.size(version.resolve("drive/a.points.npy"))).isEqualTo(192 + 33 * 16);
        assertThat(Files.size(version.resolve("drive/a.raster.npy"))).isEqualTo(128 + 3 * 3 * 48 * 48 * 4);
        assertThat(Files.readString(target.resolve("CURRENT"))).isEqualTo("v000001\n");
    }

    @Test
    void saysInTheManifestWhatWasBuilt() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3, 0, 40);
        PaddedFile.write(source.resolve("a-b.npy"), CAPACITY, 2, 35);
        Rebuilds.run(source.toUri(), target.toUri(), "cap=30", "seed=12345678901234567890");
        try (Storage storage = Storages.of(target.toString(), new Configuration(false))) {
            Manifest manifest = new Dataset(storage).manifest("v000001");
            assertThat(manifest.recordings())
                    .extracting(recording ->
                            List.of(recording.name(), recording.crops(), recording.points(), recording.overCap()))
                    .containsExactly(List.of("a", 3L, 33L, 1L), List.of("a-b", 1L, 30L, 1L));
            assertThat(Long.toUnsignedString(manifest.recipe().seed())).isEqualTo("12345678901234567890");
            assertThat(manifest.recipe().pointDtype())
                    .isEqualTo("[('xy', '<f4', (2,)), ('height', '<f4'), ('intensity', '<f4')]");
        }
    }

    @Test
    void givesTheSameBytesHoweverTheWorkIsCut() throws IOException {
        int[] counts =
                IntStream.range(0, 23).map(row -> row * 17 % (CAPACITY + 1)).toArray();
        PaddedFile.write(source.resolve("b.npy"), CAPACITY, 3, counts);
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 4, 5, 6, 7);
        PaddedFile.write(source.resolve("empty.npy"), CAPACITY, 5);
        Rebuilds.run(source.toUri(), target.toUri(), "cap=25", "rasters.shifted.shift=0.5");
        Path split = folder.resolve("split");
        Rebuilds.run(
                source.toUri(),
                split.toUri(),
                "cap=25",
                "rasters.shifted.shift=0.5",
                "split-bytes=2000",
                "batch-bytes=1500");
        Map<String, String> whole = Rebuilds.data(target.resolve("v000001"));
        assertThat(whole).hasSize(12);
        assertThat(Rebuilds.data(split.resolve("v000001"))).isEqualTo(whole);
        assertThat(Rebuilds.files(split)).hasSize(12 + 8);
    }

    @Test
    void cachesOfAClassAreMadeAnewWhenItsVersionChanges() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3, 0, 40);
        String[] settings = {"rasters.default.class=" + NumberedRasterizer.class.getName(), "rasters.half.class=null"};
        NumberedRasterizer.become(1);
        Rebuilds.run(source.toUri(), target.toUri(), settings);
        assertThat(Rebuilds.run(source.toUri(), target.toUri(), settings).text())
                .startsWith("Nothing to publish: ");
        NumberedRasterizer.become(2);
        Rebuilds.run(source.toUri(), target.toUri(), settings);
        assertThat(target.resolve("CURRENT")).hasContent("v000002");
        assertThat(lastValue("v000001/a.raster.npy")).isEqualTo(1);
        assertThat(lastValue("v000002/a.raster.npy")).isEqualTo(2);
        for (String kept : List.of("a.npy", "a.points.npy", "a.raster-half.npy")) {
            assertThat(Files.isSameFile(target.resolve("v000001/" + kept), target.resolve("v000002/" + kept)))
                    .as(kept)
                    .isTrue();
        }
    }

    private float lastValue(String raster) throws IOException {
        ByteBuffer bytes =
                ByteBuffer.wrap(Files.readAllBytes(target.resolve(raster))).order(ByteOrder.LITTLE_ENDIAN);
        return bytes.getFloat(bytes.limit() - Float.BYTES);
    }

    @Test
    void planWritesNothingAndGivesTheSizes() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3, 0, 40);
        JobOutcome outcome = Rebuilds.run(
                source.toUri(),
                target.toUri(),
                Set.of(RebuildRequest.RebuildOption.DRY_RUN),
                "rasters.half.dtype=float16");
        Rebuilds.run(source.toUri(), target.toUri(), "rasters.half.dtype=float16");
        Path version = target.resolve("v000001");
        long pair = Files.size(version.resolve("a.npy")) + Files.size(version.resolve("a.points.npy"));
        assertThat(pair).isEqualTo(256 + 3 * 52 + 192 + 43 * 16);
        assertThat(outcome.text())
                .contains("pairs             1.29 kB")
                .contains("raster default   83.07 kB")
                .contains("raster half      41.60 kB");
    }

    @Test
    void aSecondRunMakesANewVersionAndLeavesTheFirst() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3);
        Rebuilds.run(source.toUri(), target.toUri());
        Map<String, String> first = Rebuilds.data(target.resolve("v000001"));
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 2, 4);
        Rebuilds.run(source.toUri(), target.toUri(), "cap=2");
        assertThat(Rebuilds.data(target.resolve("v000001"))).isEqualTo(first);
        assertThat(Files.size(target.resolve("v000002/a.points.npy"))).isEqualTo(192 + 2 * 16);
        assertThat(Files.readString(target.resolve("CURRENT"))).isEqualTo("v000002\n");
    }

    @Test
    void skipsBadRecordingsWhereTheSettingsSaySo() throws IOException {
        PaddedFile.write(source.resolve("good.npy"), CAPACITY, 1, 3);
        PaddedFile.write(source.resolve("bad.npy"), CAPACITY, 1, 41);
        JobOutcome outcome = Rebuilds.run(source.toUri(), target.toUri(), "on-bad-recording=skip");
        assertThat(outcome.status()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(outcome.text())
                .startsWith("Bad recordings in " + source.toUri()
                        + ":\n[bad.npy] Expected point_count from 0 to 40 in row 0 at byte 896, but found 41\n");
        try (Storage storage = Storages.of(target.toString(), new Configuration(false))) {
            Manifest manifest = new Dataset(storage).manifest("v000001");
            assertThat(manifest.skipped().toString())
                    .isEqualTo("[SkippedRecording[name=bad, reason=[bad.npy] Expected point_count from 0 to 40 in row 0"
                            + " at byte 896, but found 41]]");
        }
    }
}
