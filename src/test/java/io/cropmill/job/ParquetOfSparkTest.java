package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads what Spark writes: every codec, both versions of pages, with and without dictionaries. */
@Slow
class ParquetOfSparkTest {
    private static final StructType SCHEMA = DataTypes.createStructType(List.of(
            field("flat", DataTypes.createArrayType(DataTypes.FloatType, false)),
            field("nested", DataTypes.createArrayType(DataTypes.createArrayType(DataTypes.DoubleType, false), false)),
            field("small", DataTypes.createArrayType(DataTypes.ByteType, false)),
            field("number", DataTypes.LongType),
            field("short", DataTypes.ShortType),
            field("flag", DataTypes.BooleanType)));

    @TempDir
    Path folder;

    private static StructField field(String name, org.apache.spark.sql.types.DataType type) {
        return DataTypes.createStructField(name, type, false);
    }

    @ParameterizedTest(name = "{0} {1} dictionary {2}")
    @CsvSource({
        "uncompressed, PARQUET_1_0, true",
        "snappy, PARQUET_1_0, false",
        "gzip, PARQUET_2_0, true",
        "zstd, PARQUET_2_0, false",
        "lz4_raw, PARQUET_1_0, false",
        "lz4_raw, PARQUET_2_0, true",
    })
    void readsWhatSparkWrites(String codec, String version, boolean dictionary) throws IOException {
        LocalSpark.start();
        List<Row> rows = rows();
        SparkSession.builder()
                .getOrCreate()
                .createDataFrame(rows, SCHEMA)
                .repartition(1)
                .write()
                .option("compression", codec)
                .option("parquet.writer.version", version)
                .option("parquet.enable.dictionary", dictionary)
                .option("parquet.page.size", 2000)
                .option("parquet.block.size", 100_000)
                .option("maxRecordsPerFile", 150)
                .parquet(folder.resolve("source").toUri().toString());
        JobOutcome outcome = Rebuilds.run(
                folder.resolve("source").toUri(),
                folder.resolve("target").toUri(),
                "source.point-fields=[\"flat:2\",nested,small]",
                "source.recording-field=\"\"",
                "source.order-field=number",
                "rasters.default=null");
        assertThat(outcome.status()).as(outcome.text()).isEqualTo(ExitCode.DONE);
        assertThat(read()).isEqualTo(rows.stream().map(ParquetOfSparkTest::text).toList());
    }

    private static List<Row> rows() {
        Random random = new Random(5);
        List<Row> rows = new ArrayList<>();
        for (long number = 0; number < 300; number++) {
            int points = random.nextInt(5) == 0 ? 0 : random.nextInt(40);
            List<Float> flat = new ArrayList<>();
            List<List<Double>> nested = new ArrayList<>();
            List<Byte> small = new ArrayList<>();
            for (int point = 0; point < points; point++) {
                flat.add(random.nextFloat());
                flat.add((float) random.nextInt(3));
                nested.add(List.of(random.nextGaussian(), 1.0, -0.5));
                small.add((byte) random.nextInt());
            }
            rows.add(RowFactory.create(flat, nested, small, number, (short) (number * 7), number % 3 == 0));
        }
        return rows;
    }

    private static String text(Row row) {
        return row.getLong(3) + " " + row.getShort(4) + " " + row.getBoolean(5) + " " + row.get(0) + row.get(1)
                + row.get(2);
    }

    /** The rows of the pairs, by hand: the layout of their records is known. */
    private List<String> read() throws IOException {
        List<String> rows = new ArrayList<>();
        Map<String, String> files = Rebuilds.data(folder.resolve("target/v000001"));
        for (String name : files.keySet()) {
            if (!name.endsWith(".points.npy")) {
                pair(folder.resolve("target/v000001").resolve(name), rows);
            }
        }
        return rows;
    }

    private static void pair(Path file, List<String> rows) throws IOException {
        ByteBuffer metadata = data(file);
        ByteBuffer points = data(Path.of(file.toString().replaceAll("npy$", "points.npy")));
        while (metadata.hasRemaining()) {
            metadata.getLong();
            int count = metadata.getInt();
            metadata.getInt();
            List<Float> flat = new ArrayList<>();
            List<List<Double>> nested = new ArrayList<>();
            List<Byte> small = new ArrayList<>();
            for (int point = 0; point < count; point++) {
                flat.add(points.getFloat());
                flat.add(points.getFloat());
                nested.add(List.of(points.getDouble(), points.getDouble(), points.getDouble()));
                small.add(points.get());
            }
            String numbers = metadata.getLong() + " " + metadata.getShort() + " " + (metadata.get() != 0);
            rows.add(numbers + " " + flat + nested + small);
        }
    }

    private static ByteBuffer data(Path file) throws IOException {
        ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        return content.position(10 + content.getShort(8)).slice().order(ByteOrder.LITTLE_ENDIAN);
    }
}
