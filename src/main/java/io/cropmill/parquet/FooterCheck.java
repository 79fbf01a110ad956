package io.cropmill.parquet;

import io.cropmill.text.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;

/**
 * Compares what a footer states twice: rows of the file and of its row groups, columns of the schema and of each row
 * group, values of a column chunk and rows, places of chunks and the bytes that there are. A damaged footer that is still
 * a footer would otherwise lose crops silently.
 */
final class FooterCheck {
    /** Deeper than any column that can be read, and shallow enough for a recursion. */
    private static final int DEEPEST = 64;

    private static final String DAMAGED = "; it is damaged: copy or write it again";

    private final String file;
    private final FileMetaData footer;
    private final long footerStart;

    /**
     * A leaf of the schema.
     *
     * @param path names from the top-level column on
     * @param isRepeated true if the leaf, or a group around it, is a list
     */
    private record SchemaLeaf(List<String> path, SchemaElement element, boolean isRepeated) {}

    /** A group of the schema whose children are being counted. */
    private static final class OpenGroup {
        private final List<String> path;
        private final boolean isRepeated;
        private final Set<String> names = new HashSet<>();
        private int left;

        OpenGroup(List<String> path, boolean isRepeated, int children) {
            this.path = path;
            this.isRepeated = isRepeated;
            this.left = children;
        }
    }

    /** Where a column chunk lies. */
    private record ChunkSpan(String column, long row, long start, long end) {}

    FooterCheck(String file, FileMetaData footer, long footerStart) {
        this.file = file;
        this.footer = footer;
        this.footerStart = footerStart;
    }

    void run() throws ParquetException {
        List<SchemaLeaf> leaves = leaves();
        List<ChunkSpan> spans = new ArrayList<>();
        long row = 0;
        for (RowGroup group : footer.getRow_groups()) {
            if (group.getNum_rows() < 0 || group.getNum_rows() > Long.MAX_VALUE - row) {
                throw refused("a number of rows in the row group at row %,d, but found %,d", row, group.getNum_rows());
            }
            requireColumns(group, row, leaves);
            for (int i = 0; i < leaves.size(); i++) {
                spans.add(span(group, row, leaves.get(i), group.getColumns().get(i)));
            }
            row += group.getNum_rows();
        }
        if (row != footer.getNum_rows()) {
            throw refused(
                    "%s in its row groups, as it says itself, but found %,d",
                    Figures.counted(footer.getNum_rows(), "row"), row);
        }
        requireApart(spans);
    }

    /** The leaves of the schema, which is a tree written down from the root, each group with its number of children. */
    private List<SchemaLeaf> leaves() throws ParquetException {
        List<SchemaLeaf> leaves = new ArrayList<>();
        List<OpenGroup> open = new ArrayList<>();
        for (SchemaElement element : footer.getSchema()) {
            boolean isRoot = element == footer.getSchema().get(0);
            while (!open.isEmpty() && open.get(open.size() - 1).left == 0) {
                open.remove(open.size() - 1);
            }
            if (!isRoot && open.isEmpty()) {
                throw refused("its schema to end with its last column, but found also '%s'", element.getName());
            }
            List<String> path = new ArrayList<>();
            boolean isRepeated = element.getRepetition_type() == FieldRepetitionType.REPEATED && !isRoot;
            if (!isRoot) {
                OpenGroup around = open.get(open.size() - 1);
                around.left--;
                path.addAll(around.path);
                path.add(element.getName());
                isRepeated |= around.isRepeated;
                if (!around.names.add(element.getName())) {
                    throw new ParquetException("[" + file + "] Expected columns of different names, but found '"
                            + String.join(".", path) + "' twice; write it again with one of them renamed");
                }
            }
            if (!MeaningCheck.isConsistent(element)) {
                throw refused(
                        "one meaning of the values of column '%s', but found %s and %s",
                        String.join(".", path), element.getConverted_type(), element.getLogicalType());
            }
            if (element.isSetType() && !isRoot) {
                leaves.add(new SchemaLeaf(path, element, isRepeated));
            } else {
                open.add(opened(path, isRepeated, element, open.size()));
            }
        }
        if (open.stream().anyMatch(group -> group.left > 0)) {
            throw refused(
                    "%,d more columns in its schema, but found none",
                    open.stream().mapToLong(group -> group.left).sum());
        }
        return leaves;
    }

