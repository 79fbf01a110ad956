package io.cropmill.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.crop.parquet.ParquetOrigin;
import io.cropmill.plain.ParquetRows.GroupRun;
import io.cropmill.storage.FileEntry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files whose rows belong to many recordings, row by row in turn: columns are read as often as they must be. */
class ColumnsReadOnceTest {
    private static final int RECORDINGS = 20;
    private static final int ROWS = 4000;
    private static final List<String> FILES = List.of("a.parquet", "b.parquet", "c.parquet");

    @TempDir
    Path folder;

    private final Configuration configuration = new Configuration(false);
    private PlainFolder counted;

    /** Local files that are counted as they are opened. */
    public static final class CountedFileSystem extends RawLocalFileSystem {
        private static final AtomicLong OPENED = new AtomicLong();

        @Override
        public URI getUri() {
            return URI.create("counted:///");
        }

        @Override
        public String getScheme() {
            return "counted";
        }

        @Override
        public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize) throws IOException {
            OPENED.incrementAndGet();
            return super.open(path, bufferSize);
        }

        private long bytes() {
            return statistics.getBytesRead();
        }
    }

    @BeforeEach
    void writeRowsInTurn() throws IOException {
        configuration.set("fs.counted.impl", CountedFileSystem.class.getName());
        counted = PlainFolder.of(URI.create("counted://" + folder), configuration);
        for (String file : FILES) {
            ParquetRowsFile.write(
                    folder.resolve(file),
                    "message rows { required binary recording (STRING); required int64 n; }",
                    ROWS,
                    (row, group) -> {
                        group.add("recording", Binary.fromString("rec" + row % RECORDINGS));
                        group.add("n", (long) (ROWS - row));
                    });
        }
    }

    private long bytesRead() throws IOException {
        return ((CountedFileSystem) org.apache.hadoop.fs.FileSystem.get(URI.create("counted:///"), configuration))
                .bytes();
    }

    private ParquetRows rows(int recording, String orderField) throws IOException {
        List<FileEntry> entries = FILES.stream()
                .map(file -> new FileEntry(file, folder.resolve(file).toFile().length(), 0, ""))
                .toList();
        ParquetOrigin.RecordingRows wanted =
                new ParquetOrigin.RecordingRows("recording", "rec" + recording, orderField, "");
        try (OpenParquet files = new OpenParquet(counted, entries)) {
            return ParquetRows.of(files, wanted, counted.recordings());
        }
    }

    @Test
    void readsTheColumnOfRecordingsOnceForAllRecordings() throws IOException {
        long before = bytesRead();
        long opened = CountedFileSystem.OPENED.get();
        for (int recording = 0; recording < RECORDINGS; recording++) {
            ParquetRows rows = rows(recording, "");
            assertThat(rows.count()).isEqualTo((long) FILES.size() * ROWS / RECORDINGS);
            assertThat(rows.row(1)).isEqualTo(new GroupRun(0, 0, recording + RECORDINGS, 1));
        }
        assertThat(CountedFileSystem.OPENED.get() - opened).isEqualTo(FILES.size());
        assertThat(bytesRead() - before).isPositive().isLessThan(2 * sizes());
    }

    @Test
    void readsTheColumnOfTheOrderOnceForARecording() throws IOException {
        rows(0, "");
        long before = bytesRead();
        ParquetRows rows = rows(0, "n");
        assertThat(bytesRead() - before).isPositive().isLessThan(2 * sizes());
        assertThat(rows.row(0)).isEqualTo(new GroupRun(0, 0, ROWS - RECORDINGS, 1));
        assertThat(rows.row(1)).isEqualTo(new GroupRun(1, 0, ROWS - RECORDINGS, 1));
        assertThat(rows.row(rows.count() - 1)).isEqualTo(new GroupRun(2, 0, 0, 1));
    }

    private long sizes() throws IOException {
        long bytes = 0;
        for (String file : FILES) {
            bytes += Files.size(folder.resolve(file));
        }
        return bytes;
    }
}
