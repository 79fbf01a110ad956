package io.cropmill.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables of a catalog, whose properties are Spark's own and the options of a load. */
@Slow
class CatalogTablesTest {
    private final SparkSession spark = Frames.spark();

    @TempDir
    Path folder;

    @BeforeEach
    void writeSource() throws IOException {
        PaddedFile.write(folder.resolve("in/a.npy"), 8, 1, 3, 0, 2);
    }

    @AfterEach
    void drop() {
        spark.sql("drop table if exists t");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "crops | location 'PATH'",
                "crops | options (path 'PATH')",
                "crops | options (path 'PATH', bytes 'string') comment 'of one drive'",
                "npy   | location 'PATH'",
                "npy   | options (path 'PATH', pathGlobFilter 'a*')"
            })
    void areReadByTheirLocationOrPath(String format, String where) {
        spark.sql("create table t using " + format + " "
                + where.replace("PATH", folder.resolve("in").toString()));

        assertThat(spark.sql("select point_count from t order by row").collectAsList())
                .extracting(row -> row.getInt(0))
                .containsExactly(3, 0, 2);
    }

    @Test
    void areMadeByTheCatalogToo() {
        spark.catalog().createTable("t", folder.resolve("in").toString(), "crops");

        assertThat(spark.table("t").count()).isEqualTo(3);
    }

    @Test
    void stillRefuseOptionsThatNobodyKnows() {
        assertThatThrownBy(() -> spark.sql("create table t using crops options (path '" + folder.resolve("in")
                                + "', colour 'red')")
                        .collectAsList())
                .hasStackTraceContaining("Option must be one of arrays, ")
                .hasStackTraceContaining(" but was colour");
        assertThatThrownBy(() -> Frames.crops(folder.resolve("in"), "owner", "me"))
                .hasMessageContaining("Option must be one of arrays, ")
                .hasMessageEndingWith(" but was owner");
    }

    @Test
    void ofACatalogGiveOptionsAlone() {
        assertThat(LoadSource.options(Map.of(
                                "provider", "crops",
                                "owner", "me",
                                "location", "file:/a",
                                "option.bytes", "string",
                                "external", "true"))
                        .asCaseSensitiveMap())
                .isEqualTo(Map.of("path", "file:/a", "bytes", "string"));
        assertThat(LoadSource.options(Map.of("path", "/b", "owner", "me")).asCaseSensitiveMap())
                .isEqualTo(Map.of("path", "/b", "owner", "me"));
    }

    @Test
    void loadsRefuseOptionsThatMakeNoSense() {
        Path in = folder.resolve("in");
        assertRefused(
                "crops",
                in,
                "pathGlobFilter",
                "[",
                "Option pathGlobFilter must be a pattern such as *.npy but"
                        + " was \"[\": error parsing regexp: Unclosed character class at pos 1: `[`");
        for (String format : List.of("crops", "npy")) {
            assertRefused(
                    format,
                    in,
                    "rowColumn",
                    "Recording",
                    "Options recordingColumn and rowColumn must differ but both were Recording");
        }
        assertRefused(
                "npy",
                in,
                "version",
                "v000001",
                "Option version belongs to format(\"crops\"), which reads"
                        + " datasets, but was given to format(\"npy\")");
        assertRefused(
                "npy",
                in,
                "pointFields",
                "xy",
                "Option pointFields needs the option countField, by which points"
                        + " are trimmed, or format(\"crops\"); leave both out to read whole fields");
    }

    @Test
    void writesRefuseWhatIsNoSettingAsOptionsAndPartitions() {
        var crops = Frames.crops(folder.resolve("in"));
        String target = folder.resolve("out").toString();

        assertThatThrownBy(() -> crops.write()
                        .format("crops")
                        .option("bogus", 1)
                        .option("cap", 0)
                        .save(target))
                .hasMessage("cap must be at least 1 but was 0 (option)\nUnknown key bogus (option)");
        assertThatThrownBy(
                        () -> crops.write().format("crops").partitionBy("label").save(target))
                .hasMessage("format(\"crops\") cannot partition by columns but was given [\"label\"]; leave partitionBy"
                        + " and clusterBy out, and put the values before the names in the column recording, such as"
                        + " concat(label, '/', recording)");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    private static void assertRefused(String format, Path path, String option, String value, String message) {
        assertThatThrownBy(() -> Frames.spark()
                        .read()
                        .format(format)
                        .option(option, value)
                        .load(path.toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
