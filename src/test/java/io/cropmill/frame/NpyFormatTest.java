package io.cropmill.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Slow
class NpyFormatTest {
    @TempDir
    Path folder;

    @Test
    void readsAnArrayOfNumbersAsValues() throws IOException {
        Path file = Frames.write(
                folder.resolve("a.npy"), "'>i2'", "(3,)", 6, data -> data.put(new byte[] {0, 1, 0, 2, -1, -1}));

        assertThat(Frames.json(Frames.npy(file)))
                .containsExactly(
                        "{\"recording\":\"a\",\"row\":0,\"value\":1}",
                        "{\"recording\":\"a\",\"row\":1,\"value\":2}",
                        "{\"recording\":\"a\",\"row\":2,\"value\":-1}");
    }

    @Test
    void widensWhatSparkHasNot() throws IOException {
        String descr = "[('b', '|b1'), ('u1', '|u1'), ('u2', '<u2'), ('u4', '<u4'), ('u8', '<u8'), ('f2', '<f2')]";
        Path file = Frames.write(
                folder.resolve("a.npy"),
                descr,
                "(1,)",
                18,
                data -> data.put((byte) 7)
                        .put((byte) -1)
                        .putShort((short) -1)
                        .putInt(-1)
                        .putLong(-1)
                        .putShort((short) 0x3C01));

        assertThat(Frames.npy(file).drop("recording", "row").schema().simpleString())
                .isEqualTo("struct<b:boolean,u1:smallint,u2:int,u4:bigint,u8:decimal(20,0),f2:float>");
        assertThat(Frames.json(Frames.npy(file).drop("recording", "row")))
                .containsExactly("{\"b\":true,\"u1\":255,\"u2\":65535,\"u4\":4294967295,\"u8\":18446744073709551615,"
                        + "\"f2\":1.0009766}");
    }

    @Test
    void keepsTimesExactly() throws IOException {
        String descr = "[('d', '<M8[D]'), ('s', '<M8[s]'), ('ns', '<M8[ns]'), ('w', '<m8[ms]'), ('nat', '<M8[us]')]";
        Path file = Frames.write(
                folder.resolve("a.npy"),
                descr,
                "(1,)",
                40,
                data -> data.putLong(1)
                        .putLong(3661)
                        .putLong(123_456_789)
                        .putLong(1500)
                        .putLong(Long.MIN_VALUE));

        assertThat(Frames.npy(file).drop("recording", "row").schema().simpleString())
                .isEqualTo("struct<d:date,s:timestamp_ntz,ns:bigint,w:interval day to second,nat:timestamp_ntz>");
        assertThat(Frames.npy(file).drop("recording", "row").first().toString())
                .isEqualTo("[1970-01-02,1970-01-01T01:01:01,123456789,PT1.5S,null]");
        assertThat(Frames.npy(file).schema().apply("ns").metadata().json())
                .isEqualTo("{\"npy.descr\":\"'<M8[ns]'\",\"npy.unit\":\"ns\"}");
    }

    @Test
    void keepsCountsOfUnitsThatAreTooLongForSpark() throws IOException {
        String descr = "[('w', '<m8[2147483647W]'), ('d', '<m8[2147483647D]'), ('t', '<M8[2147483647h]')]";
        Path file = Frames.write(
                folder.resolve("a.npy"),
                descr,
                "(1,)",
                24,
                data -> data.putLong(3).putLong(Long.MIN_VALUE).putLong(1));
        Dataset<Row> times = Frames.npy(file).drop("recording", "row");

        assertThat(times.schema().simpleString()).isEqualTo("struct<w:bigint,d:bigint,t:timestamp_ntz>");
        assertThat(times.first().getLong(0)).isEqualTo(3);
        assertThat(times.first().isNullAt(1)).isTrue();
        assertThat(times.schema().apply("w").metadata().json())
                .isEqualTo("{\"npy.descr\":\"'<m8[2147483647W]'\",\"npy.unit\":\"2147483647W\"}");
    }

    @Test
    void refusesATimeThatDoesNotFit() throws IOException {
        Path file = Frames.write(folder.resolve("a.npy"), "'<M8[s]'", "(1,)", 8, data -> data.putLong(Long.MAX_VALUE));

        assertThatThrownBy(() -> Frames.npy(file).collectAsList())
                .hasMessageContaining(
                        "[a.npy] Expected a time that Spark's TIMESTAMP_NTZ can hold in field 'value' of row"
                                + " 0, but found 9223372036854775807 times s");
    }

