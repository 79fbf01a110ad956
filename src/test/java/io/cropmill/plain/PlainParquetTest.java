package io.cropmill.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.parquet.ParquetOrigin;
import io.cropmill.crop.parquet.PartitionField;
import io.cropmill.npy.ScalarType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crops of Parquet files: lists, cells, the rows of a recording in their order, and what is refused. */
class PlainParquetTest {
    private static final String LISTS = """
            message crops {
              required group xy (LIST) { repeated group list { required float element; } }
              optional group h (LIST) { repeated group list { optional int32 element (INTEGER(16,true)); } }
              required int32 label;
            }
            """;

    @TempDir
    Path folder;

    @Test
    void readsFlatLists() throws IOException {
        write("a.parquet", LISTS, 3, (row, group) -> {
            addList(group, "xy", floats(row * 2));
            Group h = group.addGroup("h");
            for (int i = 0; i < row; i++) {
                h.addGroup("list").add("element", -i);
            }
            group.add("label", 7 + row);
        });
        try (PlainParquet plain = sides("xy:2 h", "a.parquet").plain()) {
            assertThat(NumpyHeader.descr(plain.pointFields())).isEqualTo("[('xy', '<f4', (2,)), ('h', '<i2')]");
            assertThat(NumpyHeader.descr(plain.cropFields())).isEqualTo("[('label', '<i4')]");
            assertThat(plain.rows()).isEqualTo(3);
            assertThat(plain.capacity()).isZero();
            requireCrop(plain.next(), 0, "", "", "07000000");
            requireCrop(plain.next(), 1, "000000000000803f", "0000", "08000000");
            requireCrop(plain.next(), 2, "000000000000803f0000004000004040", "0000ffff", "09000000");
            plain.seek(1);
            assertThat(plain.nextCount()).isEqualTo(1);
            requireCrop(plain.next(), 2, "000000000000803f0000004000004040", "0000ffff", "09000000");
            plain.seek(0);
            requireCrop(plain.next(), 0, "", "", "07000000");
        }
    }

    @Test
    void readsListsOfListsAndPadding() throws IOException {
        write("a.parquet", """
                message crops {
                  required group xy (LIST) { repeated group list {
                    required group element (LIST) { repeated group list { required double element; } } } }
                  repeated int64 t;
                  required int32 n (INTEGER(8,false));
                }
                """, 2, (row, group) -> {
            Group xy = group.addGroup("xy");
            for (int point = 0; point < 2; point++) {
                Group element = xy.addGroup("list").addGroup("element");
                element.addGroup("list").add("element", 1.0 * row);
                element.addGroup("list").add("element", -1.0);
                group.add("t", 5L + point);
            }
            group.add("n", 1 + row);
        });
        FieldChoice choice = choice("n", "xy t");
        try (PlainParquet plain = sides(choice, ParquetOrigin.RecordingRows.ALL, List.of(), "a.parquet")
                .plain()) {
            assertThat(NumpyHeader.descr(plain.pointFields())).isEqualTo("[('xy', '<f8', (2,)), ('t', '<i8')]");
            assertThat(plain.cropFields()).isEmpty();
            requireCrop(
                    plain.next(),
                    1,
                    "0000000000000000" + "000000000000f0bf" + "0000000000000000" + "000000000000f0bf",
                    "0500000000000000" + "0600000000000000");
            assertThat(plain.nextCount()).isEqualTo(2);
        }
    }

    @Test
    void readsArraysInCells() throws IOException {
        byte[][] cells = {
            npy("'>f4', 'fortran_order': True, 'shape': (2, 2)", "3f800000" + "40400000" + "40000000" + "40800000"),
            npy("'>f4', 'fortran_order': False, 'shape': (1, 2)", "3f800000" + "40000000"),
        };
        write(
                "a.parquet",
                "message crops { required binary xy; required binary z; required binary text; }",
                2,
                (row, group) -> group.append("xy", Binary.fromConstantByteArray(cells[row]))
                        .append(
                                "z",
                                Binary.fromConstantByteArray(zip(npy(
                                        "'|u1', 'fortran_order': False, 'shape': (" + (2 - row) + ",)",
                                        "0708".substring(2 * row)))))
                        .append(
                                "text",
                                Binary.fromConstantByteArray(npy(
                                        "'|S" + (1 + row) + "', 'fortran_order': False, 'shape': ()",
                                        row == 0 ? "61" : "6263"))));
        try (PlainParquet plain = sides("xy z", "a.parquet").plain()) {
            assertThat(NumpyHeader.descr(plain.pointFields())).isEqualTo("[('xy', '<f4', (2,)), ('z', '|u1')]");
            assertThat(NumpyHeader.descr(plain.cropFields())).isEqualTo("[('text', '|S2')]");
            requireCrop(plain.next(), 2, "0000803f" + "00000040" + "00004040" + "00008040", "0708", "6100");
            requireCrop(plain.next(), 1, "0000803f" + "00000040", "08", "6263");
        }
    }

