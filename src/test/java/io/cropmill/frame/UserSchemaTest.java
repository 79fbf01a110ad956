package io.cropmill.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import io.cropmill.npy.Dtype;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user's schema says is never null, and is. */
@Slow
class UserSchemaTest {
    @TempDir
    Path folder;

    private static Dataset<Row> load(String format, StructType schema, Path path) {
        return Frames.spark().read().schema(schema).format(format).load(path.toString());
    }

    @Test
    void aFieldThatAFileLacksIsNull() throws IOException {
        Path labelled = Frames.write(
                folder.resolve("a.npy"),
                "[('label', '<i4'), ('score', '<f4')]",
                "(2,)",
                16,
                data -> data.putInt(7).putFloat(1).putInt(8).putFloat(2));
        Frames.write(
                folder.resolve("b.npy"),
                "[('score', '<f4')]",
                "(2,)",
                8,
                data -> data.putFloat(3).putFloat(4));
        StructType schema = Frames.npy(labelled).schema();
        assertThat(schema.apply("label").nullable()).isFalse();
        Dataset<Row> both = load("npy", schema, folder);

        assertThat(both.schema().apply("label").nullable()).isTrue();
        assertThat(Frames.json(both.selectExpr("count(label) n", "min(label) low", "sum(label + 0) sum")))
                .containsExactly("{\"n\":2,\"low\":7,\"sum\":15}");
        assertThat(Frames.json(both.where("label is null").select("recording", "row", "score")))
                .containsExactlyInAnyOrder(
                        "{\"recording\":\"b\",\"row\":0,\"score\":3.0}",
                        "{\"recording\":\"b\",\"row\":1,\"score\":4.0}");
        assertThat(both.where("label = 0").count()).isZero();
        assertThat(both.where("label >= 0").count()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'|b1'",
                "'|i1'",
                "'<i2'",
                "'<i4'",
                "'<i8'",
                "'<u8'",
                "'<f2'",
                "'<f4'",
                "'<f8'",
                "'<c8'",
                "'|S4'",
                "'<U2'",
                "'|V4'",
                "'<M8[D]'",
                "'<M8[s]'",
                "'<m8[s]'",
                "'<M8[ns]'",
                "('<i4', (2,))",
                "[('a', '<i4'), ('b', '<f8', (2,))]"
            })
    void isNullWhateverItsType(String descr) throws IOException {
        int bytes = Math.toIntExact(2 * Dtype.parse(descr).itemSize());
        Path first = Frames.write(folder.resolve("a.npy"), "[('x', " + field(descr) + ")]", "(2,)", bytes, data -> {});
        Frames.write(folder.resolve("b.npy"), "[('y', '|u1')]", "(3,)", 3, data -> {});
        Dataset<Row> both = load("npy", neverNull(Frames.npy(first).schema()), folder);

        assertThat(both.selectExpr("count(x) n", "count(row) rows").first().toString())
                .isEqualTo("[2,5]");
        assertThat(both.where("recording = 'b'").select("x").collectAsList())
                .hasSize(3)
                .allMatch(row -> row.isNullAt(0));
        assertThat(both.selectExpr("recording", "x is null missing").distinct().collectAsList())
                .extracting(Row::toString)
                .containsExactlyInAnyOrder("[a,false]", "[b,true]");
    }

    /** A field's type and shape stand beside its name. */
    private static String field(String descr) {
        return descr.startsWith("(") ? descr.substring(1, descr.length() - 1) : descr;
    }

    /** As inferred, but for what says that a value may be null. */
    private static StructType neverNull(StructType inferred) {
        return new StructType(Arrays.stream(inferred.fields())
                .map(field -> new StructField(field.name(), field.dataType(), false, field.metadata()))
                .toArray(StructField[]::new));
    }

    @Test
    void notATimeIsNullAtAnyDepth() throws IOException {
        String descr = "[('d', '<M8[D]'), ('t', '<M8[s]'), ('r', [('n', '<M8[ns]')]), ('l', '<M8[D]', (2,))]";
        Path file = Frames.write(
                folder.resolve("a.npy"),
                descr,
                "(1,)",
                40,
                data -> data.putLong(Long.MIN_VALUE)
                        .putLong(Long.MIN_VALUE)
                        .putLong(Long.MIN_VALUE)
                        .putLong(1)
                        .putLong(Long.MIN_VALUE));
        StructType schema = new StructType()
                .add("d", DataTypes.DateType, false)
                .add("t", DataTypes.TimestampNTZType, false)
                .add("r", new StructType().add("n", DataTypes.LongType, false), false)
                .add("l", DataTypes.createArrayType(DataTypes.DateType, false), false);
        Dataset<Row> times = load("npy", schema, file);

        assertThat(times.selectExpr(
                                "d is null", "t is null", "r.n is null", "l[0] is null", "l[1] is null", "r is null")
                        .first()
                        .toString())
                .isEqualTo("[true,true,true,false,true,false]");
        assertThat(times.where("d is null and r.n is null").count()).isEqualTo(1);
    }

    @Test
    void aCropFieldAndAPointFieldThatARecordingLacksAreNull() throws IOException {
        Path all = PaddedFile.write(folder.resolve("a.npy"), 40, 1, 2, 0);
        Frames.write(
                folder.resolve("b.npy"),
                "[('point_count', '<i4'), ('z', '<f4', (40,))]",
                "(1,)",
                164,
                data -> data.putInt(1));
        StructType schema = neverNull(Frames.crops(all).schema());
        Dataset<Row> both = load("crops", schema, folder);

        for (StructField column : schema.fields()) {
            boolean own = List.of("recording", "row", "point_count").contains(column.name());
            assertThat(both.selectExpr("count(" + column.name() + ")").first().getLong(0))
                    .as(column.name())
                    .isEqualTo(own ? 3 : 2);
        }
        assertThat(both.where("xy is null").select("recording").first().getString(0))
                .isEqualTo("b");
    }
}
