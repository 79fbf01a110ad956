package io.cropmill.npy;

import java.nio.ByteBuffer;

/**
 * A compiled plan that turns items as they lie in a file into packed little-endian bytes, and back.
 *
 * <p>Source layout: the type as it was read, with padding and its byte orders. Target layout: {@link Dtype#packed()}.
 * Padding is never read, and written as zeros. Plain items move in one bulk copy. Immutable and safe for threads;
 * buffers of any order, heap or direct, are used by absolute position only and must not overlap.
 */
public final class FieldPacking {
    private final int itemSize;
    private final int packedSize;
    private final PackingStep[] steps;

    private FieldPacking(Dtype type) {
        this.itemSize = Math.toIntExact(type.itemSize());
        this.packedSize = Math.toIntExact(type.packed().itemSize());
        this.steps = PackingCompiler.steps(type);
    }

    /** The plan for items of a type. */
    public static FieldPacking of(Dtype type) {
        return new FieldPacking(type);
    }

    /** Bytes of one item in the source layout; fits an int, but a product of it may not. */
    public long itemSize() {
        return itemSize;
    }

    /** Bytes of one packed item; fits an int, but a product of it may not. */
    public long packedSize() {
        return packedSize;
    }

    /** True if packed bytes are the source's bytes. */
    public boolean isPlainCopy() {
        return itemSize == packedSize && steps.length <= 1 && isCopied();
    }

    private boolean isCopied() {
        return steps.length == 0 || steps[0] instanceof PackingStep.Copy;
    }

    /** Packs items that follow each other. */
    public void pack(ByteBuffer source, int sourceOffset, ByteBuffer target, int targetOffset, int items) {
        pack(source, sourceOffset, itemSize, target, targetOffset, packedSize, items);
    }

    /**
     * Packs items whose first bytes are a stride apart, as the same field of successive records or a field of points
     * that are to lie in records.
     */
    public void pack(
            ByteBuffer source,
            int sourceOffset,
            int sourceStride,
            ByteBuffer target,
            int targetOffset,
            int targetStride,
            int items) {
        PackingMove.checkRoom(source, sourceOffset, sourceStride, itemSize, items);
        PackingMove.checkRoom(target, targetOffset, targetStride, packedSize, items);
        PackingStep.repeated(items, sourceStride, targetStride, steps)
                .pack(new PackingMove(source, target), sourceOffset, targetOffset);
    }

    /** The way back: packed items to the source layout, padding filled with zeros. */
    public void unpack(ByteBuffer packed, int packedOffset, ByteBuffer target, int targetOffset, int items) {
        unpack(packed, packedOffset, packedSize, target, targetOffset, itemSize, items);
    }

    /** The same for items whose first bytes are a stride apart; what lies between the items is left alone. */
    public void unpack(
            ByteBuffer packed,
            int packedOffset,
            int packedStride,
            ByteBuffer target,
            int targetOffset,
            int targetStride,
            int items) {
        PackingMove.checkRoom(packed, packedOffset, packedStride, packedSize, items);
        PackingMove.checkRoom(target, targetOffset, targetStride, itemSize, items);
        PackingMove move = new PackingMove(packed, target);
        for (int item = 0; item < items && itemSize != packedSize; item++) {
            move.clear(targetOffset + item * targetStride, itemSize);
        }
        PackingStep.repeated(items, targetStride, packedStride, steps).unpack(move, packedOffset, targetOffset);
    }
}
