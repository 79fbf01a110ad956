package io.cropmill.parquet;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.parquet.ChunkStream.ColumnBytes;
import io.cropmill.parquet.ParquetFile.RowGroup;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Column chunks made by hand, page by page: what others write rarely, and what nobody should. */
class HandMadePagesTest {
    private static final int VALUES = 4;

    @TempDir
    Path folder;

    private final ByteArrayOutputStream chunk = new ByteArrayOutputStream();
    private long inflated;

    private void page(PageType type, int bytes, Consumer<PageHeader> rest, byte... body) throws IOException {
        PageHeader header = new PageHeader(type, bytes, body.length);
        rest.accept(header);
        Util.writePageHeader(header, chunk);
        chunk.write(body);
    }

    private void version1(int values, byte... body) throws IOException {
        DataPageHeader data = new DataPageHeader(values, Encoding.PLAIN, Encoding.RLE, Encoding.RLE);
        page(PageType.DATA_PAGE, body.length, header -> header.setData_page_header(data), body);
    }

    private void version2(int values, int levelBytes, byte... body) throws IOException {
        DataPageHeaderV2 data = new DataPageHeaderV2(values, 0, values, Encoding.PLAIN, levelBytes, 0);
        page(PageType.DATA_PAGE_V2, body.length, header -> header.setData_page_header_v2(data), body);
    }

