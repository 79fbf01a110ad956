package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Shared;
import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which files and rows of a Parquet source are which recording, and what is refused of it. */
@Slow
class ParquetSourceTest {
    private static final String FIELDS = "source.point-fields=[\"xy:2\",height,intensity]";

    @TempDir
    Path folder;

    private Path source() {
        return folder.resolve("source");
    }

    private Path padded(String name, int... counts) throws IOException {
        return PaddedFile.write(folder.resolve("padded/" + name + ".npy"), 64, name.hashCode(), counts);
    }

    private Path parquet(String path, String name, int... counts) throws IOException {
        return ParquetFiles.write(padded(name, counts), source().resolve(path), "flat", "{\"row_group_size\": 2}");
    }

    private JobOutcome run(String... settings) throws IOException {
        return Rebuilds.run(source().toUri(), folder.resolve("target").toUri(), settings);
    }

    private Map<String, String> built(String... settings) throws IOException {
        JobOutcome outcome = run(settings);
        assertThat(outcome.status()).as(outcome.text()).isEqualTo(ExitCode.DONE);
        return Rebuilds.data(folder.resolve("target/v000001"));
    }

    private void refuses(String message, String... settings) {
        assertThatThrownBy(() -> run(settings)).hasMessage(message.replace("SOURCE", "file://" + source()));
    }

    private String header(String file) throws IOException {
        String text = Files.readString(
                folder.resolve("target/v000001/" + file), java.nio.charset.StandardCharsets.ISO_8859_1);
        return text.substring(text.indexOf('{'), text.indexOf('}') + 1);
    }

    @Test
    void passesWhatSparkAndPetastormLeaveBesideData() throws IOException {
        parquet("a.parquet", "a", 1, 2);
        for (String name : List.of("_SUCCESS", "_metadata", "_common_metadata", ".a.parquet.crc", ".hidden.parquet")) {
            Files.write(source().resolve(name), new byte[0]);
        }
        assertThat(built(FIELDS).keySet()).containsExactly("a.npy", "a.points.npy", "a.raster.npy");
    }

    @Test
    void namesFilesThatAreNotParquetTogether() throws IOException {
        parquet("a.parquet", "a", 1, 2);
        Files.write(source().resolve("b.parquet"), new byte[4]);
        Files.write(source().resolve("c.parquet"), new byte[0]);
        refuses(
                "[SOURCE] Expected Parquet files, but found 2 that are not: b.parquet (4 bytes), c.parquet (0 bytes); copy"
                        + " them again or remove them",
                FIELDS);
    }

