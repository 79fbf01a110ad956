package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.config.Settings;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.CropException;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.Recording;
import io.cropmill.rebuild.listing.SourceListing;
import io.cropmill.rebuild.listing.SourceRecording;
import io.cropmill.storage.PassingChannel;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recordings that share Parquet files: what they share is read once, whatever their number. */
@Slow
class SharedParquetTest extends FailingRebuilds {
    private static final String[] SETTINGS = {"source.point-fields=[\"p:1\"]", "rasters.default=null"};

    /** Writes a row of one point for each name, numbered by n; prints where the column of names lies in each row group. */
    private static final String WRITE = """
            import sys, pyarrow as pa, pyarrow.parquet as pq
            names = eval(sys.argv[2])
            rows = range(len(names))
            pq.write_table(pa.table({'p': pa.array([[float(n)] for n in rows], pa.list_(pa.float32())),
                'n': pa.array(rows, pa.int32()), 'recording': names}), sys.argv[1], row_group_size=int(sys.argv[3]),
                compression='none')
            meta = pq.ParquetFile(sys.argv[1]).metadata
            for group in range(meta.num_row_groups):
                chunk = meta.row_group(group).column(2)
                start = chunk.dictionary_page_offset or chunk.data_page_offset
                print(start, start + chunk.total_compressed_size)
            """;

    @Override
    @BeforeEach
    void writeSource() throws IOException {
        source = Files.createDirectories(folder.resolve("source"));
        target = folder.resolve("target");
    }

    private List<long[]> write(String file, String names, int groupRows) throws IOException {
        return ParquetFiles.script(WRITE, source.resolve(file).toString(), names, String.valueOf(groupRows))
                .lines()
                .map(line -> line.split(" ", -1))
                .map(words -> new long[] {Long.parseLong(words[0]), Long.parseLong(words[1])})
                .toList();
    }

    private static long bytes(List<long[]> places) {
        return places.stream().mapToLong(place -> place[1] - place[0]).sum();
    }

    /** A source that counts how many of some bytes are read. */
    private static final class Watched extends Told {
        private final List<long[]> places;
        private final AtomicLong read = new AtomicLong();

        Watched(Storage storage, List<long[]> places) {
            super(storage);
            this.places = places;
        }

        @Override
        public SeekableByteChannel open(String path) throws IOException {
            return new PassingChannel(super.open(path)) {
                @Override
                public int read(ByteBuffer target) throws IOException {
                    long start = position();
                    int count = super.read(target);
                    for (long[] place : places) {
                        read.addAndGet(Math.max(0, Math.min(start + count, place[1]) - Math.max(start, place[0])));
                    }
                    return count;
                }
            };
        }
    }

    private JobOutcome rebuilt(Storage storage, String... more) throws IOException {
        List<String> settings = new ArrayList<>(List.of(SETTINGS));
        settings.addAll(List.of(more));
        JobOutcome outcome = rebuild(Map.of(source, storage), settings.toArray(String[]::new));
        assertThat(outcome.status()).as(outcome.text()).isEqualTo(ExitCode.DONE);
        return outcome;
    }

    private List<SourceRecording> listed(Storage storage) throws IOException {
        Settings settings = SettingsLoader.load(java.util.Optional.empty(), List.of(SETTINGS));
        return SourceListing.of(storage, settings.source());
    }

    private static Recording open(SourceRecording recording, Storage storage) throws IOException {
        return recording.open(
                storage, new FieldChoice("point_count", List.of(PointFieldName.parse("p:1")), List.of("p")));
    }

    private String numbers(String recording) throws IOException {
        return ParquetFiles.script(
                        "import sys, numpy; print(numpy.load(sys.argv[1])['n'].tolist())",
                        target.resolve("v000001/" + recording + ".npy").toString())
                .strip();
    }

