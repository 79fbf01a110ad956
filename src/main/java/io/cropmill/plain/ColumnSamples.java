package io.cropmill.plain;

import io.cropmill.plain.ParquetRows.GroupRun;
import java.io.IOException;
import java.util.List;

/** Facts about a column that need its rows: how long its lists are, which arrays its cells hold. */
record ColumnSamples(OpenParquet files, ParquetRows rows) {
    private interface RowVisitor {
        /** Looks at a row; false if that is enough. */
        boolean at(GroupRun row, RowValues values) throws IOException;
    }

    private void look(List<GroupRun> runs, SourceColumn column, RowVisitor look) throws IOException {
        try (OpenColumns columns = new OpenColumns(files)) {
            for (GroupRun run : runs) {
                for (long row = 0; row < run.rows(); row++) {
                    GroupRun one = run.row(row);
                    if (!look.at(one, columns.read(one, column))) {
                        return;
                    }
                }
            }
        }
    }

    /** Values of the first row; 0 if there is no row. */
    int length(SourceColumn column) throws IOException {
        int[] length = {0};
        look(rows.runs(), column, (row, values) -> {
            length[0] = values.count();
            return false;
        });
        return length[0];
    }

    /** Values of an inner list; 0 if there is none in the whole recording. */
    int width(SourceColumn column) throws IOException {
        int[] width = {0};
        look(rows.inFiles(), column, (row, values) -> {
            width[0] = values.width();
            return width[0] == 0;
        });
        return width[0];
    }

    /** The array in the first row. */
    StoredCell cell(SourceColumn column) throws IOException {
        StoredCell[] cell = {null};
        look(rows.runs(), column, (row, values) -> {
            cell[0] = cell(row, column, values);
            return false;
        });
        if (cell[0] == null) {
            throw new PlainException("[" + files.path(0) + "] Expected a row to tell what the cells of column '"
                    + column.name() + "' hold, but found none");
        }
        return cell[0];
    }

    /** What the first row's cell is; of text, as wide as the widest of all rows. */
    PlainField widestCell(SourceColumn column) throws IOException {
        StoredCell first = cell(column);
        PlainField[] widest = {first.field(column.name())};
        if (first.isText()) {
            look(rows.inFiles(), column, (row, values) -> {
                PlainField other = cell(row, column, values).field(column.name());
                boolean isAlike =
                        other.kind() == widest[0].kind() && other.shape().equals(widest[0].shape());
                widest[0] = isAlike && other.scalarBytes() > widest[0].scalarBytes() ? other : widest[0];
                return true;
            });
        }
        return widest[0];
    }

    /** The array of a row's cell. */
    StoredCell cell(GroupRun row, SourceColumn column, RowValues values) throws IOException {
        long fileRow = files.footer(row.file()).firstRow(row.group()) + row.start();
        return StoredCell.read(
                files.path(row.file()) + ", column '" + column.name() + "', row " + fileRow, values.bytes());
    }
}
