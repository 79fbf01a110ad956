package io.cropmill.parquet;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/**
 * A top-level column: one value a row, a list of values a row, or a list of lists. Immutable.
 *
 * <p>Definition levels of a list's first value: below {@code listDefinition} the list is null, at it the list is empty, at
 * the column's highest the value is there; anything between is a null within.
 */
public final class ParquetColumn {
    private static final int DEEPEST = 2;

    private final String name;
    private final ColumnType type;
    private final int nesting;
    private final int listDefinition;
    private final @Nullable ColumnDescriptor descriptor;

    private ParquetColumn(
            String name, ColumnType type, int nesting, int listDefinition, @Nullable ColumnDescriptor descriptor) {
        this.name = name;
        this.type = type;
        this.nesting = nesting;
        this.listDefinition = listDefinition;
        this.descriptor = descriptor;
    }

    /** The column that a field of a file's schema is. */
    static ParquetColumn of(MessageType schema, int field) {
        Type top = schema.getType(field);
        List<String> path = new ArrayList<>();
        int lists = 0;
        int definition = 0;
        int listDefinition = 0;
        for (Type node = top; ; node = node.asGroupType().getType(0)) {
            path.add(node.getName());
            if (node.isRepetition(Repetition.REPEATED)) {
                listDefinition = lists++ == 0 ? definition : listDefinition;
            }
            definition += node.isRepetition(Repetition.REQUIRED) ? 0 : 1;
            if (lists > DEEPEST) {
                return unreadable(top, "lists nested deeper than twice");
            }
            if (node.isPrimitive()) {
                return new ParquetColumn(
                        top.getName(),
                        ColumnTypes.of(node.asPrimitiveType()),
                        lists,
                        listDefinition,
                        schema.getColumnDescription(path.toArray(String[]::new)));
            }
            if (node.asGroupType().getFieldCount() != 1 || !isListPart(node.asGroupType())) {
                return unreadable(top, "a struct or a map");
            }
        }
    }

    /** A list's own group, or the repeated group within it. */
    private static boolean isListPart(GroupType group) {
        return group.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation
                || group.isRepetition(Repetition.REPEATED);
    }

    private static ParquetColumn unreadable(Type top, String what) {
        return new ParquetColumn(top.getName(), new ColumnType.Unreadable(what), 0, 0, null);
    }

    public String name() {
        return name;
    }

    public ColumnType type() {
        return type;
    }

    /** 0 for one value a row, 1 for a list, 2 for a list of lists. */
    public int nesting() {
        return nesting;
    }

    /** True for a column of another file that holds the same. */
    public boolean isLike(ParquetColumn other) {
        return name.equals(other.name) && type.equals(other.type) && nesting == other.nesting;
    }

    /** {@code list<float32>}, for messages. */
    @Override
    public String toString() {
        return "list<".repeat(nesting) + type.shown() + ">".repeat(nesting);
    }

    int listDefinition() {
        return listDefinition;
    }

    ColumnDescriptor descriptor() {
        if (descriptor == null) {
            throw new IllegalStateException("column '" + name + "' holds " + type);
        }
        return descriptor;
    }
}
