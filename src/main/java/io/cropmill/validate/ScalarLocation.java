package io.cropmill.validate;

import io.cropmill.plain.PlainField;
import java.util.List;

/**
 * The number that a byte of an item belongs to.
 *
 * @param path path from the item to the number: {@code .size.2}, empty if the item is a number itself
 * @param type type of the number; its name and shape do not count
 * @param offset offset of the number's first byte in the item
 */
record ScalarLocation(String path, PlainField type, int offset) {
    /** Finds the number of a byte of a packed item. */
    static ScalarLocation of(PlainField item, int at) {
        int size = item.scalarBytes();
        if (!item.shape().isEmpty()) {
            PlainField one = new PlainField(item.name(), item.scalar(), List.of(), item.parts());
            ScalarLocation inner = of(one, at % size);
            return new ScalarLocation("." + at / size + inner.path, inner.type, at / size * size + inner.offset);
        }
        int start = 0;
        for (PlainField part : item.parts()) {
            if (at < start + part.bytes()) {
                ScalarLocation inner = of(part, at - start);
                return new ScalarLocation("." + part.name() + inner.path, inner.type, start + inner.offset);
            }
            start += part.bytes();
        }
        return new ScalarLocation("", item, 0);
    }
}
