package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.Sweeps;
import io.cropmill.crop.CountsFrom;
import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropException;
import io.cropmill.crop.CropReader;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.Recording;
import io.cropmill.crop.parquet.ParquetOrigin;
import io.cropmill.npy.ScalarType;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of random types, encodings and codecs, as Spark writes them: each column is read with the values that Spark's own
 * reader gives, or refused by its name. -Pcrash takes more files.
 */
@Slow
@Tag("sweep")
class RandomParquetOfSparkTest {
    private static final int FILES = Sweeps.partOrAll(6, 100);
    private static final List<String> CODECS = List.of("uncompressed", "snappy", "gzip", "zstd", "lz4_raw");
    private static final List<String> TIMES = List.of("TIMESTAMP_MICROS", "TIMESTAMP_MILLIS", "INT96");
    private static final int ROWS = 25;

    @TempDir
    Path folder;

    private final Random random = new Random(7);

    private DataType type() {
        int precision = 1 + random.nextInt(20);
        return switch (random.nextInt(15)) {
            case 0 -> DataTypes.ByteType;
            case 1 -> DataTypes.ShortType;
            case 2 -> DataTypes.IntegerType;
            case 3 -> DataTypes.LongType;
            case 4 -> DataTypes.FloatType;
            case 5 -> DataTypes.DoubleType;
            case 6 -> DataTypes.BooleanType;
            case 7 -> DataTypes.DateType;
            case 8 -> DataTypes.TimestampType;
            case 9 -> DataTypes.TimestampNTZType;
            case 10 -> DataTypes.StringType;
            case 11 -> DataTypes.BinaryType;
            default -> DataTypes.createDecimalType(precision, random.nextInt(precision + 1));
        };
    }

    private Object value(DataType type) {
        long any = random.nextBoolean() ? random.nextInt(3) : random.nextLong();
        Instant instant = Instant.ofEpochSecond(random.nextInt(), random.nextInt(1000) * 1_000_000L);
        if (type instanceof DecimalType decimal) {
            BigInteger most = BigInteger.TEN.pow(decimal.precision());
            return new BigDecimal(BigInteger.valueOf(any).remainder(most), decimal.scale());
        }
        return switch (type.typeName()) {
            case "byte" -> (byte) any;
            case "short" -> (short) any;
            case "integer" -> (int) any;
            case "long" -> any;
            case "float" -> random.nextFloat();
            case "double" -> random.nextDouble();
            case "boolean" -> random.nextBoolean();
            case "date" -> Date.valueOf(LocalDate.ofEpochDay(random.nextInt(20_000)));
            case "timestamp" -> Timestamp.from(instant);
            case "timestamp_ntz" -> LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
            case "binary" -> new byte[] {(byte) any, 3};
            default -> "text " + any;
        };
    }

    /** What a value is in an array of numbers; null where it is none. */
    private static @Nullable Number number(Object value, DataType type, String times) {
        boolean isMillis = type.typeName().equals("timestamp") && times.equals("TIMESTAMP_MILLIS");
        ChronoUnit unit = isMillis ? ChronoUnit.MILLIS : ChronoUnit.MICROS;
        if (type instanceof DecimalType decimal) {
            return decimal.precision() > 15 ? null : (Number) ((BigDecimal) value).doubleValue();
        }
        return switch (type.typeName()) {
            case "boolean" -> (Boolean) value ? 1L : 0L;
            case "date" -> ((Date) value).toLocalDate().toEpochDay();
            case "timestamp" ->
                times.equals("INT96") ? null : unit.between(Instant.EPOCH, ((Timestamp) value).toInstant());
            case "timestamp_ntz" -> unit.between(Instant.EPOCH, ((LocalDateTime) value).toInstant(ZoneOffset.UTC));
            case "float", "double" -> ((Number) value).doubleValue();
            case "string", "binary" -> null;
            default -> ((Number) value).longValue();
        };
    }

