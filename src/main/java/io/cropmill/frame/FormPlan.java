package io.cropmill.frame;

import io.cropmill.frame.FileRowFormat.SourceField;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * The way in which files of one row format are read.
 *
 * @param columns columns in the order of the query
 * @param filterColumns columns that the filters read, before anything else of a row
 * @param filters predicates that a row must pass, or its columns are not read
 */
record FormPlan(
        FileRowFormat form, List<PlannedColumn> columns, List<PlannedColumn> filterColumns, List<Predicate> filters)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Rows up to this size come faster whole than in parts. */
    static final long SMALL_ROW_BYTES = 16 << 10;

    FormPlan {
        columns = List.copyOf(columns);
        filterColumns = List.copyOf(filterColumns);
        filters = List.copyOf(filters);
    }

    /** True where rows are read whole: they are small, scattered, or most of each is asked for. */
    boolean readsWholeRows() {
        if (form.scattered() || form.rowBytes() <= SMALL_ROW_BYTES) {
            return true;
        }
        boolean trims = columns.stream().anyMatch(column -> column.isIn(SourceField.FieldPosition.PADDED_POINTS));
        return !trims && filters.isEmpty() && 2 * ownBytes() > form.rowBytes();
    }

    /** True if nothing of a row is asked for. */
    boolean readsNothing() {
        return columns.stream()
                        .allMatch(column ->
                                column.field() == null && column.kind() != PlannedColumn.ValueOrigin.POINT_COUNT)
                && (filters.isEmpty() || readsWholeRows());
    }

    boolean needsCounts() {
        return Stream.concat(columns.stream(), filterColumns.stream())
                .anyMatch(column -> column.isPoints() || column.kind() == PlannedColumn.ValueOrigin.POINT_COUNT);
    }

    boolean hasRaggedPoints() {
        return columns.stream().anyMatch(column -> column.isIn(SourceField.FieldPosition.RAGGED_POINTS));
    }

    /** Bytes of a row's own values that are asked for. */
    long valueBytes() {
        return columns.stream()
                .filter(column -> column.isIn(SourceField.FieldPosition.ROW))
                .mapToLong(column ->
                        Objects.requireNonNull(column.field()).stored().itemSize())
                .sum();
    }

    /** Bytes of one point that are asked for. */
    long pointBytes() {
        return columns.stream()
                .filter(PlannedColumn::isPoints)
                .mapToLong(column ->
                        Objects.requireNonNull(column.field()).stored().itemSize())
                .sum();
    }

    /** Most bytes that are asked for of a row itself. */
    private long ownBytes() {
        return Math.addExact(valueBytes(), hasRaggedPoints() ? 0 : Math.multiplyExact(pointBytes(), form.capacity()));
    }

    /** Most bytes of a padded row that are asked for; of a row of a pair, about how many with its points. */
    long selectedBytes(FoundFile file) {
        if (!hasRaggedPoints()) {
            return ownBytes();
        }
        long recordBytes = form.fields().stream()
                .filter(field -> field.place() == SourceField.FieldPosition.RAGGED_POINTS)
                .mapToLong(field -> field.stored().itemSize())
                .sum();
        double share = pointBytes() / (double) Math.max(1, recordBytes);
        return Math.addExact(ownBytes(), (long) Math.ceil(file.pointBytesOfRow() * share));
    }

    /** Refuses rows that are too large for a DataFrame, in which each value is copied several times. */
    void requireRowBytes(FoundFile file, long most) throws IOException {
        boolean whole = readsWholeRows() && !readsNothing();
        long selected = selectedBytes(file);
        long bytes = whole ? Math.max(bytesRead(file), selected) : selected;
        if (bytes > most) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "[%s] Expected rows of at most %,d bytes, but found %,d; select fewer columns, or raise the option"
                            + " maxRowBytes and the memory of executors",
                    file.file().path(),
                    most,
                    bytes));
        }
    }

    /** About how many bytes of a row are read; points of a pair come as whole records. */
    long bytesRead(FoundFile file) {
        if (readsNothing()) {
            return 0;
        }
        if (file.decoded() != null) {
            return file.pointBytesOfRow();
        }
        return Math.addExact(
                readsWholeRows() ? form.rowBytes() : ownBytes(), hasRaggedPoints() ? file.pointBytesOfRow() : 0);
    }

    /**
     * A column as a reader makes it from files of one form.
     *
     * @param field field that it is read from; null where it is not read
     * @param conversion conversion of the field's packed values, or of one point; null where it is not read
     */
    record PlannedColumn(
            String name,
            DataType type,
            ValueOrigin kind,
            @Nullable SourceField field,
            @Nullable ItemConversion conversion)
            implements Serializable {
        private static final long serialVersionUID = 1L;

        /** Where the values come from. */
        enum ValueOrigin {
            RECORDING,
            ROW,
            POINT_COUNT,
            FIELD,
            /** The files of this form have no such field; all values are null. */
            MISSING
        }

        static PlannedColumn unread(String name, DataType type, ValueOrigin kind) {
            return new PlannedColumn(name, type, kind, null, null);
        }

        boolean isPoints() {
            return field != null && field.hasPoints();
        }

        boolean isIn(SourceField.FieldPosition place) {
            return field != null && field.place() == place;
        }
    }
}