    @Test
    void readsSubArraysFlatOrNested() throws IOException {
        Path file = Frames.write(folder.resolve("a.npy"), "[('m', '<i4', (2, 3))]", "(1,)", 24, data -> {
            for (int i = 0; i < 6; i++) {
                data.putInt(i);
            }
        });

        assertThat(Frames.json(Frames.npy(file).select("m"))).containsExactly("{\"m\":[0,1,2,3,4,5]}");
        assertThat(Frames.npy(file).schema().apply("m").metadata().json())
                .isEqualTo("{\"shape\":[2,3],\"npy.descr\":\"('<i4', (2, 3))\"}");
        assertThat(Frames.json(Frames.npy(file, "arrays", "nested").select("m")))
                .containsExactly("{\"m\":[[0,1,2],[3,4,5]]}");
    }

    @Test
    void readsRecordsAndComplexNumbersAsStructs() throws IOException {
        String descr = "[('p', [('c', '<c8'), ('', '|V3'), ('n', '|S4')])]";
        Path file = Frames.write(
                folder.resolve("a.npy"),
                descr,
                "(1,)",
                15,
                data -> data.putFloat(1).putFloat(-2).put(new byte[3]).put(new byte[] {'a', 'b', 0, 0}));

        assertThat(Frames.json(Frames.npy(file, "bytes", "string").select("p")))
                .containsExactly("{\"p\":{\"c\":{\"re\":1.0,\"im\":-2.0},\"n\":\"ab\"}}");
    }

    @Test
    void givesTheColumnsOfRecordingAndRowOtherNames() throws IOException {
        Path file = Frames.write(folder.resolve("a.npy"), "[('row', '<i4')]", "(1,)", 4, data -> data.putInt(5));

        assertThatThrownBy(() -> Frames.npy(file))
                .hasMessage("[a.npy] Expected no field named 'row', which is the column of row numbers, but found one;"
                        + " give that column another name with the option rowColumn");
        assertThat(Frames.json(Frames.npy(file, "rowColumn", "n")))
                .containsExactly("{\"recording\":\"a\",\"n\":0,\"row\":5}");
    }

    @Test
    void refusesFilesOfDifferentTypesNamingBoth() throws IOException {
        Frames.write(folder.resolve("a.npy"), "'<i4'", "(1,)", 4, data -> data.putInt(5));
        Frames.write(folder.resolve("b/c.npy"), "'<i8'", "(1,)", 8, data -> data.putLong(6));

        assertThatThrownBy(() -> Frames.npy(folder))
                .hasMessage("[b/c.npy] Expected rows of '<i4', as in a.npy, but found '<i8'; load them apart, or give a"
                        + " schema");
        var schema = new StructType().add("recording", "string").add("value", DataTypes.LongType);
        assertThat(Frames.json(
                        Frames.spark().read().schema(schema).format("npy").load(folder.toString())))
                .containsExactlyInAnyOrder("{\"recording\":\"a\",\"value\":5}", "{\"recording\":\"b/c\",\"value\":6}");
    }

    @Test
    void refusesFilesThatWouldBeOneRecording() throws IOException {
        Path first = Frames.write(folder.resolve("x/a.npy"), "'<i4'", "(1,)", 4, data -> data.putInt(5));
        Path second = Frames.write(folder.resolve("y/a.npy"), "'<i4'", "(1,)", 4, data -> data.putInt(5));
        assertThatThrownBy(() -> Frames.spark().read().format("npy").load(first.toString(), second.toString()))
                .hasMessageContaining("[" + folder.toUri() + "y/a.npy] Expected one file for recording 'a', but found "
                        + folder.toUri() + "x/a.npy, too; load a folder that holds both, whose paths below it tell them"
                        + " apart");
    }

    @Test
    void readsAFileByTheRulesOfALocation() throws IOException {
        PaddedFile.write(folder.resolve("rec#1 ?%41.npy"), 4, 1, 2);

        for (String location : List.of(
                folder + "/rec#1 ?%41.npy",
                "file://" + folder + "/rec%231%20%3f%2541.npy",
                "file://" + folder + "/rec#1 ?%2541.npy",
                "file:" + folder + "/rec#1%20?%2541.npy",
                "file:" + folder + "%2Frec#1 ?%2541.npy")) {
            for (String format : List.of("npy", "crops")) {
                Dataset<Row> rows = Frames.spark().read().format(format).load(location);
                assertThat(Frames.json(rows.select("recording", "row")))
                        .as(location)
                        .containsExactly("{\"recording\":\"rec#1 ?%41\",\"row\":0}");
            }
        }
    }

