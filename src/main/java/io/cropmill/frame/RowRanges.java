package io.cropmill.frame;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The rows that pass a predicate on {@code recording} and {@code row} alone: exactly those, as ranges.
 *
 * @param recordingColumn name of the column of recordings
 * @param rowColumn name of the column of row numbers
 */
record RowRanges(String recordingColumn, String rowColumn) {
    /** True if ranges can hold the rows that pass. */
    boolean understands(Predicate predicate) {
        Expression[] children = predicate.children();
        return switch (predicate.name()) {
            case "AND", "OR", "NOT" ->
                Arrays.stream(children).allMatch(child -> child instanceof Predicate inner && understands(inner));
            case "ALWAYS_TRUE", "ALWAYS_FALSE" -> true;
            case "IS_NULL", "IS_NOT_NULL" -> isRow(children[0]) || isRecording(children[0]);
            case "=", "<=>", "<>", "<", "<=", ">", ">=", "IN" ->
                (isRow(children[0]) && literals(children, Long.class))
                        || (isRecording(children[0]) && literals(children, UTF8String.class));
            case "STARTS_WITH", "ENDS_WITH", "CONTAINS" ->
                isRecording(children[0]) && literals(children, UTF8String.class);
            default -> false;
        };
    }

    private static boolean literals(Expression[] children, Class<?> type) {
        return Arrays.stream(children)
                .skip(1)
                .allMatch(child -> child instanceof Literal<?> literal && type.isInstance(literal.value()));
    }

    private boolean isRow(Expression expression) {
        return isColumn(expression, rowColumn);
    }

    private boolean isRecording(Expression expression) {
        return isColumn(expression, recordingColumn);
    }

    private static boolean isColumn(Expression expression, String name) {
        return expression instanceof NamedReference reference
                && reference.fieldNames().length == 1
                && reference.fieldNames()[0].equals(name);
    }

    /** The rows that pass all predicates, ascending and apart. */
    List<RowRange> of(List<Predicate> predicates, String recording, long rows) {
        List<RowRange> ranges = all(rows);
        for (Predicate predicate : predicates) {
            ranges = intersection(ranges, of(predicate, recording, rows));
        }
        return ranges;
    }

    private List<RowRange> of(Predicate predicate, String recording, long rows) {
        Expression[] children = predicate.children();
        switch (predicate.name()) {
            case "AND":
                return intersection(
                        of((Predicate) children[0], recording, rows), of((Predicate) children[1], recording, rows));
            case "OR":
                return complement(
                        intersection(
                                complement(of((Predicate) children[0], recording, rows), rows),
                                complement(of((Predicate) children[1], recording, rows), rows)),
                        rows);
            case "NOT":
                return complement(of((Predicate) children[0], recording, rows), rows);
            case "ALWAYS_TRUE", "IS_NOT_NULL":
                return all(rows);
            case "ALWAYS_FALSE", "IS_NULL":
                return List.of();
            default:
                return isRow(children[0])
                        ? ofRow(predicate.name(), children, rows)
                        : ofRecording(predicate.name(), children, UTF8String.fromString(recording))
                                ? all(rows)
                                : List.of();
        }
    }

    private static List<RowRange> ofRow(String operator, Expression[] children, long rows) {
        if (operator.equals("IN")) {
            return Arrays.stream(children)
                    .skip(1)
                    .map(child -> (Long) literal(child))
                    .filter(row -> row >= 0 && row < rows)
                    .distinct()
                    .sorted()
                    .map(row -> new RowRange(row, row + 1))
                    .toList();
        }
        long row = (Long) literal(children[1]);
        long start = Math.max(0, Math.min(rows, row));
        long next = row < 0 ? 0 : row >= rows ? rows : row + 1;
        return switch (operator) {
            case "<" -> range(0, start);
            case "<=" -> range(0, next);
            case ">" -> range(next, rows);
            case ">=" -> range(start, rows);
            case "<>" -> complement(range(start, next), rows);
            default -> range(start, next);
        };
    }

    private static boolean ofRecording(String operator, Expression[] children, UTF8String recording) {
        if (operator.equals("IN")) {
            return Arrays.stream(children).skip(1).anyMatch(child -> recording.equals(literal(child)));
        }
        UTF8String text = (UTF8String) literal(children[1]);
        int order = recording.compareTo(text);
        return switch (operator) {
            case "STARTS_WITH" -> recording.startsWith(text);
            case "ENDS_WITH" -> recording.endsWith(text);
            case "CONTAINS" -> recording.contains(text);
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            case ">=" -> order >= 0;
            case "<>" -> order != 0;
            default -> order == 0;
        };
    }

    private static Object literal(Expression expression) {
        return Objects.requireNonNull(((Literal<?>) expression).value());
    }

    private static List<RowRange> all(long rows) {
        return range(0, rows);
    }

    private static List<RowRange> range(long start, long end) {
        return start < end ? List.of(new RowRange(start, end)) : List.of();
    }

    private static List<RowRange> complement(List<RowRange> ranges, long rows) {
        List<RowRange> rest = new ArrayList<>();
        long at = 0;
        for (RowRange range : ranges) {
            rest.addAll(range(at, range.start()));
            at = range.end();
        }
        rest.addAll(range(at, rows));
        return rest;
    }

    private static List<RowRange> intersection(List<RowRange> left, List<RowRange> right) {
        List<RowRange> both = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < left.size() && j < right.size()) {
            RowRange a = left.get(i);
            RowRange b = right.get(j);
            both.addAll(range(Math.max(a.start(), b.start()), Math.min(a.end(), b.end())));
            if (a.end() < b.end()) {
                i++;
            } else {
                j++;
            }
        }
        return both;
    }

    /** Rows from {@code start} to before {@code end}. */
    record RowRange(long start, long end) implements Serializable {
        private static final long serialVersionUID = 1L;

        long rows() {
            return end - start;
        }
    }
}