    @Test
    void skipsFilesThatAreNotParquetWhereBadRecordingsAreSkipped() throws IOException {
        parquet("b.parquet", "b", 1, 2);
        Files.write(source().resolve("a.parquet"), new byte[4]);
        Files.write(source().resolve("c.parquet"), new byte[0]);
        JobOutcome outcome = run(FIELDS, "on-bad-recording=skip");
        assertThat(outcome.status()).as(outcome.text()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(outcome.text())
                .contains("[a.parquet] Expected a Parquet file, but found 4 bytes")
                .contains("[c.parquet] Expected a Parquet file, but found 0 bytes");
        assertThat(Rebuilds.data(folder.resolve("target/v000001")).keySet())
                .containsExactly("b.npy", "b.points.npy", "b.raster.npy");
    }

    @Test
    void skipsNoFileThatMayHoldRowsOfAnyRecording() throws IOException {
        writeRecordings("b.parquet", "recording");
        Files.write(source().resolve("a.parquet"), new byte[4]);
        refuses(
                "[SOURCE] Expected Parquet files, but found 1 that is not: [a.parquet] Expected a Parquet file, but found 4"
                        + " bytes; it was cut short; copy or write it again; remove what holds no crops",
                "source.point-fields=[p:1]",
                "on-bad-recording=skip");
    }

    private void writeRecordings(String file, String column) throws IOException {
        ParquetFiles.writeRecordings(source().resolve(file), column, "'x', 'y'");
    }

    @Test
    void saysWhichColumnsAFileHasInPlaceOfTheColumnOfRecordings() throws IOException {
        writeRecordings("a.parquet", "scene");
        refuses(
                "[a.parquet] Expected a column or folder 'drive', which says which recording a row belongs to, but found"
                        + " the columns [scene, p]; name it with source.recording-field",
                "source.point-fields=[p:1]",
                "source.recording-field=drive");
        JobOutcome outcome = run("source.point-fields=[p:1]", "rasters.default=null");
        assertThat(outcome.text())
                .contains("[a.parquet] Expected numbers in column 'scene', but found text in row 0; leave it out with"
                        + " source.skip-fields = [\"scene\"], or if it says which recording a row belongs to, name it with"
                        + " source.recording-field");
    }

    @Test
    void saysThatNoFileCanTellTheColumnOfRecordings() throws IOException {
        Files.createDirectories(source());
        Files.write(source().resolve("a.parquet"), new byte[64]);
        refuses(
                "[SOURCE] Expected Parquet files, but found 1 that is not: [a.parquet] Expected a Parquet file: PAR1 at byte"
                        + " 0, but found \"\\x00\\x00\\x00\\x00\"; remove what holds no crops",
                "source.point-fields=[p:1]",
                "source.recording-field=drive");
    }

    @Test
    void refusesFilesOfWhichOnlySomeHaveTheColumnOfRecordings() throws IOException {
        writeRecordings("a.parquet", "recording");
        writeRecordings("b.parquet", "scene");
        refuses(
                "[b.parquet] Expected a column 'recording' that says which recording a row belongs to, as in other files of"
                        + " the source, but found the columns [scene, p]",
                "source.point-fields=[p:1]");
        Files.move(source().resolve("a.parquet"), source().resolve("c.parquet"));
        JobOutcome outcome = run("source.point-fields=[p:1]", "rasters.default=null", "source.skip-fields=[scene]");
        assertThat(outcome.status()).isEqualTo(ExitCode.BAD_RECORDINGS);
        assertThat(outcome.text())
                .contains(
                        "[c.parquet] Expected no column 'recording', for other files of the source have none and are a"
                                + " recording each, but found it; keep files with it in a folder of their own, or take each file"
                                + " for a recording with source.recording-field = \"\"");
    }

    @Test
    void refusesArraysBesideParquet() throws IOException {
        parquet("a.parquet", "a", 1, 2);
        PaddedFile.write(source().resolve("b.npy"), 64, 1, 3);
        refuses(
                "[SOURCE] Expected recordings of one kind, but found arrays (b.npy) and Parquet (a.parquet); say which is"
                        + " meant with source.format, or keep them in folders of their own",
                FIELDS);
        assertThat(built(FIELDS, "source.format=parquet").keySet())
                .contains("a.npy")
                .doesNotContain("b.npy");
    }

    @Test
    void gathersTheRowsOfARecordingFromSeveralFilesInTheOrderOfTheirNumbers() throws IOException {
        String script = """
                import sys, pyarrow as pa, pyarrow.parquet as pq
                def part(path, names, first):
                    rows = [[float(first + i), 0.5] for i in range(len(names))]
                    pq.write_table(pa.table({'recording': names, 'p': pa.array(rows, pa.list_(pa.float32())),
                        'n': pa.array(range(first, first + len(names)), pa.int32())}), path, row_group_size=2)
                part(sys.argv[1] + '/part-10.parquet', ['x', 'y', 'x', 'x'], 10)
                part(sys.argv[1] + '/part-9.parquet', ['y', 'x', 'y'], 0)
                """;
        Files.createDirectories(source());
        ParquetFiles.script(script, source().toString());
        Map<String, String> files = built("source.point-fields=[p:1]", "rasters.default=null");
        assertThat(files.keySet()).containsExactly("x.npy", "x.points.npy", "y.npy", "y.points.npy");
        assertThat(numbers("x", 4)).isEqualTo("[1, 10, 12, 13]");
        assertThat(numbers("y", 3)).isEqualTo("[0, 2, 11]");
    }

    private String numbers(String recording, int rows) throws IOException {
        return ParquetFiles.script(
                        "import sys, numpy; a = numpy.load(sys.argv[1]); assert len(a) == int(sys.argv[2]); print(a['n'].tolist())",
                        folder.resolve("target/v000001/" + recording + ".npy").toString(),
                        String.valueOf(rows))
                .strip();
    }

    @Test
    void putsRowsInTheOrderOfAColumn() throws IOException {
        String script = """
                import sys, pyarrow as pa, pyarrow.parquet as pq
                n = [5, 1, 4, 2, 9, 0, 7]
                pq.write_table(pa.table({'p': pa.array([[float(i)] * i for i in n], pa.list_(pa.float32())),
                    'n': pa.array(n, pa.int32())}), sys.argv[1] + '/x.parquet', row_group_size=2)
                """;
        Files.createDirectories(source());
        ParquetFiles.script(script, source().toString());
        built("source.point-fields=[p:1]", "rasters.default=null", "source.order-field=n");
        assertThat(numbers("x", 7)).isEqualTo("[0, 1, 2, 4, 5, 7, 9]");
    }

    @ParameterizedTest
    @CsvSource({
        "float16, <f2, zstd, True",
        "float16, <f2, none, False",
        "int16, <i2, zstd, True",
        "int16, <i2, none, False",
        "uint16, <u2, zstd, False",
        "int8, |i1, snappy, True"
    })
    void readsListsOfNumbersOfOneAndTwoBytes(String type, String descr, String codec, String dictionary)
            throws IOException {
        String script = """
                import sys, numpy as np, pyarrow as pa, pyarrow.parquet as pq
                kind = getattr(pa, sys.argv[2])()
                values = np.array([0, 1, 100, 7, 0, 3, 127, 2] * 50).astype(sys.argv[2])
                if sys.argv[2][0] != 'u': values[1::3] = -values[1::3]
                if sys.argv[2] == 'float16': values[:4] = [np.inf, np.nan, 6e-8, -0.0]
                ends = pa.array([0, 3, 3, 200, 400], pa.int32())
                pq.write_table(pa.table({'p': pa.ListArray.from_arrays(ends, pa.array(values, kind)),
                    'n': pa.array(range(4), pa.int32())}), sys.argv[1] + '/x.parquet', row_group_size=3,
                    compression=sys.argv[3], use_dictionary=sys.argv[4] == 'True')
                values.tofile(sys.argv[1] + '/../values')
                """;
        Files.createDirectories(source());
        ParquetFiles.script(script, source().toString(), type, codec, dictionary);
        built("source.point-fields=[p:1]", "rasters.default=null");
        assertThat(header("x.points.npy")).contains("[('p', '" + descr + "')]");
        byte[] points = Files.readAllBytes(folder.resolve("target/v000001/x.points.npy"));
        byte[] values = Files.readAllBytes(folder.resolve("values"));
        assertThat(Arrays.copyOfRange(points, points.length - values.length, points.length))
                .isEqualTo(values);
        assertThat(numbers("x", 4)).isEqualTo("[0, 1, 2, 3]");
    }

    @Test
    void keepsPartitionFoldersInNames() throws IOException {
        parquet("weather=3/a.parquet", "a", 1, 2);
        assertThat(built(FIELDS).keySet())
                .containsExactly("weather=3/a.npy", "weather=3/a.points.npy", "weather=3/a.raster.npy");
    }

    @Test
    void makesPartitionFoldersCropFields() throws IOException {
        parquet("weather=3/city=p_0/a.parquet", "a", 1, 2);
        parquet("weather=4/city=paris/b.parquet", "b", 3);
        built(FIELDS, "source.partitions=field");
        assertThat(header("a.npy")).contains("('weather', '<i8'), ('city', '<U5')]");
        assertThat(header("b.npy")).contains("('weather', '<i8'), ('city', '<U5')]");
        assertThat(ParquetFiles.script(
                        "import sys, numpy; a = numpy.load(sys.argv[1]); print(a['weather'], a['city'])",
                        folder.resolve("target/v000001/a.npy").toString()))
                .isEqualTo("[3 3] ['p_0' 'p_0']\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stat", "content"})
    void buildsUnchangedRecordingsAgainWhoseTextOfFoldersBecomesWider(String fingerprint) throws IOException {
        String[] settings = {FIELDS, "source.partitions=field", "source.fingerprint=" + fingerprint};
        parquet("city=rome/a.parquet", "a", 1, 2);
        parquet("city=rome/b.parquet", "b", 3);
        built(settings);
        assertThat(header("a.npy")).contains("('city', '<U4')]");
        assertThat(run(settings).status()).isEqualTo(ExitCode.NOTHING);
        parquet("city=istanbul/c.parquet", "c", 4);
        assertThat(run(settings).status()).isEqualTo(ExitCode.DONE);
        Map<String, String> night = Rebuilds.data(folder.resolve("target/v000002"));
        Rebuilds.run(source().toUri(), folder.resolve("whole").toUri(), settings);
        assertThat(night).isEqualTo(Rebuilds.data(folder.resolve("whole/v000001")));
    }

    @Test
    void skipsAFileWhoseFieldsAreUnclear() throws IOException {
        parquet("a.parquet", "a", 1, 2);
        ParquetFiles.script(
                "import sys, pyarrow as pa, pyarrow.parquet as pq; pq.write_table(pa.table({'n': [1]}), sys.argv[1])",
                source().resolve("b.parquet").toString());
        JobOutcome outcome = run(FIELDS, "on-bad-recording=skip");
        assertThat(outcome.status()).as(outcome.text()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(outcome.text()).contains("[b.parquet] Expected a column for point field 'xy', but found [n]");
    }

    @Test
    void skipsATruncatedFileAlsoIfItIsTheFirst() throws IOException {
        parquet("b.parquet", "b", 1, 2);
        byte[] whole = Files.readAllBytes(source().resolve("b.parquet"));
        Files.write(source().resolve("a.parquet"), Arrays.copyOf(whole, whole.length - 100));
        JobOutcome outcome = run(FIELDS, "on-bad-recording=skip");
        assertThat(outcome.status()).as(outcome.text()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(outcome.text()).contains("[a.parquet] Expected a Parquet file: PAR1 at its end, but found");
    }

    @Test
    void saysThatPointFieldsMustBeNamed() throws IOException {
        parquet("a.parquet", "a", 1, 2);
        refuses(
                "[a.parquet] Expected source.point-fields to name the point fields of Parquet, as in [\"xy:2\", \"height\","
                        + " \"intensity\"], but found none",
                "on-bad-recording=skip");
    }

    @Test
    void refusesTextAndNulls() throws IOException {
        String script = """
                import sys, pyarrow as pa, pyarrow.parquet as pq
                p = pa.array([[1.0], [2.0]], pa.list_(pa.float32()))
                pq.write_table(pa.table({'p': p, 's': ['a', 'b']}), sys.argv[1] + '/text.parquet')
                pq.write_table(pa.table({'p': p, 'n': [1, None]}), sys.argv[1] + '/null.parquet')
                """;
        Files.createDirectories(source());
        ParquetFiles.script(script, source().toString());
        JobOutcome outcome = run("source.point-fields=[p:1]", "rasters.default=null");
        assertThat(outcome.status()).isEqualTo(ExitCode.BAD_RECORDINGS);
        assertThat(outcome.text())
                .contains("[text.parquet] Expected numbers in column 's', but found text in row 0; leave it out with"
                        + " source.skip-fields = [\"s\"]");
        outcome = run("source.point-fields=[p:1]", "rasters.default=null", "source.skip-fields=[s]");
        assertThat(outcome.status()).isEqualTo(ExitCode.BAD_RECORDINGS);
        assertThat(outcome.text()).contains("[null.parquet] Expected").contains("row 1");
    }

    @Test
    void refusesEncryptedFiles() throws IOException {
        String script = """
                import sys, pyarrow as pa, pyarrow.parquet as pq, pyarrow.parquet.encryption as pe
                class Kms(pe.KmsClient):
                    def __init__(self, config): pe.KmsClient.__init__(self)
                    def wrap_key(self, key, name): return b'x' + key.hex().encode()
                    def unwrap_key(self, key, name): return bytes.fromhex(key[1:].decode())
                factory = pe.CryptoFactory(lambda config: Kms(config))
                for plain in (True, False):
                    config = pe.EncryptionConfiguration(footer_key='f', column_keys={'c': ['n']}, plaintext_footer=plain)
                    keys = factory.file_encryption_properties(pe.KmsConnectionConfig(), config)
                    table = pa.table({'p': pa.array([[1.0]], pa.list_(pa.float32())), 'n': [1]})
                    with pq.ParquetWriter(sys.argv[1] + ('/columns.parquet' if plain else '/footer.parquet'),
                            table.schema, encryption_properties=keys) as writer:
                        writer.write_table(table)
                """;
        Files.createDirectories(source());
        ParquetFiles.script(script, source().toString());
        JobOutcome outcome = run("source.point-fields=[p:1]", "rasters.default=null", "source.recording-field=\"\"");
        assertThat(outcome.text()).contains("encrypted; write it again with the key, without encryption");
    }

    @Test
    void anUnchangedRecordingOfSeveralFilesIsNotBuiltAgain() throws IOException {
        parquet("recording=x/part-1.parquet", "a", 1, 2);
        parquet("recording=x/part-2.parquet", "b", 3, 4, 5);
        parquet("recording=y/part-1.parquet", "c", 6);
        built(FIELDS);
        assertThat(run(FIELDS).status()).isEqualTo(ExitCode.NOTHING);
        parquet("recording=x/part-2.parquet", "b", 3, 4, 5, 6);
        JobOutcome third = run(FIELDS);
        assertThat(third.status()).as(third.text()).isEqualTo(ExitCode.DONE);
        assertThat(third.text()).containsPattern("recordings built +1\n").containsPattern("crops +6\n");
    }

    @Test
    void readsThePetastormDatasetThatLiesBesideTheProject() throws IOException {
        Path real = Shared.path("data/parquet/uber+petastorm/petastorm/tests/data/legacy/0.7.6");
        JobOutcome outcome = Rebuilds.run(
                real.toUri(),
                folder.resolve("target").toUri(),
                "source.point-fields=[matrix,matrix_uint16,matrix_uint32]",
                "source.skip-fields=[integer_nullable,matrix_nullable,string_array_nullable]",
                "source.partitions=field",
                "source.recording-field=partition_key",
                "rasters.default=null");
        assertThat(outcome.status()).as(outcome.text()).isEqualTo(ExitCode.DONE);
        assertThat(ParquetFiles.script(
                        Files.readString(Path.of("src/test/python/check_petastorm.py")),
                        real.toString(),
                        folder.resolve("target/v000001").toString()))
                .isEqualTo("30 rows equal\n");
    }
}