    @Test
    void refusesASchemaThatLosesValues() throws IOException {
        Path file = Frames.write(folder.resolve("a.npy"), "'<i8'", "(1,)", 8, data -> data.putLong(5));
        var schema = new StructType().add("value", DataTypes.IntegerType);

        assertThatThrownBy(() -> Frames.spark()
                        .read()
                        .schema(schema)
                        .format("npy")
                        .load(file.toString())
                        .queryExecution()
                        .optimizedPlan())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("[a.npy] Expected in field 'value' a type that INT holds without loss, but found '<i8'");
    }

    @Test
    void refusesOptionsThatItDoesNotKnow() throws IOException {
        Path file = PaddedFile.write(folder.resolve("a.npy"), 4, 1, 2);

        assertThatThrownBy(() -> Frames.npy(file, "countfeild", "x"))
                .hasMessage("Option must be one of arrays, batchBytes, bytes, countField, maxRowBytes, pathGlobFilter,"
                        + " pointFields, recordingColumn, rowColumn, version but was countfeild");
    }

    @Test
    void refusesAFolderWithoutFiles() throws IOException {
        Files.writeString(folder.resolve("readme.txt"), "none");

        assertThatThrownBy(() -> Frames.npy(folder))
                .hasMessage(
                        "[" + folder + "] Expected .npy files, but found 1 other file; check that the path is right");
    }

    @Test
    void refusesRowsWithoutBytesByTheBillion() throws IOException {
        Path file = Frames.write(folder.resolve("a.npy"), "'<f4'", "(1000000000, 0)", 0, data -> {});

        assertThatThrownBy(() -> Frames.npy(file))
                .hasMessage("[a.npy] Expected at most 1,000,000 rows without bytes, but found 1,000,000,000");
    }

    @Test
    void refusesValuesWithoutBytes() throws IOException {
        Path file = Frames.write(
                folder.resolve("a.npy"),
                "[('a', [('e', '<f4', (0,))], (2000000000,)), ('b', '|u1')]",
                "(1,)",
                1,
                data -> {});

        assertThatThrownBy(() -> Frames.npy(file))
                .hasMessage("[a.npy] Expected in field 'a' a type whose values take bytes, but found"
                        + " ([('e', '<f4', (0,))], (2000000000,))");
    }

    @Test
    void trimsPointFieldsToTheCount() throws IOException {
        Path file = PaddedFile.write(folder.resolve("a.npy"), 40, 1, 2, 0, 40);

        List<String> sizes = Frames.json(Frames.npy(file, "countField", "point_count")
                .selectExpr("point_count", "size(xy) xy", "size(height) h"));
        assertThat(sizes)
                .containsExactly(
                        "{\"point_count\":2,\"xy\":4,\"h\":2}",
                        "{\"point_count\":0,\"xy\":0,\"h\":0}",
                        "{\"point_count\":40,\"xy\":80,\"h\":40}");
        assertThat(Frames.npy(file, "countField", "point_count")
                        .schema()
                        .apply("xy")
                        .metadata()
                        .json())
                .isEqualTo("{\"shape\":[-1,2],\"npy.descr\":\"('<f4', (2,))\"}");
    }

    @Test
    void refusesACountAboveTheCapacity() throws IOException {
        Path file = PaddedFile.write(folder.resolve("a.npy"), 40, 1, 2, 41);

        assertThatThrownBy(() -> Frames.npy(file, "countField", "point_count").collectAsList())
                .hasMessageContaining("[a.npy] Expected point_count from 0 to 40 in row 1, but found 41");
    }

    @Test
    void onlyReadsAndSaysWhatWrites() throws IOException {
        Path file = folder.resolve("out");
        Dataset<Row> rows = Frames.spark().sql("select 1 value");
        for (String mode : List.of("errorifexists", "append", "overwrite")) {
            assertThatThrownBy(() -> rows.write().format("npy").mode(mode).save(file.toString()))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage("format(\"npy\") only reads; crops are written by"
                            + " df.write.format(\"crops\").save(\"/data/crops\"), anything else by numpy.save(file,"
                            + " df.toPandas().to_records(index=False))");
        }
        assertThat(file).doesNotExist();
    }

    @Test
    void refusesInAKindThatPySparkShowsByItsMessage() {
        assertThatThrownBy(() -> Frames.npy(folder.resolve("gone.npy")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasCauseInstanceOf(IOException.class);
    }
}