    @Test
    void readsTheRowsOfARecordingInTheOrderOfAColumn() throws IOException {
        String schema = "message crops { repeated float p; required binary rec (STRING); required double at; }";
        double[] at = {3, Double.NaN, -0.0, 0.0, 1, -5};
        write(
                "k=1/a.parquet",
                schema,
                6,
                (row, group) -> group.append("p", 1f * row)
                        .append("rec", row == 4 ? "other" : "mine")
                        .append("at", at[row]));
        write(
                "k=2/b.parquet",
                schema,
                1,
                (row, group) -> group.append("p", 9f).append("rec", "mine").append("at", 2.0));
        ParquetOrigin.RecordingRows rows = new ParquetOrigin.RecordingRows("rec", "mine", "at", "");
        List<PartitionField> partitions = List.of(new PartitionField("k", ScalarType.INT64, List.of("1", "2")));
        BothSides sides = sides(choice("point_count", "p"), rows, partitions, "k=1/a.parquet", "k=2/b.parquet");
        try (PlainParquet plain = sides.plain()) {
            assertThat(NumpyHeader.descr(plain.cropFields())).isEqualTo("[('at', '<f8'), ('k', '<i8')]");
            assertThat(plain.rows()).isEqualTo(6);
            List<String> found = new ArrayList<>();
            for (int row = 0; row < 6; row++) {
                PlainCrop crop = plain.next();
                found.add(ByteBuffer.wrap(crop.points().get(0))
                                .order(ByteOrder.LITTLE_ENDIAN)
                                .getFloat() + " " + crop.crop().get(1)[0]);
            }
            assertThat(found).containsExactly("5.0 1", "2.0 1", "3.0 1", "9.0 2", "0.0 1", "1.0 1");
        }
        sides.requireEqual();
    }

    @Test
    void refusesNulls() throws IOException {
        write("a.parquet", LISTS, 2, (row, group) -> {
            addList(group, "xy", floats(2));
            if (row == 0) {
                group.addGroup("h").addGroup("list").add("element", 1);
            }
            group.add("label", 1);
        });
        requireRefused("xy:2 h", "[a.parquet] Expected a list of values in column 'h' at row 1, but found null");
        write("a.parquet", LISTS, 1, (row, group) -> {
            addList(group, "xy", floats(2));
            group.addGroup("h").addGroup("list");
            group.add("label", 1);
        });
        requireRefused(
                "xy:2 h", "[a.parquet] Expected a list of values in column 'h' at row 0, but found a null within");
    }

    @Test
    void refusesAnotherNumberOfPoints() throws IOException {
        write("a.parquet", LISTS, 1, (row, group) -> {
            addList(group, "xy", floats(4));
            group.addGroup("h").addGroup("list").add("element", 1);
            group.add("label", 3);
        });
        requireRefused("xy:2 h", "[a.parquet] Expected 2 points in column 'h' at row 0, but found 1");
        requireRefused("xy:3 h", "[a.parquet] Expected 3 values a point in column 'xy' at row 0, but found 4 values");
        FieldChoice counted = choice("label", "xy:2");
        BothSides sides = sides(
                new FieldChoice(counted.countField(), counted.pointFields(), List.of(), List.of("h"), counted.counts()),
                ParquetOrigin.RecordingRows.ALL,
                List.of(),
                "a.parquet");
        try (PlainParquet plain = sides.plain()) {
            assertThatThrownBy(plain::next)
                    .isInstanceOf(PlainException.class)
                    .hasMessage("[a.parquet] Expected 3 points in column 'xy' at row 0, but found 2");
        }
    }

    private void requireRefused(String points, String message) throws IOException {
        try (PlainParquet plain = sides(points, "a.parquet").plain()) {
            assertThatThrownBy(() -> {
                        for (long row = 0; row < plain.rows(); row++) {
                            plain.next();
                        }
                    })
                    .isInstanceOf(PlainException.class)
                    .hasMessage(message);
        }
    }

    private static void requireCrop(PlainCrop crop, int count, String... hexOfFields) {
        List<String> found = new ArrayList<>();
        crop.points().forEach(bytes -> found.add(hex(bytes)));
        crop.crop().forEach(bytes -> found.add(hex(bytes)));
        assertThat(crop.count()).isEqualTo(count);
        assertThat(crop.sourceCount()).isEqualTo(count);
        assertThat(found).containsExactly(hexOfFields);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static float[] floats(int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = i;
        }
        return values;
    }

    private static void addList(Group group, String name, float[] values) {
        Group list = group.addGroup(name);
        for (float value : values) {
            list.addGroup("list").add("element", value);
        }
    }

    private static byte[] npy(String descr, String dataHex) {
        String header = "{'descr': " + descr + "}";
        byte[] data = HexFormat.of().parseHex(dataHex);
        ByteBuffer file =
                ByteBuffer.allocate(10 + header.length() + data.length).order(ByteOrder.LITTLE_ENDIAN);
        file.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0}).putShort((short) header.length());
        return file.put(header.getBytes(StandardCharsets.US_ASCII)).put(data).array();
    }

    private static byte[] zip(byte[] npy) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("arr.npy"));
            zip.write(npy);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return bytes.toByteArray();
    }

    private BothSides sides(String points, String file) throws IOException {
        return sides(choice("point_count", points), ParquetOrigin.RecordingRows.ALL, List.of(), file);
    }

    private BothSides sides(
            FieldChoice choice, ParquetOrigin.RecordingRows rows, List<PartitionField> partitions, String... files)
            throws IOException {
        return BothSides.of(folder, List.of(files), rows, partitions, choice);
    }

    private static FieldChoice choice(String count, String points) {
        List<PointFieldName> names =
                Arrays.stream(points.split(" ")).map(PointFieldName::parse).toList();
        return new FieldChoice(count, names, List.of());
    }

    private void write(String name, String schema, int rows, BiConsumer<Integer, Group> fill) throws IOException {
        ParquetRowsFile.write(folder.resolve(name), schema, rows, fill);
    }
}
