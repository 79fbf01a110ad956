package io.cropmill.npy;

import io.cropmill.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Turns the literal of a header into its three values: descr, fortran_order and shape, in any order and no others. */
final class HeaderFields {
    private static final Set<String> KEYS = Set.of("descr", "fortran_order", "shape");

    private final HeaderText text;

    HeaderFields(HeaderText text) {
        this.text = text;
    }

    NpyHeader header(int version, long dataOffset) throws NpyException {
        Literal literal = version < 3 ? LiteralParser.parsePython2(text) : LiteralParser.parse(text);
        Map<String, Literal> entries = entries(literal);
        Dtype dtype = dtype(entry(entries, "descr"));
        boolean fortranOrder = truth(entry(entries, "fortran_order"));
        List<Long> shape = shape(entry(entries, "shape"), dtype, dataOffset);
        return new NpyHeader(version, dtype, fortranOrder, shape, dataOffset);
    }

    private Map<String, Literal> entries(Literal literal) throws NpyException {
        if (!(literal instanceof Literal.Mapping mapping)) {
            throw text.expected("a dictionary", literal.start(), literal.end());
        }
        Set<String> found = mapping.entries().keySet();
        if (!found.equals(KEYS)) {
            String shown = found.isEmpty()
                    ? "none"
                    : PythonText.shown(new TreeSet<>(found).stream().collect(Collectors.joining(", ")), 100);
            throw text.expected("the keys", "descr, fortran_order, shape", literal.start(), shown);
        }
        return mapping.entries();
    }

    private static Literal entry(Map<String, Literal> entries, String key) {
        return Objects.requireNonNull(entries.get(key));
    }

    /** A sub-array as the type of the whole array is possible only where it holds one entry. */
    private Dtype dtype(Literal descr) throws NpyException {
        Dtype dtype = new DescrReader(text).read(descr);
        if (!(dtype instanceof SubArrayType array)) {
            return dtype;
        }
        if (array.elementCount() != 1) {
            throw text.expected("a scalar type or a record, as numpy.load does", descr.start(), descr.end());
        }
        return array.base();
    }

    private boolean truth(Literal value) throws NpyException {
        if (value instanceof Literal.Truth truth) {
            return truth.value();
        }
        throw text.expected("True or False", value.start(), value.end());
    }

    private List<Long> shape(Literal value, Dtype dtype, long dataOffset) throws NpyException {
        if (!(value instanceof Literal.TupleLiteral tuple)) {
            throw text.expected("a shape such as (3,)", value.start(), value.end());
        }
        if (tuple.items().size() > NpyFormat.MAX_AXES) {
            throw text.expected("a shape of at most " + NpyFormat.MAX_AXES + " axes", value.start(), value.end());
        }
        List<Long> shape = new ArrayList<>();
        for (Literal axis : tuple.items()) {
            if (!(axis instanceof Literal.Whole whole) || whole.value() < 0) {
                throw text.expected("an axis of 0 or more elements", axis.start(), axis.end());
            }
            shape.add(whole.value());
        }
        requireFits(value, shape, dtype, dataOffset);
        return shape;
    }

    private void requireFits(Literal place, List<Long> shape, Dtype dtype, long dataOffset) throws NpyException {
        try {
            Math.addExact(dataOffset, Extent.bytes(shape, dtype.itemSize()));
        } catch (ArithmeticException e) {
            throw text.expected(
                    "an array",
                    "axes, zeros left out, whose product fits 63 bits in bytes",
                    place.start(),
                    text.excerpt(place) + " of " + Figures.counted(dtype.itemSize(), "byte") + " each");
        }
    }
}