    private OpenGroup opened(List<String> path, boolean isRepeated, SchemaElement group, int depth)
            throws ParquetException {
        if (group.getNum_children() < 0) {
            throw refused("a number of children in '%s', but found %,d", group.getName(), group.getNum_children());
        }
        if (depth >= DEEPEST) {
            throw refused("columns nested at most %,d deep, but found more in '%s'", DEEPEST, path.get(0));
        }
        return new OpenGroup(path, isRepeated, group.getNum_children());
    }

    /** The format has the chunks of a row group in the order of the schema. */
    private void requireColumns(RowGroup group, long row, List<SchemaLeaf> leaves) throws ParquetException {
        if (group.getColumns().size() != leaves.size()) {
            throw refused(
                    "%,d columns in the row group at row %,d, as in its schema, but found %,d",
                    leaves.size(), row, group.getColumns().size());
        }
        for (int i = 0; i < leaves.size(); i++) {
            ColumnChunk chunk = group.getColumns().get(i);
            SchemaLeaf leaf = leaves.get(i);
            if (chunk.isSetFile_path()) {
                throw new ParquetException("[" + file + "] Expected column '" + leaf.path.get(0)
                        + "' in the file itself, but found it in another, '" + chunk.getFile_path()
                        + "'; read that, or write it again as one file");
            }
            // The metadata of an encrypted column are elsewhere; reading it is refused.
            if (!chunk.isSetCrypto_metadata()) {
                requireColumn(group, row, leaf, chunk);
            }
        }
    }

    private void requireColumn(RowGroup group, long row, SchemaLeaf leaf, ColumnChunk chunk) throws ParquetException {
        ColumnMetaData said = chunk.getMeta_data();
        String name = String.join(".", leaf.path);
        if (said == null || !said.getPath_in_schema().equals(leaf.path) || said.getType() != leaf.element.getType()) {
            throw refused(
                    "column '%s' of type %s in the row group at row %,d, as in its schema, but found %s",
                    name,
                    leaf.element.getType(),
                    row,
                    said == null
                            ? "none"
                            : "'" + String.join(".", said.getPath_in_schema()) + "' of type " + said.getType());
        }
        long values = said.getNum_values();
        if (leaf.isRepeated ? values < group.getNum_rows() : values != group.getNum_rows()) {
            throw refused(
                    "%,d values%s in column '%s' of the row group at row %,d, as it has rows, but found %,d",
                    group.getNum_rows(), leaf.isRepeated ? " or more" : "", name, row, values);
        }
    }

    private ChunkSpan span(RowGroup group, long row, SchemaLeaf leaf, ColumnChunk chunk) throws ParquetException {
        ColumnMetaData said = chunk.getMeta_data();
        if (said == null) {
            return new ChunkSpan("", row, footerStart, footerStart);
        }
        long start = said.getData_page_offset();
        if (said.isSetDictionary_page_offset()
                && said.getDictionary_page_offset() > 0
                && said.getDictionary_page_offset() < start) {
            start = said.getDictionary_page_offset();
        }
        long bytes = said.getTotal_compressed_size();
        // Without rows nothing is read, and some writers give such a chunk no place.
        if (group.getNum_rows() == 0 && said.getNum_values() == 0) {
            return new ChunkSpan("", row, footerStart, footerStart);
        }
        if ((start < Footer.MAGIC.length() || bytes < 0 || bytes > footerStart - start)
                || said.getTotal_uncompressed_size() < 0) {
            throw refused(
                    "column '%s' of the row group at row %,d between byte %,d and the footer at byte %,d, but found"
                            + " %,d bytes from byte %,d on, and %,d uncompressed",
                    String.join(".", leaf.path),
                    row,
                    Footer.MAGIC.length(),
                    footerStart,
                    bytes,
                    start,
                    said.getTotal_uncompressed_size());
        }
        return new ChunkSpan(String.join(".", leaf.path), row, start, start + bytes);
    }

    private void requireApart(List<ChunkSpan> spans) throws ParquetException {
        spans.sort(Comparator.comparingLong(ChunkSpan::start).thenComparingLong(ChunkSpan::end));
        for (int i = 1; i < spans.size(); i++) {
            ChunkSpan before = spans.get(i - 1);
            ChunkSpan span = spans.get(i);
            if (span.start < before.end) {
                throw refused(
                        "column '%s' of the row group at row %,d behind byte %,d, where column '%s' of the row group at"
                                + " row %,d ends, but found it at byte %,d",
                        span.column, span.row, before.end, before.column, before.row, span.start);
            }
        }
    }

    private ParquetException refused(String expected, Object... values) {
        return new ParquetException(
                "[" + file + "] Expected " + String.format(Locale.ROOT, expected, values) + DAMAGED);
    }
}