    @Test
    void readsWhatSparkReadsOrRefusesTheColumnByName() throws IOException {
        LocalSpark.start();
        SparkSession spark = SparkSession.builder().getOrCreate();
        int equal = 0;
        int refused = 0;
        for (int file = 0; file < FILES; file++) {
            String times = TIMES.get(random.nextInt(TIMES.size()));
            boolean isLegacy = random.nextBoolean();
            List<StructField> fields = new ArrayList<>();
            fields.add(DataTypes.createStructField("xy", DataTypes.createArrayType(DataTypes.FloatType), true));
            for (int column = 0; column < 6; column++) {
                fields.add(DataTypes.createStructField("c" + column, type(), random.nextBoolean()));
            }
            StructType schema = DataTypes.createStructType(fields);
            Path source = folder.resolve("source" + file);
            write(spark, schema, source, times, isLegacy);
            // Row by row: its vectorized reader gives wrong values for some decimals of fixed bytes.
            spark.conf().set("spark.sql.parquet.enableVectorizedReader", false);
            List<Row> rows = spark.read().parquet(source.toUri().toString()).collectAsList();
            spark.conf().unset("spark.sql.parquet.enableVectorizedReader");
            for (int column = 1; column < fields.size(); column++) {
                DataType type = fields.get(column).dataType();
                List<@Nullable Number> expected = new ArrayList<>();
                for (Row row : rows) {
                    expected.add(number(row.get(column), type, times));
                }
                String name = fields.get(column).name();
                if (expected.get(0) == null) {
                    assertThatThrownBy(() -> read(source, schema, name))
                            .isInstanceOf(CropException.class)
                            .hasMessageContaining("column '" + name + "'");
                    refused++;
                } else {
                    assertThat(read(source, schema, name))
                            .as(file + " " + name + " " + type)
                            .isEqualTo(expected);
                    equal++;
                }
            }
        }
        System.out.println(
                FILES + " random Parquet files of Spark: " + equal + " columns equal, " + refused + " refused by name");
        assertThat(equal).isGreaterThan(refused);
        assertThat(refused).isPositive();
    }

    private void write(SparkSession spark, StructType schema, Path source, String times, boolean isLegacy) {
        List<Row> rows = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            Object[] values = new Object[schema.size()];
            values[0] = random.nextInt(4) == 0 ? List.of() : List.of(row + 0.5f, row + 0.25f);
            for (int column = 1; column < values.length; column++) {
                values[column] = value(schema.apply(column).dataType());
            }
            rows.add(RowFactory.create(values));
        }
        spark.conf().set("spark.sql.parquet.outputTimestampType", times);
        spark.conf().set("spark.sql.parquet.writeLegacyFormat", isLegacy);
        spark.createDataFrame(rows, schema)
                .repartition(1)
                .write()
                .option("compression", CODECS.get(random.nextInt(CODECS.size())))
                .option("parquet.writer.version", random.nextBoolean() ? "PARQUET_1_0" : "PARQUET_2_0")
                .option("parquet.enable.dictionary", random.nextBoolean())
                .option("parquet.page.row.count.limit", 1 + random.nextInt(ROWS))
                .option("parquet.block.row.count.limit", 1 + random.nextInt(ROWS))
                .parquet(source.toUri().toString());
        spark.conf().unset("spark.sql.parquet.outputTimestampType");
        spark.conf().unset("spark.sql.parquet.writeLegacyFormat");
    }

    /** The values of one column, as a recording has them. */
    private static List<Number> read(Path source, StructType schema, String name) throws IOException {
        List<String> others = Arrays.stream(schema.fieldNames())
                .filter(other -> !other.equals(name) && !other.equals("xy"))
                .toList();
        FieldChoice choice = new FieldChoice(
                "point_count", List.of(PointFieldName.parse("xy:2")), List.of(), others, CountsFrom.FILE);
        List<Number> values = new ArrayList<>();
        try (Storage storage = Storages.of(source.toUri(), new Configuration(false))) {
            List<FileEntry> files = storage.walk("").stream()
                    .filter(file -> file.path().endsWith(".parquet"))
                    .toList();
            ParquetOrigin origin = new ParquetOrigin(files, ParquetOrigin.RecordingRows.ALL, List.of(), 0);
            try (Recording recording = origin.open(storage, choice);
                    BufferAllocator allocator = new RootAllocator();
                    CropReader reader = recording.read(0, recording.rows(), allocator, 500)) {
                ScalarType type =
                        (ScalarType) recording.schema().cropFields().get(0).type();
                for (Optional<CropBatch> next = reader.next(); next.isPresent(); next = reader.next()) {
                    try (CropBatch batch = next.get()) {
                        add(batch, type, values);
                    }
                }
            }
        }
        return values;
    }

    private static void add(CropBatch batch, ScalarType type, List<Number> values) {
        ByteBuffer bytes = ByteBuffer.allocate((int) (batch.crops() * type.itemSize()));
        batch.cropBytes(0).getBytes(0, bytes);
        for (int crop = 0; crop < batch.crops(); crop++) {
            long bits = type.number(bytes, (int) (crop * type.itemSize()));
            if (type.kind() != ScalarType.ScalarKind.FLOAT) {
                values.add(bits);
            } else {
                values.add(
                        type.itemSize() == Float.BYTES
                                ? (Number) (double) Float.intBitsToFloat((int) bits)
                                : (Number) Double.longBitsToDouble(bits));
            }
        }
    }
}
