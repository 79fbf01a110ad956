package io.cropmill.validate;

import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;

/**
 * The scalar that a byte of an item belongs to.
 *
 * @param path from the item to it: {@code .size.2}, empty where the item is a scalar itself
 * @param offset of its first byte in the item
 */
record Leaf(String path, ScalarType type, int offset) {
    /** Finds the scalar of a byte of a packed item. */
    static Leaf of(Dtype item, int at) {
        if (item instanceof SubArrayType array) {
            int size = Math.toIntExact(array.base().itemSize());
            Leaf inner = of(array.base(), at % size);
            return new Leaf("." + at / size + inner.path, inner.type, at / size * size + inner.offset);
        }
        if (item instanceof RecordType record) {
            for (RecordType.Field field : record.fields()) {
                if (at < field.end()) {
                    int start = Math.toIntExact(field.offset());
                    Leaf inner = of(field.type(), at - start);
                    return new Leaf("." + field.name() + inner.path, inner.type, start + inner.offset);
                }
            }
            throw new IndexOutOfBoundsException("byte " + at + " of " + record.itemSize());
        }
        return new Leaf("", (ScalarType) item, 0);
    }
}
