package io.cropmill.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.parquet.ColumnType.Numbers;
import io.cropmill.parquet.ColumnType.Unreadable;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.PrimitiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every pair of physical and logical type that the format allows: read as the NumPy type that means the same, or refused
 * with what it is. Nothing is told by the width of a value.
 */
class ColumnTypesTest {
    @TempDir
    Path folder;

    private MessageType schema(String type) {
        int at = type.indexOf('(', type.startsWith("fixed") ? type.indexOf(')') : 0);
        String meaning = at < 0 ? "" : " " + type.substring(at);
        return MessageTypeParser.parseMessageType(
                "message m { required " + (at < 0 ? type : type.substring(0, at)) + " v" + meaning + "; }");
    }

    private Path write(MessageType schema, WriterVersion version, boolean isSmall, List<BigInteger> values)
            throws IOException {
        Path path = folder.resolve("a-" + version + isSmall + ".parquet");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(path))
                .withConf(new PlainParquetConfiguration())
                .withType(schema)
                .withWriterVersion(version)
                .withDictionaryEncoding(isSmall)
                .withByteStreamSplitEncoding(version == WriterVersion.PARQUET_1_0 && !isSmall)
                .withStatisticsEnabled(isSmall)
                .build()) {
            for (BigInteger value : values) {
                writer.write(row(schema, value));
            }
        }
        return path;
    }

    private static Group row(MessageType schema, BigInteger value) {
        PrimitiveType type = schema.getType(0).asPrimitiveType();
        Group group = new SimpleGroup(schema);
        return switch (type.getPrimitiveTypeName()) {
            case INT32 -> group.append("v", value.intValue());
            case INT64 -> group.append("v", value.longValue());
            case FLOAT -> group.append("v", value.floatValue());
            case DOUBLE -> group.append("v", value.doubleValue());
            case BOOLEAN -> group.append("v", value.testBit(0));
            case FIXED_LEN_BYTE_ARRAY -> group.append("v", Binary.fromConstantByteArray(bytes(value, type)));
            case BINARY -> group.append("v", Binary.fromConstantByteArray(value.toByteArray()));
            case INT96 -> group.append("v", Binary.fromConstantByteArray(new byte[12]));
        };
    }

    private static byte[] bytes(BigInteger value, PrimitiveType type) {
        byte[] bytes = new byte[type.getTypeLength()];
        Arrays.fill(bytes, (byte) (value.signum() < 0 ? -1 : 0));
        byte[] least = value.toByteArray();
        System.arraycopy(least, 0, bytes, bytes.length - least.length, least.length);
        return bytes;
    }

    private static ByteBuffer read(Path path, BufferAllocator allocator) throws IOException {
        try (ParquetFile file = ParquetFile.open("a.parquet", () -> FileChannel.open(path));
                PageMemory memory = new PageMemory(allocator);
                GrowingBytes target = new GrowingBytes(allocator, 0);
                ColumnReader reader =
                        file.read(file.columns().get(0), file.rowGroups().get(0), memory)) {
            reader.numbers(Math.toIntExact(file.rows()), target);
            ByteBuffer all = target.room(0).duplicate().flip();
            return ByteBuffer.allocate(all.remaining())
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(all)
                    .flip();
        }
    }

    private static Object number(ByteBuffer bytes, String code) {
        return switch (code) {
            case "|b1", "|i1" -> (long) bytes.get();
            case "|u1" -> Byte.toUnsignedLong(bytes.get());
            case "<i2" -> (long) bytes.getShort();
            case "<u2" -> Short.toUnsignedLong(bytes.getShort());
            case "<i4" -> (long) bytes.getInt();
            case "<u4" -> Integer.toUnsignedLong(bytes.getInt());
            case "<f2" -> (long) bytes.getShort();
            case "<f4" -> (double) bytes.getFloat();
            case "<f8" -> bytes.getDouble();
            case "<u8" -> new BigInteger(Long.toUnsignedString(bytes.getLong()));
            default -> bytes.getLong();
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "boolean ; |b1 ; 1 ; 0",
                "int32 ; <i4 ; 32 ; 0",
                "int32 (INTEGER(8,true)) ; |i1 ; 8 ; 0",
                "int32 (INTEGER(16,true)) ; <i2 ; 16 ; 0",
                "int32 (INTEGER(32,true)) ; <i4 ; 32 ; 0",
                "int32 (INTEGER(8,false)) ; |u1 ; -8 ; 0",
                "int32 (INTEGER(16,false)) ; <u2 ; -16 ; 0",
                "int32 (INTEGER(32,false)) ; <u4 ; -32 ; 0",
                "int32 (DATE) ; <M8[D] ; 32 ; 0",
                "int32 (DECIMAL(9,2)) ; <f8 ; 30 ; 2",
                "int32 (DECIMAL(4,4)) ; <f8 ; 14 ; 4",
                "int64 ; <i8 ; 64 ; 0",
                "int64 (INTEGER(64,true)) ; <i8 ; 64 ; 0",
                "int64 (INTEGER(64,false)) ; <u8 ; -64 ; 0",
                "int64 (TIMESTAMP(MILLIS,true)) ; <M8[ms] ; 64 ; 0",
                "int64 (TIMESTAMP(MICROS,true)) ; <M8[us] ; 64 ; 0",
                "int64 (TIMESTAMP(NANOS,true)) ; <M8[ns] ; 64 ; 0",
                "int64 (TIMESTAMP(MILLIS,false)) ; <M8[ms] ; 64 ; 0",
                "int64 (TIMESTAMP(MICROS,false)) ; <M8[us] ; 64 ; 0",
                "int64 (TIMESTAMP(NANOS,false)) ; <M8[ns] ; 64 ; 0",
                "int64 (DECIMAL(15,3)) ; <f8 ; 50 ; 3",
                "int64 (DECIMAL(9,3)) ; <f8 ; 30 ; 3",
                "float ; <f4 ; 20 ; 0",
                "double ; <f8 ; 50 ; 0",
                "fixed_len_byte_array(2) (FLOAT16) ; <f2 ; 16 ; -1",
                "fixed_len_byte_array(1) (DECIMAL(2,1)) ; <f8 ; 7 ; 1",
                "fixed_len_byte_array(2) (DECIMAL(4,1)) ; <f8 ; 14 ; 1",
                "fixed_len_byte_array(3) (DECIMAL(6,2)) ; <f8 ; 20 ; 2",
                "fixed_len_byte_array(4) (DECIMAL(9,2)) ; <f8 ; 30 ; 2",
                "fixed_len_byte_array(5) (DECIMAL(11,2)) ; <f8 ; 37 ; 2",
                "fixed_len_byte_array(6) (DECIMAL(14,2)) ; <f8 ; 46 ; 2",
                "fixed_len_byte_array(7) (DECIMAL(15,2)) ; <f8 ; 50 ; 2",
                "fixed_len_byte_array(8) (DECIMAL(15,2)) ; <f8 ; 50 ; 2",
                "fixed_len_byte_array(9) (DECIMAL(15,15)) ; <f8 ; 50 ; 15",
                "fixed_len_byte_array(12) (DECIMAL(10,0)) ; <f8 ; 34 ; 0",
                "fixed_len_byte_array(16) (DECIMAL(15,4)) ; <f8 ; 50 ; 4",
            })
    void readsNumbersAsTheyAreMeant(String type, String code, int bits, int scale) throws IOException {
        MessageType schema = schema(type);
        assertThat(ColumnTypes.of(schema.getType(0).asPrimitiveType()))
                .isInstanceOfSatisfying(
                        Numbers.class,
                        numbers -> assertThat(numbers.dtype().code()).isEqualTo(code));
        List<BigInteger> values = new ArrayList<>();
        BigInteger end = BigInteger.ONE.shiftLeft(bits < 0 ? -bits : bits - 1);
        values.addAll(List.of(BigInteger.ZERO, BigInteger.ONE, end.subtract(BigInteger.ONE)));
        if (bits > 1) {
            values.addAll(
                    List.of(BigInteger.TEN, end.shiftRight(1), end.shiftRight(1).subtract(BigInteger.TEN)));
            values.addAll(
                    bits > 0 ? List.of(BigInteger.ONE.negate(), end.negate().add(BigInteger.ONE)) : List.of());
        }
        List<Object> expected = new ArrayList<>();
        for (BigInteger value : values) {
            expected.add(expected(value, code, scale));
        }
        for (WriterVersion version : WriterVersion.values()) {
            for (boolean isSmall : new boolean[] {false, true}) {
                Path path = write(schema, version, isSmall, values);
                try (BufferAllocator allocator = new RootAllocator()) {
                    ByteBuffer bytes = read(path, allocator);
                    List<Object> found = new ArrayList<>();
                    while (bytes.hasRemaining()) {
                        found.add(number(bytes, code));
                    }
                    assertThat(found).isEqualTo(expected);
                }
            }
        }
    }

    private static Object expected(BigInteger value, String code, int scale) {
        if (code.equals("<f2")) {
            // Written highest byte first, as its bytes stand.
            return (long) Short.reverseBytes(value.shortValue());
        }
        if (code.startsWith("<f")) {
            double number = new BigDecimal(value, scale).doubleValue();
            return code.equals("<f4") ? (double) (float) number : number;
        }
        return code.equals("<u8") ? value : value.longValue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "int32 (TIME(MILLIS,true)) ; int32s that mean TIME(MILLIS,true)",
                "int32 (TIME(MILLIS,false)) ; int32s that mean TIME(MILLIS,false)",
                "int64 (TIME(MICROS,true)) ; int64s that mean TIME(MICROS,true)",
                "int64 (TIME(NANOS,false)) ; int64s that mean TIME(NANOS,false)",
                "int64 (DECIMAL(16,2)) ; decimals of 16 digits, which float64 cannot hold",
                "int96 ; INT96 timestamps",
                "binary (BSON) ; byte strings that mean BSON",
                "binary (DECIMAL(9,2)) ; decimals in byte strings of varying length",
                "binary (DECIMAL(30,2)) ; decimals of 30 digits, which float64 cannot hold",
                "binary (GEOMETRY) ; byte strings that mean GEOMETRY",
                "binary (GEOGRAPHY) ; byte strings that mean GEOGRAPHY",
                "fixed_len_byte_array(4) ; byte strings of 4 bytes",
                "fixed_len_byte_array(8) ; byte strings of 8 bytes",
                "fixed_len_byte_array(12) (INTERVAL) ; byte strings of 12 bytes that mean INTERVAL",
                "fixed_len_byte_array(16) (UUID) ; byte strings of 16 bytes that mean UUID",
                "fixed_len_byte_array(16) (DECIMAL(38,10)) ; decimals of 38 digits, which float64 cannot hold",
                "int32 (UNKNOWN) ; int32s that mean UNKNOWN",
                "int64 (UNKNOWN) ; int64s that mean UNKNOWN",
                "boolean (UNKNOWN) ; booleans that mean UNKNOWN",
                "float (UNKNOWN) ; floats that mean UNKNOWN",
                "double (UNKNOWN) ; doubles that mean UNKNOWN",
                "int96 (UNKNOWN) ; INT96 timestamps",
                "binary (UNKNOWN) ; byte strings that mean UNKNOWN",
                "fixed_len_byte_array(4) (UNKNOWN) ; byte strings of 4 bytes that mean UNKNOWN",
            })
    void refusesWhatNoArrayHolds(String type, String shown) {
        assertThat(ColumnTypes.of(schema(type).getType(0).asPrimitiveType())).isEqualTo(new Unreadable(shown));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"binary ; binary", "binary (STRING) ; text", "binary (ENUM) ; text", "binary (JSON) ; text"})
    void tellsBytesFromText(String type, String shown) {
        assertThat(ColumnTypes.of(schema(type).getType(0).asPrimitiveType()).shown())
                .isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "int32 (INTEGER(8,true)) ; 128 ; its value 128 does not fit its type, |i1",
                "int32 (INTEGER(8,false)) ; -1 ; its value -1 does not fit its type, |u1",
                "int32 (INTEGER(16,false)) ; 65536 ; its value 65536 does not fit its type, <u2",
                "int64 (DECIMAL(15,2)) ; 1000000000000000 ; its value 10000000000000.00 has more digits than float64 holds",
                "fixed_len_byte_array(16) (DECIMAL(15,2)) ; 9223372036854775808 ; BigInteger out of long range",
            })
    void refusesValuesThatDoNotFitTheirType(String type, BigInteger value, String found) throws IOException {
        Path path = write(schema(type), WriterVersion.PARQUET_1_0, true, List.of(BigInteger.ZERO, value));
        try (BufferAllocator allocator = new RootAllocator()) {
            assertThatThrownBy(() -> read(path, allocator))
                    .isInstanceOf(ParquetException.class)
                    .hasMessageStartingWith("[a.parquet] Expected ")
                    .hasMessageContaining("column 'v' at ")
                    .hasMessageEndingWith(", but it is damaged: " + found);
        }
    }

    @Test
    void aDecimalOfFourFixedBytesIsNotAnInteger() throws IOException {
        Path path = write(
                schema("fixed_len_byte_array(4) (DECIMAL(9,2))"),
                WriterVersion.PARQUET_1_0,
                false,
                List.of(BigInteger.valueOf(125)));
        try (BufferAllocator allocator = new RootAllocator()) {
            assertThat(read(path, allocator).getDouble()).isEqualTo(1.25);
        }
    }
}
