package io.cropmill.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.parquet.ParquetOrigin;
import io.cropmill.parquet.ParquetException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The largest rows and the largest numbers that name recordings, for the proof as for a rebuild. */
class PlainParquetLimitsTest {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    Path folder;

    private BothSides sides(ParquetOrigin.RecordingRows rows) throws IOException {
        FieldChoice choice = new FieldChoice("point_count", List.of(PointFieldName.parse("p")), List.of());
        return BothSides.of(folder, List.of("a.parquet"), rows, List.of(), choice);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "9223372036854775807", "9223372036854775813", "18446744073709551615"})
    void namesRecordingsByUnsignedNumbers(String name) throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType("""
                message crops {
                  required int64 rec (INTEGER(64,false));
                  required group p (LIST) { repeated group list { required float element; } }
                }
                """);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(
                        new LocalOutputFile(folder.resolve("a.parquet")))
                .withType(schema)
                .build()) {
            for (String rec :
                    List.of("7", "9223372036854775807", "9223372036854775813", "18446744073709551615", name)) {
                Group group = new SimpleGroup(schema).append("rec", Long.parseUnsignedLong(rec));
                group.addGroup("p").addGroup("list").append("element", rec.length() + 0.5f);
                writer.write(group);
            }
        }
        BothSides sides = sides(new ParquetOrigin.RecordingRows("rec", name, "", ""));
        sides.requireEqual();
        try (PlainParquet plain = sides.plain()) {
            assertThat(plain.rows()).isEqualTo(2);
        }
    }

    @Test
    void readsARowOfEqualValues() throws IOException {
        Files.write(folder.resolve("a.parquet"), equalValues(5000));
        sides(ParquetOrigin.RecordingRows.ALL).requireEqual();
    }

    @Test
    void refusesARowThatIsFarLargerThanItsFile() throws IOException {
        Files.write(folder.resolve("a.parquet"), equalValues(300_000_000));
        BothSides sides = sides(ParquetOrigin.RecordingRows.ALL);
        assertThatThrownBy(sides::requireEqual)
                .isInstanceOf(ParquetException.class)
                .hasMessage(
                        "[a.parquet] Expected at most 268,435,456 bytes in column 'p' at row 0, but found 300,000,000"
                                + " values of 4 bytes; write crops of fewer points");
        try (PlainParquet plain = sides.plain()) {
            assertThatThrownBy(plain::next)
                    .isInstanceOf(PlainException.class)
                    .hasMessage(
                            "[a.parquet] Expected a list of values in column 'p' at row 0, but it is damaged: its row"
                                    + " has more than the 268,435,456 bytes that a row may have");
        }
    }

    /** One row of so many equal floats: a dictionary of one value, and runs. */
    private static byte[] equalValues(int count) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(MAGIC);
        PageHeader dictionary = new PageHeader(PageType.DICTIONARY_PAGE, Float.BYTES, Float.BYTES);
        dictionary.setDictionary_page_header(new DictionaryPageHeader(1, Encoding.PLAIN));
        Util.writePageHeader(dictionary, out);
        out.write(little(Float.floatToRawIntBits(1.5f)));
        int dataAt = out.size();
        byte[] page = page(count);
        PageHeader data = new PageHeader(PageType.DATA_PAGE, page.length, page.length);
        data.setData_page_header(new DataPageHeader(count, Encoding.RLE_DICTIONARY, Encoding.RLE, Encoding.RLE));
        Util.writePageHeader(data, out);
        out.write(page);
        int footerAt = out.size();
        long bytes = (long) footerAt - MAGIC.length;
        ColumnMetaData column = new ColumnMetaData(
                Type.FLOAT,
                List.of(Encoding.PLAIN, Encoding.RLE, Encoding.RLE_DICTIONARY),
                List.of("p", "list", "element"),
                CompressionCodec.UNCOMPRESSED,
                count,
                bytes,
                bytes,
                dataAt);
        column.setDictionary_page_offset(MAGIC.length);
        ColumnChunk chunk = new ColumnChunk(0);
        chunk.setMeta_data(column);
        Util.writeFileMetaData(new FileMetaData(1, schema(), 1, List.of(new RowGroup(List.of(chunk), bytes, 1))), out);
        out.write(little(out.size() - footerAt));
        out.write(MAGIC);
        return out.toByteArray();
    }

    private static List<SchemaElement> schema() {
        SchemaElement root = new SchemaElement("crops").setNum_children(1);
        SchemaElement list = new SchemaElement("p").setNum_children(1).setConverted_type(ConvertedType.LIST);
        list.setRepetition_type(FieldRepetitionType.REQUIRED);
        SchemaElement entries = new SchemaElement("list").setNum_children(1);
        entries.setRepetition_type(FieldRepetitionType.REPEATED);
        SchemaElement value = new SchemaElement("element").setType(Type.FLOAT);
        value.setRepetition_type(FieldRepetitionType.REQUIRED);
        return List.of(root, list, entries, value);
    }

    /** Repetition levels 0 1 1 1, definition levels 1 1 1 1, places 0 0 0 0. */
    private static byte[] page(int count) {
        ByteArrayOutputStream repetition = new ByteArrayOutputStream();
        run(repetition, 1, 0);
        run(repetition, count - 1, 1);
        ByteArrayOutputStream definition = new ByteArrayOutputStream();
        run(definition, count, 1);
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        page.writeBytes(little(repetition.size()));
        page.writeBytes(repetition.toByteArray());
        page.writeBytes(little(definition.size()));
        page.writeBytes(definition.toByteArray());
        page.write(1);
        run(page, count, 0);
        return page.toByteArray();
    }

    private static void run(ByteArrayOutputStream out, int length, int value) {
        int left = length << 1;
        for (; left > 0x7f; left >>>= 7) {
            out.write(left | 0x80);
        }
        out.write(left);
        out.write(value);
    }

    private static byte[] little(int number) {
        return ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(number)
                .array();
    }
}
