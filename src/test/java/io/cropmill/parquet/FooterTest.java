package io.cropmill.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Footers that contradict themselves, nest without end, or declare what nothing holds. */
class FooterTest {
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType(
            "message rows { required int64 n; required int32 small (INTEGER(8,true)); required group xy (LIST) {"
                    + " repeated group list { required float element; } } }");
    private static final String DAMAGED = "; it is damaged: copy or write it again";

    @TempDir
    Path folder;

    private Path path() {
        return folder.resolve("a.parquet");
    }

    /** A file of three rows of two points, whose footer is other bytes. */
    private void write(byte[] footer) throws IOException {
        Files.deleteIfExists(path());
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(path()))
                .withConf(new PlainParquetConfiguration())
                .withType(SCHEMA)
                .withDictionaryEncoding(false)
                .build()) {
            for (int row = 0; row < 3; row++) {
                Group group = new SimpleGroup(SCHEMA).append("n", (long) row).append("small", row);
                Group points = group.addGroup("xy");
                points.addGroup("list").append("element", row + 0.5f);
                points.addGroup("list").append("element", row + 0.25f);
                writer.write(group);
            }
        }
        if (footer.length > 0) {
            byte[] whole = Files.readAllBytes(path());
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.write(whole, 0, start(whole));
            out.write(footer);
            ByteBuffer tail = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
            out.write(tail.putInt(footer.length)
                    .put("PAR1".getBytes(StandardCharsets.US_ASCII))
                    .array());
            Files.write(path(), out.toByteArray());
        }
    }

    private static int start(byte[] whole) {
        return whole.length
                - 8
                - ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getInt(whole.length - 8);
    }

    private void change(Consumer<FileMetaData> change) throws IOException {
        write(new byte[0]);
        byte[] whole = Files.readAllBytes(path());
        int start = start(whole);
        FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(whole, start, whole.length - 8 - start));
        change.accept(footer);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Util.writeFileMetaData(footer, out);
        write(out.toByteArray());
    }

    private void open() throws IOException {
        ParquetFile.open("a.parquet", () -> FileChannel.open(path())).close();
    }

    private void assertRefused(Consumer<FileMetaData> change, String message) throws IOException {
        change(change);
        assertThatThrownBy(this::open).isInstanceOf(ParquetException.class).hasMessage("[a.parquet] " + message);
    }

    private static ColumnMetaData column(FileMetaData footer, int index) {
        return footer.getRow_groups().get(0).getColumns().get(index).getMeta_data();
    }

    @Test
    void readsAFooterThatIsWhole() throws IOException {
        change(footer -> {});
        open();
        assertThat(Files.size(path())).isPositive();
    }

    @Test
    void refusesRowsThatItsRowGroupsDoNotHave() throws IOException {
        for (long rows : new long[] {0, 2, 4}) {
            assertRefused(
                    footer -> footer.setNum_rows(rows),
                    "Expected " + rows + " rows in its row groups, as it says itself, but found 3" + DAMAGED);
        }
        assertRefused(
                footer -> footer.getRow_groups().get(0).setNum_rows(-5),
                "Expected a number of rows in the row group at row 0, but found -5" + DAMAGED);
        assertRefused(
                footer -> footer.setRow_groups(new ArrayList<>()),
                "Expected 3 rows in its row groups, as it says itself, but found 0" + DAMAGED);
    }

    @Test
    void refusesValuesThatAreNotThoseOfItsRows() throws IOException {
        for (long rows : new long[] {0, 2, 4}) {
            assertRefused(
                    footer -> footer.getRow_groups().get(0).setNum_rows(rows),
                    "Expected " + rows + " values in column 'n' of the row group at row 0, as it has rows, but found 3"
                            + DAMAGED);
        }
        assertRefused(
                footer -> column(footer, 2).setNum_values(2),
                "Expected 3 values or more in column 'xy.list.element' of the row group at row 0, as it has rows, but"
                        + " found 2" + DAMAGED);
    }

    @Test
    void refusesColumnsThatAreNotThoseOfItsSchema() throws IOException {
        assertRefused(
                footer -> footer.getRow_groups().get(0).getColumns().remove(1),
                "Expected 3 columns in the row group at row 0, as in its schema, but found 2" + DAMAGED);
        assertRefused(
                footer -> footer.getSchema().get(0).setNum_children(2),
                "Expected its schema to end with its last column, but found also 'xy'" + DAMAGED);
        assertRefused(
                footer -> footer.getSchema().get(0).setNum_children(4),
                "Expected 1 more columns in its schema, but found none" + DAMAGED);
        assertRefused(
                footer -> footer.getSchema().get(1).setName("m"),
                "Expected column 'm' of type INT64 in the row group at row 0, as in its schema, but found 'n' of type"
                        + " INT64" + DAMAGED);
        assertRefused(
                footer -> column(footer, 0).setType(Type.DOUBLE),
                "Expected column 'n' of type INT64 in the row group at row 0, as in its schema, but found 'n' of type"
                        + " DOUBLE" + DAMAGED);
        assertRefused(
                footer -> footer.getSchema().get(2).setConverted_type(ConvertedType.INT_16),
                "Expected one meaning of the values of column 'small', but found INT_16 and <LogicalType"
                        + " INTEGER:IntType(bitWidth:8, isSigned:true)>" + DAMAGED);
    }

    @Test
    void refusesColumnChunksThatLieWhereOthersDoOrNowhere() throws IOException {
        write(new byte[0]);
        int end = start(Files.readAllBytes(path()));
        assertRefused(
                footer -> column(footer, 0).setData_page_offset(3),
                "Expected column 'n' of the row group at row 0 between byte 4 and the footer at byte " + end
                        + ", but found 47 bytes from byte 3 on, and 47 uncompressed" + DAMAGED);
        assertRefused(
                footer -> column(footer, 2).setTotal_compressed_size(1L << 40),
                "Expected column 'xy.list.element' of the row group at row 0 between byte 4 and the footer at byte "
                        + end + ", but found 1,099,511,627,776 bytes from byte 86 on, and 59 uncompressed" + DAMAGED);
        assertRefused(
                footer -> column(footer, 1).setData_page_offset(4),
                "Expected column 'n' of the row group at row 0 behind byte 39, where column 'small' of the row group at"
                        + " row 0 ends, but found it at byte 4" + DAMAGED);
        assertRefused(
                footer -> footer.getRow_groups().get(0).getColumns().get(0).setFile_path("b.parquet"),
                "Expected column 'n' in the file itself, but found it in another, 'b.parquet'; read that, or write it"
                        + " again as one file");
    }

    @Test
    void refusesSchemasThatNestWithoutEnd() throws IOException {
        assertRefused(
                footer -> {
                    List<SchemaElement> schema = footer.getSchema();
                    for (int depth = 0; depth < 60_000; depth++) {
                        SchemaElement group = new SchemaElement("g").setNum_children(1);
                        schema.add(1, group.setRepetition_type(FieldRepetitionType.OPTIONAL));
                    }
                },
                "Expected columns nested at most 64 deep, but found more in 'g'" + DAMAGED);
    }

    @Test
    void refusesStructsThatNestWithoutEnd() throws IOException {
        byte[] nested = new byte[120_002];
        // Field 15, a struct, and in it field 1, a struct, and so on.
        nested[0] = (byte) 0xFC;
        Arrays.fill(nested, 1, 60_001, (byte) 0x1C);
        write(nested);
        assertThatThrownBy(this::open)
                .isInstanceOf(ParquetException.class)
                .hasMessage(
                        "[a.parquet] Expected a Parquet footer at its end, but it is damaged: it is nested deeper than"
                                + " 64 levels");
        // Lists of lists.
        Arrays.fill(nested, 1, 60_001, (byte) 0x19);
        nested[0] = (byte) 0xF9;
        write(nested);
        assertThatThrownBy(this::open)
                .hasMessage(
                        "[a.parquet] Expected a Parquet footer at its end, but it is damaged: it is nested deeper than"
                                + " 64 levels");
    }

    @Test
    void refusesListsAndTextsLongerThanTheFooter() throws IOException {
        // Field 2, the schema: a list of 2^31 - 1 structs.
        write(new byte[] {0x29, (byte) 0xFC, -1, -1, -1, -1, 7, 0});
        assertThatThrownBy(this::open)
                .isInstanceOf(ParquetException.class)
                .hasMessage("[a.parquet] Expected a Parquet footer at its end, but it is damaged: it declares"
                        + " 2,147,483,647 bytes or values, with at most 1 byte left");
        // Field 6, who wrote it: a text of 2^31 - 1 bytes.
        write(new byte[] {0x68, -1, -1, -1, -1, 7, 0});
        assertThatThrownBy(this::open)
                .hasMessage("[a.parquet] Expected a Parquet footer at its end, but it is damaged: it declares"
                        + " 2,147,483,647 bytes or values, with at most 1 byte left");
    }

    @Test
    void refusesAFooterOfAnotherLength() throws IOException {
        change(footer -> footer.addToKey_value_metadata(new KeyValue("k").setValue("v".repeat(100))));
        byte[] whole = Files.readAllBytes(path());
        ByteBuffer tail = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
        int length = tail.getInt(whole.length - 8);
        tail.putInt(whole.length - 8, whole.length);
        Files.write(path(), whole);
        assertThatThrownBy(this::open)
                .hasMessage(String.format(
                        "[a.parquet] Expected a footer within the file's %,d bytes, but found one of %,d bytes%s",
                        whole.length, whole.length, DAMAGED));
        tail.putInt(whole.length - 8, length + 3);
        Files.write(path(), whole);
        assertThatThrownBy(this::open)
                .isInstanceOf(ParquetException.class)
                .hasMessageStartingWith("[a.parquet] Expected a Parquet footer at its end, but it is damaged: ");
    }

    @Test
    void aRowGroupMayBeEmpty() throws IOException {
        change(footer -> {
            RowGroup empty = new RowGroup(footer.getRow_groups().get(0));
            empty.setNum_rows(0);
            empty.getColumns().forEach(column -> {
                column.getMeta_data().setNum_values(0);
                column.getMeta_data().setTotal_compressed_size(0);
            });
            footer.addToRow_groups(empty);
        });
        open();
        assertThat(Files.size(path())).isPositive();
    }
}
