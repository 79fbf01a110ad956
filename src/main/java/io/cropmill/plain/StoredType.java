package io.cropmill.plain;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The type of a {@code .npy} item as the file has it, byte orders and padding included.
 *
 * @param kind NumPy's letter: {@code b i u f c S U V M m}
 * @param size bytes of one number, or of one record with its padding
 * @param swapped true if numbers are stored with their highest byte first
 * @param unit unit of dates and durations, as between brackets; empty for all others
 * @param parts fields of a record; null for numbers
 * @param shape axes of an array of them, empty for one
 * @param nesting number of axes at each level, from the outside in
 */
record StoredType(
        char kind,
        int size,
        boolean swapped,
        String unit,
        @Nullable List<StoredField> parts,
        List<Integer> shape,
        List<Integer> nesting) {
    private static final int UTF32_BYTES = 4;

    /** A field of a record; {@code offset} is that of its first byte. */
    record StoredField(String name, StoredType type, int offset) {}

    static StoredType number(char kind, int size, boolean swapped, String unit) {
        return new StoredType(kind, size, swapped && orderedBytes(kind, size) > 1, unit, null, List.of(), List.of());
    }

    static StoredType record(List<StoredField> parts, int size) {
        return new StoredType('V', size, false, "", List.copyOf(parts), List.of(), List.of());
    }

    /** An array of these, which may be arrays themselves. */
    StoredType array(List<Integer> axes) {
        List<Integer> all = new ArrayList<>(axes);
        all.addAll(shape);
        List<Integer> levels = new ArrayList<>(List.of(axes.size()));
        levels.addAll(nesting);
        return new StoredType(kind, size, swapped, unit, parts, all, levels);
    }

    /** What one index of the first axis selects. */
    StoredType withoutFirstAxis() {
        List<Integer> levels = new ArrayList<>(nesting);
        if (levels.get(0) == 1) {
            levels.remove(0);
        } else {
            levels.set(0, levels.get(0) - 1);
        }
        return new StoredType(kind, size, swapped, unit, parts, shape.subList(1, shape.size()), levels);
    }

    /** Numbers or records in it; more than an int only where the caller has not checked it. */
    long count() {
        long count = 1;
        for (int axis : shape) {
            count = Math.multiplyExact(count, (long) axis);
        }
        return count;
    }

    /** Bytes in the file, padding included. */
    long bytes() {
        return count() * size;
    }

    boolean isInteger() {
        return parts == null && shape.isEmpty() && (kind == 'i' || kind == 'u');
    }

    /** Bytes of the unit that byte order turns round: half of a complex number, a character of a text. */
    private static int orderedBytes(char kind, int size) {
        return switch (kind) {
            case 'b', 'S', 'V' -> 1;
            case 'c' -> size / 2;
            case 'U' -> UTF32_BYTES;
            default -> size;
        };
    }

    /** NumPy's text for one number, little-endian. */
    private String scalar() {
        boolean ordered = kind != 'b' && kind != 'S' && kind != 'V' && !((kind == 'i' || kind == 'u') && size == 1);
        return (ordered ? "<" : "|")
                + kind
                + (kind == 'U' ? size / UTF32_BYTES : size)
                + (unit.isEmpty() ? "" : "[" + unit + "]");
    }

    /** What a value is when it is packed and little-endian. */
    PlainField field(String name) {
        if (parts == null) {
            return new PlainField(name, scalar(), shape, nesting, List.of());
        }
        List<PlainField> packed = new ArrayList<>();
        int bytes = 0;
        for (StoredField part : parts) {
            PlainField field = part.type.field(part.name);
            packed.add(field);
            bytes += field.bytes();
        }
        String scalar = packed.isEmpty() ? PlainField.NO_FIELDS : "|V" + bytes;
        return new PlainField(name, scalar, shape, nesting, packed);
    }

    /** True if its bytes are packed and little-endian as they stand. */
    boolean isPacked() {
        if (parts == null) {
            return !swapped;
        }
        int end = 0;
        for (StoredField part : parts) {
            if (part.offset != end || !part.type.isPacked()) {
                return false;
            }
            end += (int) part.type.bytes();
        }
        return end == size;
    }

    /** Writes values that stand one after the other in {@code from}, packed and little-endian; returns where they end. */
    int pack(byte[] from, int at, int values, byte[] to, int start) {
        if (isPacked()) {
            int bytes = Math.toIntExact(values * bytes());
            System.arraycopy(from, at, to, start, bytes);
            return start + bytes;
        }
        long numbers = values * count();
        int source = at;
        int target = start;
        for (long number = 0; number < numbers; number++) {
            target = packOne(from, source, to, target);
            source += size;
        }
        return target;
    }

    private int packOne(byte[] from, int at, byte[] to, int start) {
        if (parts == null) {
            int unitBytes = orderedBytes(kind, size);
            for (int i = 0; i < size; i++) {
                to[start + i] = from[at + i / unitBytes * unitBytes + unitBytes - 1 - i % unitBytes];
            }
            return start + size;
        }
        int target = start;
        for (StoredField part : parts) {
            target = part.type.pack(from, at + part.offset, 1, to, target);
        }
        return target;
    }

    /** The type as NumPy writes it into a header, byte orders and padding included; without titles. */
    String shown() {
        String item = parts == null ? "'" + (swapped ? ">" + scalar().substring(1) : scalar()) + "'" : fields(parts);
        return shape.isEmpty()
                ? item
                : "(" + item + ", "
                        + NumpyHeader.tuple(
                                shape.stream().map(Integer::longValue).toList()) + ")";
    }

    private String fields(List<StoredField> fields) {
        List<String> entries = new ArrayList<>();
        int end = 0;
        for (StoredField part : fields) {
            addPadding(entries, part.offset - end);
            String type = part.type.shown();
            String bare = part.type.shape.isEmpty() ? type : type.substring(1, type.length() - 1);
            entries.add("(" + NumpyHeader.repr(part.name) + ", " + bare + ")");
            end = part.offset + (int) part.type.bytes();
        }
        addPadding(entries, size - end);
        return "[" + String.join(", ", entries) + "]";
    }

    private static void addPadding(List<String> entries, int bytes) {
        if (bytes > 0) {
            entries.add("('', '|V" + bytes + "')");
        }
    }
}