    /** By listing, counting, building and validating together. */
    @ParameterizedTest
    @ValueSource(ints = {2, 40})
    void theColumnOfRecordingsIsReadOnceWhateverTheirNumber(int recordings) throws IOException {
        List<long[]> places = write("x.parquet", "['r%02d' % (row % " + recordings + ") for row in range(200)]", 60);
        try (Watched watched = new Watched(local(source), places)) {
            rebuilt(watched, "split-bytes=1k");
            assertThat(watched.read).hasValue(bytes(places));
        }
        assertThat(Rebuilds.data(target.resolve("v000001"))).hasSize(2 * recordings);
        assertThat(numbers("r01")).startsWith("[1, " + (recordings + 1) + ", " + (2 * recordings + 1) + ", ");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 12})
    void aSharedFileIsHashedOnceWhateverTheNumberOfRecordings(int recordings) throws IOException {
        write("x.parquet", "['r%02d' % (row % " + recordings + ") for row in range(200)]", 60);
        // The magic, which nothing reads but a hash, and the opening of the file.
        List<long[]> magic = List.of(new long[] {0, 4});
        List<Long> reads = new ArrayList<>();
        for (String fingerprint : List.of("stat", "content")) {
            target = folder.resolve(fingerprint);
            try (Watched watched = new Watched(local(source), magic)) {
                rebuilt(watched, "source.fingerprint=" + fingerprint);
                reads.add(watched.read.get());
            }
        }
        assertThat(reads.get(1) - reads.get(0)).isEqualTo(4);
    }

    @Test
    void aRecordingWithVeryManyRunsIsFoundAgainByTheColumn() throws IOException {
        List<long[]> places = write("x.parquet", "['a', 'b'] * 33000 + ['c'] * 5", 100_000);
        try (Watched watched = new Watched(local(source), places)) {
            List<SourceRecording> listed = listed(watched);
            List<Long> rows = new ArrayList<>();
            List<Long> read = new ArrayList<>();
            for (SourceRecording recording : listed) {
                long before = watched.read.get();
                try (Recording open = open(recording, watched)) {
                    rows.add(open.rows());
                }
                read.add(watched.read.get() - before);
            }
            assertThat(rows).containsExactly(33_000L, 33_000L, 5L);
            assertThat(read).containsExactly(bytes(places), bytes(places), 0L);
        }
    }

    /** Of the same length, with the rows of one recording where the other's were. */
    @Test
    void refusesAFileThatChangedAfterItWasListed() throws IOException {
        write("x.parquet", "['a', 'a', 'b']", 3);
        try (Storage storage = local(source)) {
            SourceRecording listed = listed(storage).get(0);
            long bytes = listed.file().bytes();
            Files.delete(source.resolve("x.parquet"));
            write("x.parquet", "['a', 'b', 'b']", 3);
            assertThat(storage.stat("x.parquet").orElseThrow().bytes()).isEqualTo(bytes);
            assertThatThrownBy(() -> open(listed, storage).close())
                    .hasMessage("[x.parquet] Expected the file as it was when the run began ("
                            + listed.file().describe() + "), but found "
                            + storage.stat("x.parquet").orElseThrow().describe()
                            + "; it is being written to: run again when it is complete");
        }
    }

    @Test
    void aRowWithoutARecordingIsNoReasonToRemoveItsFile() throws IOException {
        write("x.parquet", "['a', None, 'b']", 3);
        try (Storage storage = local(source)) {
            assertThatThrownBy(() -> listed(storage))
                    .hasMessage(
                            "[x.parquet] Expected a value in column 'recording' at row 1, but found null; name the recording of each row");
        }
    }

    @Test
    void namesTheRowOfANameThatNoRecordingMayHave() throws IOException {
        for (String value : List.of("", "../x")) {
            Files.deleteIfExists(source.resolve("x.parquet"));
            write("x.parquet", "['a', '" + value + "', 'b']", 3);
            try (Storage storage = local(source)) {
                assertThatThrownBy(() -> listed(storage))
                        .isInstanceOf(CropException.class)
                        .hasMessage(
                                "[x.parquet] Expected the name of a recording in column 'recording' at row 1, but found"
                                        + " \"" + value
                                        + "\": Path must be relative, without empty, \".\" or \"..\" parts but was"
                                        + " \"" + value + "\"; write the column again with names of recordings");
            }
        }
    }

    @Test
    void refusesTwoValuesForOneNameOfARecording() throws IOException {
        Files.createDirectories(source.resolve("day"));
        write("day/x.parquet", "['a']", 1);
        write("y.parquet", "['day/a']", 1);
        try (Storage storage = local(source)) {
            assertThatThrownBy(() -> listed(storage))
                    .hasMessage(
                            "[y.parquet] Expected one value of 'recording' for recording day/a, but found 'day/a', and"
                                    + " 'a' in day/x.parquet; write one of them again under another name");
        }
    }
}
