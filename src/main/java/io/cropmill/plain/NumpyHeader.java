package io.cropmill.plain;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The header that {@code numpy.save} of NumPy 1.24 to 2.x writes for an array in C order: a dictionary whose length leaves
 * room for a first axis of 21 digits, filled up with spaces to a multiple of 64 bytes and ended by a line feed
 * ({@code _write_array_header} in NumPy's {@code lib/format.py}).
 */
public final class NumpyHeader {
    private static final int ALIGNMENT = 64;
    private static final int DIGITS_OF_FIRST_AXIS = 21;
    private static final int FIRST_BYTES = 10;

    private NumpyHeader() {}

    /** Of records whose fields are packed one after the other. */
    public static byte[] ofRecords(List<PlainField> fields, List<Long> shape) {
        return bytes(descr(fields), shape);
    }

    /** Of numbers: {@code <f4}. */
    public static byte[] ofNumbers(String scalar, List<Long> shape) {
        return bytes("'" + scalar + "'", shape);
    }

    private static byte[] bytes(String descr, List<Long> shape) {
        String dictionary = "{'descr': " + descr + ", 'fortran_order': False, 'shape': " + tuple(shape) + ", }"
                + " ".repeat(DIGITS_OF_FIRST_AXIS - String.valueOf(shape.get(0)).length());
        boolean latin = dictionary.chars().allMatch(c -> c < 0x100);
        Charset charset = latin ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
        int version = latin ? 1 : 3;
        int first = latin ? FIRST_BYTES : FIRST_BYTES + 2;
        byte[] text = dictionary.getBytes(charset);
        // NumPy fills up with 1 to 64 spaces, never with none, before the line feed.
        int spaces = ALIGNMENT - (first + text.length + 1) % ALIGNMENT;
        int length = text.length + spaces + 1;
        ByteBuffer header = ByteBuffer.allocate(first + length).order(ByteOrder.LITTLE_ENDIAN);
        header.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
        header.put((byte) version).put((byte) 0);
        if (latin) {
            header.putShort((short) length);
        } else {
            header.putInt(length);
        }
        header.put(text)
                .put(" ".repeat(spaces).getBytes(StandardCharsets.US_ASCII))
                .put((byte) '\n');
        return header.array();
    }

    /** Python's list of fields: {@code [('xy', '<f4', (2,)), ('height', '<f4')]}. */
    public static String descr(List<PlainField> fields) {
        List<String> entries = new ArrayList<>();
        for (PlainField field : fields) {
            String name = repr(field.name());
            if (field.shape().isEmpty()) {
                entries.add("(" + name + ", " + item(field) + ")");
            } else {
                int outer = field.nesting().get(0);
                entries.add("(" + name + ", " + entries(field, 1, outer) + ", "
                        + tuple(axes(field).subList(0, outer)) + ")");
            }
        }
        return "[" + String.join(", ", entries) + "]";
    }

    /** What a level of an array of arrays holds. */
    private static String entries(PlainField field, int level, int axesBefore) {
        if (level == field.nesting().size()) {
            return item(field);
        }
        int end = axesBefore + field.nesting().get(level);
        return "(" + entries(field, level + 1, end) + ", " + tuple(axes(field).subList(axesBefore, end)) + ")";
    }

    private static List<Long> axes(PlainField field) {
        return field.shape().stream().map(Integer::longValue).toList();
    }

    static String item(PlainField field) {
        boolean isRecord = !field.parts().isEmpty() || field.scalar().equals(PlainField.NO_FIELDS);
        return isRecord ? descr(field.parts()) : repr(field.scalar());
    }

    /** {@code ()}, {@code (3,)}, {@code (3, 4)}. */
    static String tuple(List<Long> axes) {
        String comma = axes.size() == 1 ? "," : "";
        return axes.stream().map(String::valueOf).collect(Collectors.joining(", ", "(", comma + ")"));
    }

    /** As Python's {@code repr} of text: in single quotes unless only double ones save an escape. */
    static String repr(String text) {
        boolean doubled = text.contains("'") && !text.contains("\"");
        int quote = doubled ? '"' : '\'';
        StringBuilder shown = new StringBuilder();
        for (int c : text.codePoints().toArray()) {
            if (c == '\\' || c == quote) {
                shown.append('\\').appendCodePoint(c);
            } else if (c == '\t' || c == '\n' || c == '\r') {
                shown.append(c == '\t' ? "\\t" : c == '\n' ? "\\n" : "\\r");
            } else if (isPrintable(c)) {
                shown.appendCodePoint(c);
            } else {
                shown.append(
                        String.format(Locale.ROOT, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", c));
            }
        }
        return (char) quote + shown.toString() + (char) quote;
    }

    /** Python's {@code str.isprintable}: no control, format, surrogate, private, unassigned or separator but the space. */
    private static boolean isPrintable(int c) {
        return c == ' ' || !new String(Character.toChars(c)).matches("[\\p{C}\\p{Z}]");
    }
}
