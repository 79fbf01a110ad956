package io.cropmill.crop.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Shared;
import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import io.cropmill.crop.ReadBack;
import io.cropmill.crop.Recording;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads what PyArrow writes of a padded recording, in every shape and setting, and expects what the recording holds. */
@Slow
class ParquetOfPyArrowTest {
    private static final int CAPACITY = 64;
    private static final Path WRITER = Path.of("src/test/python/write_parquet.py");

    @TempDir
    Path folder;

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "flat | {}",
                "flat | {\"compression\": \"zstd\", \"use_dictionary\": false}",
                "flat | {\"compression\": \"gzip\", \"data_page_version\": \"2.0\"}",
                "flat | {\"compression\": \"lz4\", \"data_page_size\": 300}",
                "flat | {\"compression\": \"none\", \"use_dictionary\": false, \"data_page_size\": 200}",
                "flat | {\"compression\": \"snappy\", \"use_dictionary\": false, \"data_page_version\": \"2.0\","
                        + " \"data_page_size\": 200, \"write_page_checksum\": true}",
                "flat | {\"use_byte_stream_split\": true, \"use_dictionary\": false, \"row_group_size\": 7}",
                "flat | {\"row_group_size\": 1, \"write_page_index\": true}",
                "flat | {\"use_dictionary\": false, \"column_encoding\": {\"timestamp\": \"DELTA_BINARY_PACKED\","
                        + " \"label\": \"DELTA_BINARY_PACKED\"}, \"version\": \"1.0\"}",
                "nested | {}",
                "nested | {\"use_dictionary\": false, \"data_page_size\": 100, \"compression\": \"none\"}",
                "nested | {\"data_page_version\": \"2.0\", \"data_page_size\": 100, \"row_group_size\": 11}",
                "fixed | {\"compression\": \"zstd\"}",
                "padded | {}",
                "padded | {\"use_dictionary\": false, \"data_page_size\": 100, \"row_group_size\": 5}",
                "padded-list | {\"compression\": \"none\"}",
                "cells | {}",
                "cells | {\"use_dictionary\": false, \"data_page_size\": 1000, \"data_page_version\": \"2.0\"}",
                "cells | {\"use_dictionary\": false, \"column_encoding\": {\"xy\": \"DELTA_LENGTH_BYTE_ARRAY\","
                        + " \"height\": \"DELTA_BYTE_ARRAY\"}}",
                "cells-padded | {}",
                "zip | {\"row_group_size\": 9}",
            })
    void readsWhatTheRecordingHolds(String shape, String options) throws IOException, InterruptedException {
        int[] counts = IntStream.range(0, 40)
                .map(row -> row % 9 == 4 ? 0 : row * 29 % (CAPACITY + 1))
                .toArray();
        Path padded = PaddedFile.write(folder.resolve("a.npy"), CAPACITY, 1, counts);
        Path parquet = write(padded, shape, options);
        try (Recording expected = ReadBack.npy(padded, ReadBack.FIELDS);
                Recording recording = ReadBack.parquet(ReadBack.FIELDS, ParquetOrigin.RecordingRows.ALL, parquet)) {
            ReadBack whole = ReadBack.of(expected, Long.MAX_VALUE);
            assertThat(ReadBack.of(recording, 1 << 30)).isEqualTo(whole);
            assertThat(ReadBack.of(recording, 3000)).isEqualTo(whole);
            assertThat(ReadBack.of(recording, 1)).isEqualTo(whole);
            assertThat(ReadBack.counts(recording)).isEqualTo(whole.counts());
            assertThat(ReadBack.of(recording, 13, 31, 3000)).isEqualTo(ReadBack.of(expected, 13, 31, 3000));
        }
    }

    private Path write(Path padded, String shape, String options) throws IOException, InterruptedException {
        Path parquet = folder.resolve("a.parquet");
        Process process = new ProcessBuilder(
                        Shared.pyarrow(), WRITER.toString(), padded.toString(), parquet.toString(), shape, options)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return parquet;
    }
}
