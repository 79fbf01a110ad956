package io.cropmill.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.parquet.ParquetOrigin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers of every type that a Parquet column can have, by the bytes that NumPy has for them. */
class PlainParquetTypesTest {
    private static final String NUMBERS = """
            message crops {
              repeated float p;
              required boolean b;
              required int32 i1 (INTEGER(8,true));
              required int32 u1 (INTEGER(8,false));
              required int32 u2 (INTEGER(16,false));
              required int32 u4 (INTEGER(32,false));
              required int64 u8 (INTEGER(64,false));
              required int32 day (DATE);
              required int64 ms (TIMESTAMP(MILLIS,true));
              required int64 us (TIMESTAMP(MICROS,false));
              required int64 ns (TIMESTAMP(NANOS,true));
              required fixed_len_byte_array(2) f2 (FLOAT16);
              required double f8;
              required int32 d4 (DECIMAL(5,2));
              required int64 d8 (DECIMAL(15,3));
              required fixed_len_byte_array(4) df4 (DECIMAL(5,2));
              required fixed_len_byte_array(8) df8 (DECIMAL(5,2));
              required fixed_len_byte_array(3) df3 (DECIMAL(5,2));
              required fixed_len_byte_array(16) df16 (DECIMAL(5,2));
            }
            """;

    @TempDir
    Path folder;

    @Test
    void readsEveryTypeOfOneNumber() throws IOException {
        ParquetRowsFile.write(
                folder.resolve("a.parquet"),
                NUMBERS,
                1,
                (row, group) -> group.append("p", 1f)
                        .append("b", true)
                        .append("i1", -2)
                        .append("u1", 254)
                        .append("u2", 65534)
                        .append("u4", -2)
                        .append("u8", -2L)
                        .append("day", -1)
                        .append("ms", 1L)
                        .append("us", 2L)
                        .append("ns", 3L)
                        .append("f2", Binary.fromConstantByteArray(new byte[] {0x00, 0x3c}))
                        .append("f8", -0.0)
                        .append("d4", 125)
                        .append("d8", -1250L)
                        .append("df4", decimal(4, 125))
                        .append("df8", decimal(8, -125))
                        .append("df3", decimal(3, 125))
                        .append("df16", decimal(16, -125)));
        try (PlainParquet plain = plain()) {
            assertThat(NumpyHeader.descr(plain.cropFields()))
                    .isEqualTo(
                            "[('b', '|b1'), ('i1', '|i1'), ('u1', '|u1'), ('u2', '<u2'), ('u4', '<u4'), ('u8', '<u8'),"
                                    + " ('day', '<M8[D]'), ('ms', '<M8[ms]'), ('us', '<M8[us]'), ('ns', '<M8[ns]'),"
                                    + " ('f2', '<f2'), ('f8', '<f8'), ('d4', '<f8'), ('d8', '<f8'), ('df4', '<f8'),"
                                    + " ('df8', '<f8'), ('df3', '<f8'), ('df16', '<f8')]");
            PlainCrop crop = plain.next();
            assertThat(crop.crop().stream().map(HexFormat.of()::formatHex))
                    .containsExactly(
                            "01",
                            "fe",
                            "fe",
                            "feff",
                            "feffffff",
                            "feffffffffffffff",
                            "ffffffffffffffff",
                            "0100000000000000",
                            "0200000000000000",
                            "0300000000000000",
                            "003c",
                            "0000000000000080",
                            "000000000000f43f",
                            "000000000000f4bf",
                            "000000000000f43f",
                            "000000000000f4bf",
                            "000000000000f43f",
                            "000000000000f4bf");
        }
    }

    @Test
    void refusesANumberThatDoesNotFitItsType() throws IOException {
        ParquetRowsFile.write(
                folder.resolve("a.parquet"),
                "message crops { repeated float p; required int32 u1 (INTEGER(8,false)); }",
                1,
                (row, group) -> group.append("p", 1f).append("u1", 256));
        try (PlainParquet plain = plain()) {
            assertThatThrownBy(plain::next)
                    .isInstanceOf(PlainException.class)
                    .hasMessage(
                            "[a.parquet] Expected a value in column 'u1' at row 0, but it is damaged: its value 256 does not fit its"
                                    + " type, |u1");
        }
    }

    private static Binary decimal(int bytes, long unscaled) {
        byte[] all = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            all[bytes - 1 - i] = (byte) (unscaled >> Math.min(63, i * Byte.SIZE));
        }
        return Binary.fromConstantByteArray(all);
    }

    private PlainParquet plain() throws IOException {
        FieldChoice choice = new FieldChoice("point_count", List.of(PointFieldName.parse("p")), List.of());
        return BothSides.of(folder, List.of("a.parquet"), ParquetOrigin.RecordingRows.ALL, List.of(), choice)
                .plain();
    }
}
