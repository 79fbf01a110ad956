package io.cropmill.frame;

import io.cropmill.frame.FormPlan.PlannedColumn;
import io.cropmill.frame.PartitionPlan.Slice;
import io.cropmill.frame.RowRanges.RowRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Takes from Spark what need not be read: columns, rows of recordings, rows that fields decide, all but a number of rows,
 * and everything where only rows are counted.
 */
final class LoadScanBuilder
        implements SupportsPushDownRequiredColumns,
                SupportsPushDownV2Filters,
                SupportsPushDownLimit,
                SupportsPushDownAggregates {
    private final LoadedTable table;
    private final List<Predicate> onRows = new ArrayList<>();
    private final List<Predicate> onFields = new ArrayList<>();
    private StructType wanted;
    private long limit = Long.MAX_VALUE;
    private int counts;

    LoadScanBuilder(LoadedTable table) {
        this.table = table;
        this.wanted = table.schema();
    }

    @Override
    public void pruneColumns(StructType required) {
        // Whole columns: the parts of a record lie together.
        wanted = new StructType(Arrays.stream(required.fieldNames())
                .map(name -> table.schema().apply(name))
                .toArray(StructField[]::new));
    }

    @Override
    public Predicate[] pushPredicates(Predicate[] predicates) {
        RowRanges ranges = ranges();
        List<Predicate> rest = new ArrayList<>();
        for (Predicate predicate : predicates) {
            if (ranges.understands(predicate)) {
                onRows.add(predicate);
            } else {
                // Where rows are small they are read all the same, so Spark looks itself, too.
                rest.add(predicate);
                if (RowFilter.understands(predicate, this::scalarType)) {
                    onFields.add(predicate);
                }
            }
        }
        return rest.toArray(Predicate[]::new);
    }

    private RowRanges ranges() {
        SourceOptions options = table.tableColumns().options();
        return new RowRanges(options.recordingColumn(), options.rowColumn());
    }

    /** The type of a column that is cheap to read; null for all others. */
    private @Nullable DataType scalarType(String name) {
        for (StructField field : table.schema().fields()) {
            if (field.name().equals(name)) {
                boolean inRow = table.files().stream()
                        .map(file -> file.form().field(name))
                        .allMatch(found -> found == null || !found.hasPoints());
                return inRow ? field.dataType() : null;
            }
        }
        return null;
    }

    @Override
    public Predicate[] pushedPredicates() {
        return Stream.concat(onRows.stream(), onFields.stream()).toArray(Predicate[]::new);
    }

    @Override
    public boolean pushLimit(int rows) {
        // A limit after a count is one of the counts, not of the rows that are counted.
        if (!onFields.isEmpty() || counts > 0) {
            return false;
        }
        limit = rows;
        return true;
    }

    @Override
    public boolean supportCompletePushDown(Aggregation aggregation) {
        return isCount(aggregation);
    }

    @Override
    public boolean pushAggregation(Aggregation aggregation) {
        if (!isCount(aggregation)) {
            return false;
        }
        counts = aggregation.aggregateExpressions().length;
        return true;
    }

    private boolean isCount(Aggregation aggregation) {
        return onFields.isEmpty()
                && aggregation.groupByExpressions().length == 0
                && aggregation.aggregateExpressions().length > 0
                && Arrays.stream(aggregation.aggregateExpressions()).allMatch(CountStar.class::isInstance);
    }

    @Override
    public Scan build() {
        List<Predicate> pushed = List.of(pushedPredicates());
        List<Slice> slices = new ArrayList<>();
        List<FormPlan> plans = new ArrayList<>();
        SparkErrors.run(() -> {
            select(slices, plans);
            return true;
        });
        if (counts > 0) {
            long rows = slices.stream().mapToLong(Slice::rows).sum();
            return new CountScan(table, pushed, rows, counts);
        }
        return new LoadScan(table, wanted, pushed, limit, plans, slices);
    }

    private void select(List<Slice> slices, List<FormPlan> plans) throws IOException {
        Map<FileRowFormat, Integer> known = new LinkedHashMap<>();
        RowRanges ranges = ranges();
        long left = limit;
        for (FoundFile file : table.files()) {
            List<RowRange> rows = first(left, ranges.of(onRows, file.recording(), file.rows()));
            if (!rows.isEmpty()) {
                Integer plan = known.get(file.form());
                if (plan == null) {
                    plan = plans.size();
                    known.put(file.form(), plan);
                    plans.add(plan(file));
                }
                Slice slice = new Slice(file, plan, rows);
                slices.add(slice);
                left -= slice.rows();
            }
        }
    }

    private static List<RowRange> first(long most, List<RowRange> ranges) {
        List<RowRange> taken = new ArrayList<>();
        long left = most;
        for (RowRange range : ranges) {
            if (left > 0) {
                long rows = Math.min(left, range.rows());
                taken.add(new RowRange(range.start(), range.start() + rows));
                left -= rows;
            }
        }
        return taken;
    }

    private FormPlan plan(FoundFile file) throws IOException {
        String path = file.file().path();
        List<PlannedColumn> columns = new ArrayList<>();
        for (StructField field : wanted.fields()) {
            columns.add(table.tableColumns().planned(path, file.form(), field));
        }
        List<String> read = onFields.stream()
                .flatMap(LoadScanBuilder::references)
                .distinct()
                .toList();
        List<PlannedColumn> filterColumns = new ArrayList<>();
        for (String name : read) {
            filterColumns.add(table.tableColumns()
                    .planned(path, file.form(), table.schema().apply(name)));
        }
        FormPlan plan = new FormPlan(file.form(), columns, filterColumns, onFields);
        plan.requireRowBytes(file, table.tableColumns().options().maxRowBytes());
        return plan;
    }

    private static Stream<String> references(Expression expression) {
        return Arrays.stream(expression.references())
                .map((NamedReference reference) -> reference.fieldNames()[0]);
    }
}
