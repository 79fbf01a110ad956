package io.cropmill.frame;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Packed little-endian items of one type, one after the other, on their way into a vector.
 *
 * @param buffer stays its opener's to close; a vector that uses it keeps it alive
 * @param count how many
 * @param place where an item came from, for errors
 */
record PackedColumn(BufferAllocator allocator, ArrowBuf buffer, int count, ItemsOrigin place) {
    /** Where items came from. */
    interface ItemsOrigin {
        /** The file and, of an item, its field and row: {@code [a.npy] ... in field 'name' of row 7 at byte 1,184}. */
        String refusal(String expected, long item, String found);

        /** The same where every item was {@code width} of the new ones. */
        default ItemsOrigin within(long width) {
            ItemsOrigin outer = this;
            return (expected, item, found) -> outer.refusal(expected, item / Math.max(1, width), found);
        }
    }

    /** The same bytes as {@code width} times as many items. */
    PackedColumn within(long width) {
        return new PackedColumn(
                allocator, buffer, Math.toIntExact(Math.multiplyExact(count, width)), place.within(width));
    }

    /** Other bytes, one item each. */
    PackedColumn of(ArrowBuf other) {
        return new PackedColumn(allocator, other, count, place);
    }

    ByteBuffer bytes() {
        return buffer.nioBuffer(0, Math.toIntExact(buffer.capacity())).order(ByteOrder.LITTLE_ENDIAN);
    }
}
