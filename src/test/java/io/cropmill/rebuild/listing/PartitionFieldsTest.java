package io.cropmill.rebuild.listing;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.plain.PlainPartitions;
import io.cropmill.storage.FileEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A rebuild and its proof read the same fields off the names of folders, each by itself. */
class PartitionFieldsTest {
    private static final List<String> PIECES = List.of(
            "0",
            "7",
            "+",
            "-",
            ".",
            "e",
            "E",
            "NaN",
            "%20",
            "%C3%A9",
            "%c3",
            "%",
            "%4",
            "\uFF11",
            "\u00e9",
            "=",
            "\uD83D\uDE00",
            "x",
            "9007199254740993",
            "9223372036854775807",
            "9223372036854775808");

    @Test
    void decodesEscapesOfAsciiDigitsAlone() throws IOException {
        List<String> paths = List.of("a%20b=1%2f2%\uFF12\uFF10/x.parquet");

        assertThat(fields(paths).types()).containsOnlyKeys("a b");
        assertThat(PartitionPath.of(paths.get(0)).partitions()).containsEntry("a b", "1/2%\uFF12\uFF10");
        assertThat(PlainPartitions.of(paths, "")).isEqualTo(new PlainPartitions(List.of("a b"), List.of("<U6")));
    }

    @Test
    void takesTheTypeThatAllValuesHave() throws IOException {
        assertThat(types("1", "-2", "+3", "9223372036854775807")).isEqualTo("<i8");
        assertThat(types("1", "2.5", ".5", "1e3", "NaN", "9007199254740992")).isEqualTo("<f8");
        assertThat(types("2.5", "9007199254740993")).isEqualTo("<U16");
        assertThat(types("1", "9223372036854775808")).isEqualTo("<U19");
        assertThat(types("", "")).isEqualTo("<U1");
        assertThat(types("1", "\uD83D\uDE00a")).isEqualTo("<U2");
    }

    @Test
    void isWhatTheProofReads() throws IOException {
        Random random = new Random(11);
        for (int source = 0; source < 3000; source++) {
            List<String> paths = new ArrayList<>();
            for (int file = 0; file <= random.nextInt(4); file++) {
                paths.add("k=" + value(random) + "/drive/rec=a/l%20=" + value(random) + "/k=" + value(random) + "/part-"
                        + file + ".parquet");
            }
            assertThat(plain(paths, "rec")).as("%s", paths).isEqualTo(fast(paths, "rec"));
        }
    }

    @Test
    void standsInTheOrderOfTheFirstPathByNumbers() throws IOException {
        List<String> paths =
                List.of("b=2/a=1/x.parquet", "a=1/b=10/x.parquet", "a=1/b=9/x.parquet", "b=1/a=3/x.parquet");

        assertThat(plain(paths, "")).isEqualTo(fast(paths, "")).isEqualTo(List.of("a <i8", "b <i8"));
    }

    private static String value(Random random) {
        StringBuilder value = new StringBuilder();
        for (int piece = random.nextInt(4); piece > 0; piece--) {
            value.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return value.toString();
    }

    /** As both have it. */
    private static String types(String... values) throws IOException {
        List<String> paths =
                Stream.of(values).map(value -> "k=" + value + "/x.parquet").toList();
        assertThat(plain(paths, "")).isEqualTo(fast(paths, ""));
        return PlainPartitions.of(paths, "").types().get(0);
    }

    private static PartitionFields fields(List<String> paths) throws IOException {
        return fields(paths, "");
    }

    private static PartitionFields fields(List<String> paths, String recordingField) throws IOException {
        List<FileEntry> files = paths.stream()
                .sorted(PathOrder.BY_NUMBERS)
                .map(path -> new FileEntry(path, 1, 0, ""))
                .toList();
        return PartitionFields.of(files, recordingField);
    }

    private static List<String> fast(List<String> paths, String recordingField) throws IOException {
        List<String> fields = new ArrayList<>();
        fields(paths, recordingField).types().forEach((name, type) -> fields.add(name + " " + type.code()));
        return fields;
    }

    private static List<String> plain(List<String> paths, String recordingField) {
        PlainPartitions partitions = PlainPartitions.of(paths, recordingField);
        List<String> fields = new ArrayList<>();
        for (int field = 0; field < partitions.names().size(); field++) {
            fields.add(partitions.names().get(field) + " " + partitions.types().get(field));
        }
        return fields;
    }
}
