package io.cropmill.rebuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.config.Settings;
import io.cropmill.config.Settings.OnBadRecording;
import io.cropmill.config.Settings.Partitions;
import io.cropmill.crop.parquet.ParquetOrigin;
import io.cropmill.crop.parquet.PartitionField;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names and crop fields that folders give; the files' content has no part in it. */
class ParquetListingTest {
    private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

    @TempDir
    Path folder;

    private List<SourceRecording> listed(String recordingField, Partitions partitions, String... paths)
            throws IOException {
        for (String path : paths) {
            Files.createDirectories(folder.resolve(path).getParent());
            Files.write(folder.resolve(path), new byte[64]);
        }
        try (Storage source = Storages.of(folder.toUri(), new Configuration())) {
            List<FileEntry> files = source.walk("");
            return new ParquetListing(
                            source, new Settings.Parquet(recordingField, "", partitions), files, OnBadRecording.FAIL)
                    .recordings();
        }
    }

    private static List<String> names(List<SourceRecording> recordings) {
        return recordings.stream().map(SourceRecording::name).toList();
    }

    private List<String> types(String... values) throws IOException {
        String[] paths = Stream.of(values)
                .map(value -> "key=" + value + "/of-" + value + ".parquet")
                .toArray(String[]::new);
        return listed("", Partitions.FIELD, paths).stream()
                .map(recording -> ((ParquetOrigin) recording.origin()).partitions())
                .map(fields -> {
                    PartitionField field = fields.get(0);
                    return field.type().descr().replace("'", "") + " " + field.values();
                })
                .toList();
    }

    @Test
    void damagedFilesAreARecordingEachWhateverTheirOrder() throws IOException {
        assertThat(names(listed("recording", Partitions.NAME, "a.parquet", "b.parquet")))
                .containsExactly("a", "b");
    }

    @Test
    void filesOfOneNameInOneFolderAreToBeRenamed() {
        assertThatThrownBy(() -> listed("", Partitions.NAME, "sub/a.parq", "sub/a.parquet"))
                .hasMessageContaining(
                        " for sub/a; rename one of them, or name the column that says which recording a row belongs to with"
                                + " source.recording-field");
    }

    @Test
    void filesOfOneNameInTwoFoldersAreToldApartByThem() {
        assertThatThrownBy(() -> listed("", Partitions.FIELD, "key=1/b.parquet", "key=2/b.parquet"))
                .hasMessageContaining("; keep the folders in the names with source.partitions = name, or name the");
    }

    @Test
    void stampsInNanosecondsAreWholeNumbers() throws IOException {
        assertThat(types("1700000000000000001", "1700000000000000002", "-9223372036854775808"))
                .containsExactlyInAnyOrder(
                        "<i8 [1700000000000000001]", "<i8 [1700000000000000002]", "<i8 [-9223372036854775808]");
    }

    @Test
    void largerWholeNumbersAreTextAsWideAsTheLongestOfAllFiles() throws IOException {
        assertThat(types("18446744073709551615", "3"))
                .containsExactlyInAnyOrder("<U20 [18446744073709551615]", "<U20 [3]");
    }

    @Test
    void wholeNumbersThatFloatsRoundAreTextBesideFloats() throws IOException {
        assertThat(types("9007199254740993", "0.5")).containsExactlyInAnyOrder("<U16 [9007199254740993]", "<U16 [0.5]");
    }

    @Test
    void smallerOnesAreFloatsBesideFloats() throws IOException {
        assertThat(types("3", "0.5")).containsExactlyInAnyOrder("<f8 [3]", "<f8 [0.5]");
    }

    @Test
    void refusesAFolderOfNulls() {
        assertThatThrownBy(() -> types("3", NULL))
                .hasMessage("[key=" + NULL + "/of-" + NULL + ".parquet] Expected a value of 'key' in the name of its"
                        + " folder, but found " + NULL
                        + ", which stands for null; write these rows again with a value");
        assertThatThrownBy(() -> listed("key", Partitions.NAME, "key=3/a.parquet"))
                .hasMessageStartingWith("[key=" + NULL + "/of-" + NULL + ".parquet] Expected a value of 'key'");
    }

    @Test
    void oneValueUnderTwoFoldersIsTwoRecordings() throws IOException {
        String[] paths = {
            "day1/recording=5/x.parquet",
            "day1/recording=5/y.parquet",
            "day2/recording=5/x.parquet",
            "recording=5/x.parquet",
            "day1/recording=5/night/x.parquet"
        };

        assertThat(names(listed("recording", Partitions.NAME, paths)))
                .containsExactlyInAnyOrder("day1/5", "day2/5", "5", "day1/night/5");
        assertThat(names(listed("recording", Partitions.FIELD, paths)))
                .containsExactlyInAnyOrder("day1/5", "day2/5", "5", "day1/night/5");
    }

    @Test
    void partitionsThatAreFieldsAreNotInNames() throws IOException {
        assertThat(names(listed(
                        "recording",
                        Partitions.FIELD,
                        "drive/weather=3/recording=5/x.parquet",
                        "drive/weather=4/recording=5/x.parquet")))
                .containsExactly("drive/5");
        assertThat(names(listed("recording", Partitions.NAME)))
                .containsExactly("drive/weather=3/5", "drive/weather=4/5");
    }

    /** The first path is not what decides. */
    @Test
    void refusesAFileBesideTheFoldersOfRecordings() {
        assertThatThrownBy(() -> listed("recording", Partitions.NAME, "a.parquet", "recording=5/x.parquet"))
                .hasMessage("[a.parquet] Expected a folder recording=<value>, as in recording=5/x.parquet, but found"
                        + " none; keep them in folders of their own, or take each file for a recording with"
                        + " source.recording-field = \"\"");
    }
}
