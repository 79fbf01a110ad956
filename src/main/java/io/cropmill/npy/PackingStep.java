package io.cropmill.npy;

/**
 * One move of a packing plan. {@code unpacked} is the offset in the file's layout, {@code packed} the one in the packed
 * layout, both from the first byte of what the step is part of.
 */
sealed interface PackingStep {
    int unpacked();

    int packed();

    /** The same step at other offsets. */
    PackingStep at(int unpackedOffset, int packedOffset);

    /** From the file's layout to packed bytes. */
    void pack(PackingMove move, int from, int to);

    /** From packed bytes to the file's layout. */
    void unpack(PackingMove move, int from, int to);

    /** Bytes that stay as they are. */
    record Copy(int unpacked, int packed, int bytes) implements PackingStep {
        @Override
        public PackingStep at(int unpackedOffset, int packedOffset) {
            return new Copy(unpackedOffset, packedOffset, bytes);
        }

        @Override
        public void pack(PackingMove move, int from, int to) {
            move.copy(from + unpacked, to + packed, bytes);
        }

        @Override
        public void unpack(PackingMove move, int from, int to) {
            move.copy(from + packed, to + unpacked, bytes);
        }
    }

    /** Units of {@code width} bytes whose bytes are turned round. */
    record Swap(int unpacked, int packed, int width, int bytes) implements PackingStep {
        @Override
        public PackingStep at(int unpackedOffset, int packedOffset) {
            return new Swap(unpackedOffset, packedOffset, width, bytes);
        }

        @Override
        public void pack(PackingMove move, int from, int to) {
            move.swap(from + unpacked, to + packed, width, bytes);
        }

        @Override
        public void unpack(PackingMove move, int from, int to) {
            move.swap(from + packed, to + unpacked, width, bytes);
        }
    }

    /** Steps that repeat at strides. */
    final class Repeat implements PackingStep {
        private final int unpacked;
        private final int packed;
        private final int count;
        private final int unpackedStride;
        private final int packedStride;
        private final PackingStep[] steps;

        private Repeat(int unpacked, int packed, int count, int unpackedStride, int packedStride, PackingStep[] steps) {
            this.unpacked = unpacked;
            this.packed = packed;
            this.count = count;
            this.unpackedStride = unpackedStride;
            this.packedStride = packedStride;
            this.steps = steps;
        }

        @Override
        public int unpacked() {
            return unpacked;
        }

        @Override
        public int packed() {
            return packed;
        }

        @Override
        public PackingStep at(int unpackedOffset, int packedOffset) {
            return new Repeat(unpackedOffset, packedOffset, count, unpackedStride, packedStride, steps);
        }

        @Override
        public void pack(PackingMove move, int from, int to) {
            int source = from + unpacked;
            int target = to + packed;
            for (int i = 0; i < count; i++) {
                for (PackingStep step : steps) {
                    step.pack(move, source, target);
                }
                source += unpackedStride;
                target += packedStride;
            }
        }

        @Override
        public void unpack(PackingMove move, int from, int to) {
            int source = from + packed;
            int target = to + unpacked;
            for (int i = 0; i < count; i++) {
                for (PackingStep step : steps) {
                    step.unpack(move, source, target);
                }
                source += packedStride;
                target += unpackedStride;
            }
        }
    }

    /** Steps repeated at strides, as one move where they leave no gap on either side. */
    static PackingStep repeated(int count, int unpackedStride, int packedStride, PackingStep[] steps) {
        if (steps.length == 1 && steps[0].unpacked() == 0 && steps[0].packed() == 0) {
            if (steps[0] instanceof Copy copy && copy.bytes == unpackedStride && copy.bytes == packedStride) {
                return new Copy(0, 0, Math.multiplyExact(copy.bytes, count));
            }
            if (steps[0] instanceof Swap swap && swap.bytes == unpackedStride && swap.bytes == packedStride) {
                return new Swap(0, 0, swap.width, Math.multiplyExact(swap.bytes, count));
            }
        }
        return new Repeat(0, 0, count, unpackedStride, packedStride, steps);
    }
}
