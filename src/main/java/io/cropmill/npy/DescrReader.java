package io.cropmill.npy;

import io.cropmill.text.Figures;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns the value behind {@code 'descr'} into a type, as {@code descr_to_dtype} of NumPy's {@code lib/format.py} does:
 * text is a scalar type, a tuple a sub-array, a list a record whose fields lie one after the other.
 */
final class DescrReader {
    private final HeaderText text;

    DescrReader(HeaderText text) {
        this.text = text;
    }

    Dtype read(Literal descr) throws NpyException {
        if (descr instanceof Literal.TextLiteral code) {
            return scalar(code);
        }
        if (descr instanceof Literal.Sequence fields) {
            return record(fields);
        }
        if (descr instanceof Literal.TupleLiteral pair && pair.items().size() == 2) {
            return subArray(pair, pair.items().get(0), pair.items().get(1));
        }
        throw expected("a type", "text such as '<f4', a list of fields or a pair of type and shape", descr);
    }

    private ScalarType scalar(Literal.TextLiteral code) throws NpyException {
        if (TypeCode.isObject(code.value())) {
            throw text.advising("; convert the array to numbers or text and save it again")
                    .expected(
                            "a type of plain bytes",
                            "",
                            code.start(),
                            text.excerpt(code)
                                    + ": Python objects, which only pickle can read and pickle may run any code");
        }
        ScalarType type = TypeCode.parse(code.value());
        if (type == null) {
            throw expected("a type", "one that NumPy knows, such as '<f4'", code);
        }
        return type;
    }

    private Dtype subArray(Literal whole, Literal item, Literal shape) throws NpyException {
        Dtype base = read(item);
        if (base.itemSize() == 0 && !(base instanceof RecordType)) {
            throw expected("a sub-array", "entries of at least one byte", whole);
        }
        List<Long> axes = new ArrayList<>();
        for (Literal axis : axes(shape)) {
            axes.add(axis(axis));
        }
        int inner = base instanceof SubArrayType array ? array.shape().size() : 0;
        if (axes.size() + inner > NpyFormat.MAX_AXES) {
            throw expected("at most " + NpyFormat.MAX_AXES + " axes", shape);
        }
        requireItemSize(whole, axes, base.itemSize());
        return axes.isEmpty() ? base : SubArrayType.around(base, axes);
    }

    private static List<Literal> axes(Literal shape) {
        if (shape instanceof Literal.TupleLiteral tuple) {
            return tuple.items();
        }
        return shape instanceof Literal.Sequence list ? list.items() : List.of(shape);
    }

    private long axis(Literal axis) throws NpyException {
        if (axis instanceof Literal.Whole whole && whole.value() >= 0 && whole.value() <= NpyFormat.MAX_ITEM_BYTES) {
            return whole.value();
        }
        throw expected("an axis", "0 to 2,147,483,647 entries", axis);
    }

    private RecordType record(Literal.Sequence fields) throws NpyException {
        RecordType.Builder record = new RecordType.Builder();
        for (Literal entry : fields.items()) {
            List<Literal> parts = parts(entry);
            if (parts.size() < 2 || parts.size() > 3) {
                throw expected("a field of name, type and perhaps shape", entry);
            }
            Dtype type = parts.size() == 2 ? read(parts.get(1)) : subArray(entry, parts.get(1), parts.get(2));
            if (isPadding(parts.get(0), type)) {
                record.pad(type.itemSize());
            } else {
                add(record, parts.get(0), type);
            }
            requireItemSize(fields, List.of(), record.size());
        }
        requireNameForUnnamed(fields, record);
        return record.build();
    }

    private static List<Literal> parts(Literal entry) {
        if (entry instanceof Literal.TupleLiteral tuple) {
            return tuple.items();
        }
        return entry instanceof Literal.Sequence list ? list.items() : List.of();
    }

    /** Unnamed voids are padding; to NumPy every sub-array is a void. */
    private static boolean isPadding(Literal name, Dtype type) {
        boolean isVoid = type instanceof SubArrayType
                || (type instanceof ScalarType scalar && scalar.kind() == ScalarType.ScalarKind.VOID);
        return isVoid
                && name instanceof Literal.TextLiteral unnamed
                && unnamed.value().isEmpty();
    }

    /** Adds a field whose key is a name, or a title (None for none) and a name. */
    private void add(RecordType.Builder record, Literal key, Dtype type) throws NpyException {
        if (key instanceof Literal.TupleLiteral pair && pair.items().size() == 2) {
            Literal title = pair.items().get(0);
            String name = name(pair.items().get(1));
            requireFree(record, name, pair);
            if (title instanceof Literal.Nothing) {
                record.add(name, type);
            } else {
                requireFree(record, name(title), title);
                requireDifferent(name, name(title), title);
                record.add(name, name(title), type);
            }
        } else {
            String name = name(key);
            requireFree(record, name, key);
            record.add(name, type);
        }
    }

    private String name(Literal name) throws NpyException {
        if (name instanceof Literal.TextLiteral known) {
            return known.value();
        }
        throw expected("a field name in quotes", name);
    }

    private void requireFree(RecordType.Builder record, String name, Literal place) throws NpyException {
        if (record.isTaken(name)) {
            throw expected("a name that no other field has", place);
        }
    }

    private void requireDifferent(String name, String title, Literal place) throws NpyException {
        if (name.equals(title)) {
            throw expected("a title that is not the field's name", place);
        }
    }

    /** {@link RecordType#packed()} calls an unnamed field f0, f1, ...: that name must be free. */
    private void requireNameForUnnamed(Literal place, RecordType.Builder record) throws NpyException {
        String name = record.nameForUnnamed();
        if (name != null && record.isTaken(name)) {
            throw expected("no field called " + name + " beside the unnamed one that NumPy calls so", place);
        }
    }

    private void requireItemSize(Literal place, List<Long> axes, long itemSize) throws NpyException {
        @Nullable Long bytes = bytes(axes, itemSize);
        if (bytes == null || bytes > NpyFormat.MAX_ITEM_BYTES) {
            throw text.expected(
                    "an item",
                    "at most 2,147,483,647 bytes",
                    place.start(),
                    bytes == null ? "more" : Figures.count(bytes));
        }
    }

    private static @Nullable Long bytes(List<Long> axes, long itemSize) {
        try {
            return Extent.bytes(axes, itemSize);
        } catch (ArithmeticException e) {
            return axes.contains(0L) ? 0L : null;
        }
    }

    private NpyException expected(String what, Literal found) {
        return expected(what, "", found);
    }

    private NpyException expected(String what, String wanted, Literal found) {
        return text.expected(what, wanted, found.start(), text.excerpt(found));
    }
}
