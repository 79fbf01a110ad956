package io.cropmill.npy;

import io.cropmill.text.Figures;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A fixed-shape array inside an element, in C order: {@code ('<f4', (4096, 2))}.
 *
 * <p>A sub-array of sub-arrays has one flat shape, as its values have in NumPy; how NumPy nests it in the header is kept
 * beside, because a written header repeats it.
 *
 * @param base type of one entry; never itself a sub-array
 * @param shape lengths of all axes, at least one, none negative
 * @param nesting axes of each level from the outside in; one level for all but sub-arrays of sub-arrays
 */
public record SubArrayType(Dtype base, List<Long> shape, List<Integer> nesting) implements Dtype {
    /** Refuses what NumPy does: no axes, negative axes, entries without bytes, more bytes than fit one item. */
    public SubArrayType {
        shape = List.copyOf(shape);
        nesting = List.copyOf(nesting);
        if (base instanceof SubArrayType) {
            throw new IllegalArgumentException("base of a sub-array must not be a sub-array");
        }
        if (shape.isEmpty() || shape.stream().anyMatch(axis -> axis < 0)) {
            throw new IllegalArgumentException("shape of a sub-array must not be empty or negative but was " + shape);
        }
        if (nesting.stream().anyMatch(axes -> axes < 1)
                || nesting.stream().mapToInt(Integer::intValue).sum() != shape.size()) {
            throw new IllegalArgumentException("nesting must cover " + shape + " but was " + nesting);
        }
        if (base.itemSize() == 0 && base instanceof ScalarType) {
            throw new IllegalArgumentException("entries of a sub-array must have at least one byte");
        }
        if (size(shape, base) > NpyFormat.MAX_ITEM_BYTES) {
            throw new IllegalArgumentException("a sub-array must fit 2,147,483,647 bytes but was " + shape + " of "
                    + Figures.counted(base.itemSize(), "byte") + " each");
        }
    }

    /** A sub-array of one level. */
    public SubArrayType(Dtype base, List<Long> shape) {
        this(base, shape, List.of(shape.size()));
    }

    /** An array of {@code shape} of items that may be sub-arrays themselves. */
    static SubArrayType around(Dtype item, List<Long> shape) {
        if (item instanceof SubArrayType inner) {
            return new SubArrayType(
                    inner.base, joined(shape, inner.shape), joined(List.of(shape.size()), inner.nesting));
        }
        return new SubArrayType(item, shape);
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** Unlike the shape of an array, an axis of length 0 here hides how long the others are. */
    private static long size(List<Long> shape, Dtype base) {
        return shape.contains(0L) ? 0 : Extent.bytes(shape, base.itemSize());
    }

    /** Number of entries: the product of the shape. */
    public long elementCount() {
        return shape.contains(0L) ? 0 : Extent.elements(shape);
    }

    /** What one index of the first axis selects: a sub-array with an axis less, or an entry. */
    public Dtype withoutFirstAxis() {
        if (shape.size() == 1) {
            return base;
        }
        List<Integer> inner = nesting.subList(1, nesting.size());
        List<Integer> rest = nesting.get(0) == 1 ? inner : joined(List.of(nesting.get(0) - 1), inner);
        return new SubArrayType(base, shape.subList(1, shape.size()), rest);
    }

    @Override
    public long itemSize() {
        return size(shape, base);
    }

    @Override
    public Dtype packed() {
        return new SubArrayType(base.packed(), shape, nesting);
    }

    @Override
    public String descr() {
        return "(" + outerBaseDescr() + ", " + outerShapeDescr() + ")";
    }

    /** What NumPy writes between name and shape of a field: the descr of the outermost level's entries. */
    String outerBaseDescr() {
        if (nesting.size() == 1) {
            return base.descr();
        }
        int outer = nesting.get(0);
        return new SubArrayType(base, shape.subList(outer, shape.size()), nesting.subList(1, nesting.size())).descr();
    }

    /** The outermost level's shape as a Python tuple: {@code (4096, 2)}. */
    String outerShapeDescr() {
        return tuple(shape.subList(0, nesting.get(0)));
    }

    /** Python's {@code repr} of a tuple of integers: {@code ()}, {@code (3,)}, {@code (3, 4)}. */
    static String tuple(List<Long> axes) {
        String comma = axes.size() == 1 ? "," : "";
        return axes.stream().map(String::valueOf).collect(Collectors.joining(", ", "(", comma + ")"));
    }
}
