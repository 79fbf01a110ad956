package io.cropmill.npy;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A structured type: named fields at offsets, with or without padding between them. Made by {@link Builder}.
 *
 * @param fields fields in offset order, without padding; no two share a name or title
 * @param itemSize bytes of one record, padding included
 */
public record RecordType(List<Field> fields, long itemSize) implements Dtype {
    /**
     * A named part of a record.
     *
     * @param name may be empty for one field, as in NumPy
     * @param title NumPy's optional second name, ignored everywhere but in the header
     * @param offset offset of its first byte from the record's first byte
     */
    public record Field(String name, @Nullable String title, Dtype type, long offset) implements Serializable {
        /** First byte behind the field. */
        public long end() {
            return Math.addExact(offset, type.itemSize());
        }
    }

    /** Refuses names and titles used twice, overlaps, and fields beyond the record. */
    public RecordType {
        fields = List.copyOf(fields);
        Set<String> taken = new HashSet<>();
        long end = 0;
        for (Field field : fields) {
            if (!taken.add(field.name()) || (field.title() != null && !taken.add(field.title()))) {
                throw new IllegalArgumentException(
                        "names and titles of fields must differ but " + PythonText.repr(field.name()) + " does not");
            }
            if (field.offset() < end) {
                throw new IllegalArgumentException("field " + PythonText.repr(field.name())
                        + " must not begin before byte " + end + " but begins at " + field.offset());
            }
            end = field.end();
        }
        if (itemSize < end || itemSize > NpyFormat.MAX_ITEM_BYTES) {
            throw new IllegalArgumentException(
                    "item size must be between " + end + " and 2,147,483,647 but was " + itemSize);
        }
    }

    /** The field of this name; titles do not count. */
    public Optional<Field> field(String name) {
        return fields.stream().filter(field -> field.name().equals(name)).findFirst();
    }

    /** As {@link Dtype#packed()}; an unnamed field gets the name {@code f} and its index, as in NumPy. */
    @Override
    public RecordType packed() {
        Builder builder = new Builder();
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            builder.add(
                    field.name().isEmpty() ? nameOfUnnamed(i) : field.name(),
                    field.type().packed());
        }
        return builder.build();
    }

    /** The same record with the names that {@link #packed()} gives to fields without one, and without titles. */
    public RecordType named() {
        List<Field> packed = packed().fields();
        List<Field> named = new ArrayList<>();
        for (int i = 0; i < packed.size(); i++) {
            Field field = fields.get(i);
            named.add(new Field(packed.get(i).name(), null, field.type(), field.offset()));
        }
        return new RecordType(named, itemSize);
    }

    private static String nameOfUnnamed(int index) {
        return "f" + index;
    }

    @Override
    public String descr() {
        StringBuilder list = new StringBuilder("[");
        long end = 0;
        for (Field field : fields) {
            appendPadding(list, field.offset() - end);
            append(list, describe(field));
            end = field.end();
        }
        appendPadding(list, itemSize - end);
        return list.append(']').toString();
    }

    private static void appendPadding(StringBuilder list, long bytes) {
        if (bytes > 0) {
            append(list, "('', '|V" + bytes + "')");
        }
    }

    private static void append(StringBuilder list, String entry) {
        list.append(list.length() > 1 ? ", " : "").append(entry);
    }

    private static String describe(Field field) {
        String name = PythonText.repr(field.name());
        String key = field.title() == null ? name : "(" + PythonText.repr(field.title()) + ", " + name + ")";
        String value = field.type() instanceof SubArrayType array
                ? array.outerBaseDescr() + ", " + array.outerShapeDescr()
                : field.type().descr();
        return "(" + key + ", " + value + ")";
    }

    /** Lays fields out one after the other, with padding where asked for. Not safe for threads. */
    public static final class Builder {
        private final List<Field> fields = new ArrayList<>();
        private final Set<String> taken = new HashSet<>();
        private long size;

        /** Appends a field. */
        public Builder add(String name, Dtype type) {
            return add(name, null, type);
        }

        /** Appends a field that may have a title. */
        public Builder add(String name, @Nullable String title, Dtype type) {
            fields.add(new Field(name, title, type, size));
            taken.add(name);
            if (title != null) {
                taken.add(title);
            }
            return pad(type.itemSize());
        }

        /** Appends bytes without meaning. */
        public Builder pad(long bytes) {
            size = Math.addExact(size, bytes);
            return this;
        }

        boolean isTaken(String nameOrTitle) {
            return taken.contains(nameOrTitle);
        }

        /** What {@link RecordType#packed()} would call the field without a name; null if all have one. */
        @Nullable
        String nameForUnnamed() {
            for (int i = 0; i < fields.size(); i++) {
                if (fields.get(i).name().isEmpty()) {
                    return nameOfUnnamed(i);
                }
            }
            return null;
        }

        long size() {
            return size;
        }

        /** As the constructor of {@link RecordType}. */
        public RecordType build() {
            return new RecordType(fields, size);
        }
    }
}
