package io.cropmill.plain;

import io.cropmill.text.Figures;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * What the footer of a Parquet file says; counts that it says twice are compared.
 *
 * <pre>
 * PAR1 | column chunks | footer | length of the footer (4 bytes, little-endian) | PAR1
 * </pre>
 *
 * @param createdBy the writer, whose faults parquet-java knows
 * @param groups the row groups as the file has them
 */
record ParquetFooter(
        String file, MessageType schema, @Nullable String createdBy, List<RowGroup> groups) {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ENCRYPTED_MAGIC = "PARE".getBytes(StandardCharsets.US_ASCII);
    private static final int TAIL_BYTES = 8;
    private static final int DEEPEST = 64;

    static ParquetFooter read(PlainBytes bytes) throws IOException {
        String file = bytes.path();
        if (bytes.length() < MAGIC.length + TAIL_BYTES) {
            throw PlainException.of(file, "a Parquet file", Figures.counted(bytes.length(), "byte"));
        }
        byte[] head = new byte[MAGIC.length];
        bytes.read(0, head, 0, head.length);
        byte[] tail = new byte[TAIL_BYTES];
        bytes.read(bytes.length() - TAIL_BYTES, tail, 0, TAIL_BYTES);
        byte[] last = Arrays.copyOfRange(tail, TAIL_BYTES - MAGIC.length, TAIL_BYTES);
        if (Arrays.equals(last, ENCRYPTED_MAGIC)) {
            throw PlainException.of(file, "Parquet without encryption", "an encrypted footer");
        }
        if (!Arrays.equals(head, MAGIC) || !Arrays.equals(last, MAGIC)) {
            throw PlainException.of(file, "a Parquet file, PAR1 at both ends", "other bytes");
        }
        long length = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt();
        long most = bytes.length() - MAGIC.length - TAIL_BYTES;
        if (length < 0 || length > most) {
            throw PlainException.of(file, "a footer of 0 to " + Figures.counted(most, "byte"), Figures.count(length));
        }
        byte[] footer = PlainBytes.memory(file, length);
        bytes.read(bytes.length() - TAIL_BYTES - length, footer, 0, footer.length);
        return parse(file, footer);
    }

    private static ParquetFooter parse(String file, byte[] footer) throws IOException {
        try {
            FileMetaData said = Util.readFileMetaData(new ByteArrayInputStream(footer), footer.length);
            requireWhole(file, said);
            // The schema alone: of the rest, what is not needed might not be what parquet-java expects.
            FileMetaData schema = new FileMetaData(said.getVersion(), said.getSchema(), 0, List.of());
            return new ParquetFooter(
                    file,
                    new ParquetMetadataConverter()
                            .fromParquetMetadata(schema)
                            .getFileMetaData()
                            .getSchema(),
                    said.getCreated_by(),
                    List.copyOf(said.getRow_groups()));
        } catch (PlainException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new PlainException(
                    "[" + file + "] Expected a Parquet footer at its end, but it is damaged: " + e.getMessage(), e);
        } catch (StackOverflowError e) {
            // Not as the cause: Spark ends a JVM that reports such an error.
            throw PlainException.of(file, "a Parquet footer at its end", "one that is nested too deeply");
        }
    }

    private static void requireWhole(String file, FileMetaData said) throws PlainException {
        if (said.isSetEncryption_algorithm()) {
            throw PlainException.of(file, "Parquet without encryption", "encrypted columns");
        }
        if (depth(said.getSchema()) > DEEPEST) {
            throw PlainException.of(
                    file, "a schema of at most " + DEEPEST + " levels", "a deeper one, or one that does not add up");
        }
        long rows = 0;
        for (RowGroup group : said.getRow_groups()) {
            long found = group.getNum_rows();
            if (found < 0 || Long.MAX_VALUE - rows < found) {
                throw PlainException.of(file, "row groups of 0 rows or more", "one of " + Figures.count(found));
            }
            rows += found;
        }
        if (rows != said.getNum_rows()) {
            throw PlainException.of(
                    file,
                    "row groups of " + Figures.counted(said.getNum_rows(), "row") + " together, as its footer says",
                    Figures.count(rows));
        }
    }

    /** Levels of the tree that the elements spell, each before its children; too many where they spell none. */
    private static int depth(List<SchemaElement> elements) {
        List<Integer> missing = new ArrayList<>();
        int deepest = 0;
        for (SchemaElement element : elements) {
            int last = missing.size() - 1;
            if (last >= 0) {
                missing.set(last, missing.get(last) - 1);
            }
            missing.add(element.isSetNum_children() ? element.getNum_children() : 0);
            deepest = Math.max(deepest, missing.size());
            while (!missing.isEmpty() && missing.get(missing.size() - 1) == 0) {
                missing.remove(missing.size() - 1);
            }
            if (deepest > DEEPEST) {
                return deepest;
            }
        }
        return missing.isEmpty() ? deepest : DEEPEST + 1;
    }

    /** Rows of a row group. */
    long rows(int group) {
        return groups.get(group).getNum_rows();
    }

    /** Row of the file that is the first of a row group. */
    long firstRow(int group) {
        long row = 0;
        for (int before = 0; before < group; before++) {
            row += rows(before);
        }
        return row;
    }

    /** Where a column's values stand in a row group. */
    ColumnMetaData chunk(int group, ColumnDescriptor column) throws PlainException {
        List<String> path = List.of(column.getPath());
        for (ColumnChunk chunk : groups.get(group).getColumns()) {
            ColumnMetaData found = chunk.getMeta_data();
            if (found != null && path.equals(found.getPath_in_schema())) {
                return found;
            }
        }
        throw PlainException.of(file, "column '" + path.get(0) + "' in every row group", "one without it");
    }
}