    private static byte[] numbers(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int value : values) {
            bytes.putInt(value);
        }
        return bytes.array();
    }

    /** Reads all rows of a column, after skipping some. */
    private byte[] read(MessageType schema, PrimitiveTypeName type, int skipped, CompressionCodecName codec)
            throws IOException {
        Path path = Files.write(folder.resolve("chunk"), chunk.toByteArray());
        ParquetColumn column = ParquetColumn.of(schema, 0);
        ColumnChunkMetaData about = ColumnChunkMetaData.get(
                ColumnPath.get("n"),
                schema.getType(0).asPrimitiveType(),
                codec,
                null,
                Set.of(),
                Statistics.createStats(schema.getType(0).asPrimitiveType()),
                0,
                0,
                VALUES,
                chunk.size(),
                Math.max(chunk.size(), inflated));
        try (BufferAllocator allocator = new RootAllocator();
                FileChannel channel = FileChannel.open(path)) {
            ColumnBytes bytes = new ColumnBytes("f.parquet", channel, 0, chunk.size());
            try (PageMemory memory = new PageMemory(allocator);
                    ColumnReader reader =
                            new ColumnReader(column, bytes, about, new RowGroup(0, 0, VALUES, 0), memory);
                    GrowingBytes target = new GrowingBytes(allocator, 0)) {
                reader.skip(skipped);
                reader.numbers(VALUES - skipped, target);
                byte[] found = new byte[(int) target.size()];
                target.room(0).get(0, found);
                return found;
            }
        }
    }

    private byte[] rows(int skipped) throws IOException {
        return read(schema(Types.required(INT32).named("n")), INT32, skipped, CompressionCodecName.UNCOMPRESSED);
    }

    private byte[] gzip() throws IOException {
        return read(schema(Types.required(INT32).named("n")), INT32, 0, CompressionCodecName.GZIP);
    }

    private byte[] optional() throws IOException {
        return read(schema(Types.optional(INT32).named("n")), INT32, 0, CompressionCodecName.UNCOMPRESSED);
    }

    private static MessageType schema(Type column) {
        return new MessageType("rows", column);
    }

    @Test
    void passesPagesWithoutValues() throws IOException {
        version1(0);
        version1(2, numbers(1, 2));
        version1(0);
        version2(0, 0);
        version2(2, 0, numbers(3, 4));
        version2(0, 0);

        assertThat(rows(0)).isEqualTo(numbers(1, 2, 3, 4));
        assertThat(rows(3)).isEqualTo(numbers(4));
    }

    /** The page has no levels either. */
    @Test
    void passesPagesWithoutValuesWhereNullsMayBe() throws IOException {
        version1(0);
        version2(0, 0);
        version2(4, 2, new byte[] {8, 1, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0});

        assertThat(optional()).isEqualTo(numbers(1, 2, 3, 4));
    }

    @Test
    void refusesHeadersWithoutTheirInside() throws IOException {
        for (PageType type : PageType.values()) {
            chunk.reset();
            page(type, 16, header -> {}, numbers(1, 2, 3, 4));
            for (int skipped : new int[] {0, 1, VALUES}) {
                assertThatThrownBy(() -> rows(skipped)).isInstanceOf(ParquetException.class);
            }
        }
        chunk.reset();
        page(PageType.DATA_PAGE_V2, 16, header -> {}, numbers(1, 2, 3, 4));
        assertThatThrownBy(() -> rows(1))
                .hasMessage("[f.parquet] Expected a page header at byte 0, but it is damaged: it says DATA_PAGE_V2, but"
                        + " not what is in that");
    }

    @Test
    void refusesPagesLargerThanTheirChunk() throws IOException {
        DataPageHeader data = new DataPageHeader(VALUES, Encoding.PLAIN, Encoding.RLE, Encoding.RLE);
        page(PageType.DATA_PAGE, Integer.MAX_VALUE, header -> header.setData_page_header(data), numbers(1, 2, 3, 4));

        assertThatThrownBy(() -> read(schema(Types.required(INT32).named("n")), INT32, 0, CompressionCodecName.ZSTD))
                .isInstanceOf(ParquetException.class)
                .hasMessage("[f.parquet] Expected a page header at byte 0, but it is damaged: its page has"
                        + " 2,147,483,647 bytes uncompressed, more than the " + chunk.size() + " of its column chunk");
    }

    @Test
    void refusesADictionaryOfBooleans() throws IOException {
        page(
                PageType.DICTIONARY_PAGE,
                1,
                header -> header.setDictionary_page_header(
                        new DictionaryPageHeader(Integer.MAX_VALUE - 16, Encoding.PLAIN)),
                (byte) 1);
        version1(VALUES, (byte) 5);

        assertThatThrownBy(() ->
                        read(schema(Types.required(BOOLEAN).named("n")), BOOLEAN, 0, CompressionCodecName.UNCOMPRESSED))
                .isInstanceOf(ParquetException.class)
                .hasMessageContaining("Expected the dictionary of column 'n' at byte ")
                .hasMessageEndingWith(", but it is damaged: its type has no dictionaries");
    }

    @Test
    void refusesLevelsLongerThanTheirPage() throws IOException {
        DataPageHeaderV2 data = new DataPageHeaderV2(VALUES, 0, VALUES, Encoding.PLAIN, 2, 0);
        page(PageType.DATA_PAGE_V2, 1, header -> header.setData_page_header_v2(data), new byte[] {8, 1, 0, 0});

        assertThatThrownBy(() -> optionalOf(CompressionCodecName.ZSTD))
                .isInstanceOf(ParquetException.class)
                .hasMessageEndingWith("but it is damaged: its levels are longer than the page");
    }

    private byte[] optionalOf(CompressionCodecName codec) throws IOException {
        return read(schema(Types.optional(INT32).named("n")), INT32, 0, codec);
    }

    private void levels(int repetition, int definition) throws IOException {
        DataPageHeaderV2 data = new DataPageHeaderV2(VALUES, 0, VALUES, Encoding.PLAIN, definition, repetition);
        page(PageType.DATA_PAGE_V2, 18, header -> header.setData_page_header_v2(data), new byte[18]);
    }

    @Test
    void refusesLevelsThatDoNotFitTheirPage() throws IOException {
        for (int length : new int[] {-1, 19, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            chunk.reset();
            levels(0, length);
            assertThatThrownBy(() -> optional())
                    .isInstanceOf(ParquetException.class)
                    .hasMessage(String.format(
                            Locale.ROOT,
                            "[f.parquet] Expected a page of column 'n' at byte %d, but it is damaged: expected 0 to 18"
                                    + " bytes of definition levels, but found %,d",
                            chunk.size() - 18,
                            length));
        }
        chunk.reset();
        levels(2, 2);
        assertThatThrownBy(() -> optional())
                .hasMessageEndingWith("but it is damaged: expected 0 to 0 bytes of repetition levels, but found 2");
        chunk.reset();
        version1(VALUES, (byte) 2, (byte) 0, (byte) 0);
        assertThatThrownBy(() -> optional())
                .hasMessageEndingWith("but it is damaged: expected 4 bytes with a length, but found 3");
    }

    /** Of levels that a column does not have, parquet-java writes that they are packed; anything else is damage. */
    @Test
    void refusesAnEncodingThatLevelsDoNotHave() throws IOException {
        for (Encoding encoding : Encoding.values()) {
            chunk.reset();
            DataPageHeader data = new DataPageHeader(VALUES, Encoding.PLAIN, Encoding.RLE, encoding);
            page(PageType.DATA_PAGE, 16, header -> header.setData_page_header(data), numbers(1, 2, 3, 4));
            if (encoding == Encoding.RLE || encoding == Encoding.BIT_PACKED) {
                assertThat(rows(0)).isEqualTo(numbers(1, 2, 3, 4));
            } else {
                assertThatThrownBy(() -> rows(0))
                        .isInstanceOf(ParquetException.class)
                        .hasMessageEndingWith(
                                ", but it is damaged: expected levels encoded as RLE, but found " + encoding);
            }
        }
    }

    /** The runs of levels end with the page's values, neither before nor behind them. */
    @Test
    void refusesRunsThatDoNotEndWithTheirPage() throws IOException {
        byte[] whole = {2, 0, 0, 0, 8, 1, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0};
        version1(VALUES, whole);
        assertThat(optional()).isEqualTo(numbers(1, 2, 3, 4));
        for (int said : new int[] {3, 5}) {
            chunk.reset();
            byte[] changed = whole.clone();
            changed[4] = (byte) (said * 2);
            version1(VALUES, changed);
            assertThatThrownBy(() -> optional())
                    .isInstanceOf(ParquetException.class)
                    .hasMessage("[f.parquet] Expected a page of column 'n' at row 0, but it is damaged: expected 4"
                            + " definition levels, but found " + said);
        }
    }

    @Test
    void refusesPlacesBehindTheDictionary() throws IOException {
        page(
                PageType.DICTIONARY_PAGE,
                8,
                header -> header.setDictionary_page_header(new DictionaryPageHeader(2, Encoding.PLAIN)),
                numbers(7, 8));
        int dictionary = chunk.size();
        DataPageHeader data = new DataPageHeader(VALUES, Encoding.RLE_DICTIONARY, Encoding.RLE, Encoding.RLE);
        page(PageType.DATA_PAGE, 4, header -> header.setData_page_header(data), new byte[] {2, 3, 0b01_00_01_00, 0});
        assertThat(rows(0)).isEqualTo(numbers(7, 8, 7, 8));
        byte[] whole = Arrays.copyOf(chunk.toByteArray(), dictionary);
        chunk.reset();
        chunk.write(whole);
        page(PageType.DATA_PAGE, 4, header -> header.setData_page_header(data), new byte[] {2, 3, 0b01_10_01_00, 0});
        assertThatThrownBy(() -> rows(0))
                .isInstanceOf(ParquetException.class)
                .hasMessage("[f.parquet] Expected a page of column 'n' at row 0, but it is damaged: expected places in"
                        + " the dictionary below 2, but found 2");
        chunk.reset();
        chunk.write(whole);
        page(PageType.DATA_PAGE, 3, header -> header.setData_page_header(data), new byte[] {33, 8, 0});
        assertThatThrownBy(() -> rows(0))
                .isInstanceOf(ParquetException.class)
                .hasMessage("[f.parquet] Expected a page of column 'n' at row 0, but it is damaged: expected places in"
                        + " the dictionary of 0 to 32 bits, but found 33");
    }

    @Test
    void refusesToInflateMoreThanARowMayHave() throws IOException {
        byte[] body = new byte[2 << 20];
        inflated = 1L << 40;
        DataPageHeader data = new DataPageHeader(VALUES, Encoding.PLAIN, Encoding.RLE, Encoding.RLE);
        page(PageType.DATA_PAGE, Integer.MAX_VALUE, header -> header.setData_page_header(data), body);
        assertThatThrownBy(() -> gzip())
                .isInstanceOf(ParquetException.class)
                .hasMessage(
                        "[f.parquet] Expected a page header at byte 0, but it is damaged: its page has 2,147,483,647 bytes"
                                + " uncompressed, more than the 268,435,456 that are inflated at once; write it again with smaller"
                                + " pages");
    }

    @Test
    void refusesAPageThatInflatesToMoreThanItsHeaderSays() throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(new byte[50 << 20]);
        }
        DataPageHeader data = new DataPageHeader(VALUES, Encoding.PLAIN, Encoding.RLE, Encoding.RLE);
        page(PageType.DATA_PAGE, 16, header -> header.setData_page_header(data), zipped.toByteArray());
        assertThatThrownBy(() -> gzip())
                .isInstanceOf(ParquetException.class)
                .hasMessageEndingWith("but it is damaged: expected 16 bytes, but found 17");
    }

    @Test
    void refusesPageHeadersThatNestWithoutEnd() throws IOException {
        byte[] nested = new byte[60_001];
        Arrays.fill(nested, (byte) 0x1C);
        chunk.writeBytes(nested);
        assertThatThrownBy(() -> rows(0))
                .isInstanceOf(ParquetException.class)
                .hasMessage(
                        "[f.parquet] Expected a page header at byte 0, but it is damaged: it is nested deeper than 64"
                                + " levels");
    }

    @Test
    void refusesBytesBehindTheLastValueAndPagesBehindTheLastRow() throws IOException {
        version1(VALUES, numbers(1, 2, 3, 4, 5));
        assertThatThrownBy(() -> rows(0))
                .hasMessage(
                        "[f.parquet] Expected a page of column 'n' at row 0, but it is damaged: its 20 bytes are not those"
                                + " of 4 values");
        chunk.reset();
        version1(VALUES, numbers(1, 2, 3, 4));
        version1(1, numbers(5));
        assertThatThrownBy(() -> rows(0))
                .isInstanceOf(ParquetException.class)
                .hasMessageContaining("Expected a page of 0 to 0 values of column 'n' before byte ");
    }

    @Test
    void passesTheZerosBehindTheValuesOfFastparquet() throws IOException {
        version1(VALUES, numbers(1, 2, 3, 4, 0, 0));
        assertThat(rows(0)).isEqualTo(numbers(1, 2, 3, 4));
    }

    @Test
    void refusesRowsAndNullsThatThePageDoesNotHave() throws IOException {
        for (int[] said : new int[][] {{0, VALUES + 1}, {1, VALUES}}) {
            chunk.reset();
            DataPageHeaderV2 data = new DataPageHeaderV2(VALUES, said[0], said[1], Encoding.PLAIN, 0, 0);
            page(PageType.DATA_PAGE_V2, 16, header -> header.setData_page_header_v2(data), numbers(1, 2, 3, 4));
            assertThatThrownBy(() -> rows(0))
                    .isInstanceOf(ParquetException.class)
                    .hasMessage("[f.parquet] Expected " + said[1] + " rows and " + said[0]
                            + " nulls or empty lists in the page"
                            + " of column 'n' at row 0, as its header says, but found 4 and 0; it is damaged: copy or write"
                            + " it again");
        }
    }
}
