package io.cropmill.npy;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Turns a type into the fewest steps that pack one item of it. */
final class PackingCompiler {
    private final List<PackingStep> steps = new ArrayList<>();

    private PackingCompiler() {}

    static PackingStep[] steps(Dtype type) {
        PackingCompiler compiler = new PackingCompiler();
        compiler.add(type, 0, 0);
        return compiler.steps.toArray(PackingStep[]::new);
    }

    private void add(Dtype type, int unpacked, int packed) {
        if (type.itemSize() == 0) {
            return;
        }
        if (type instanceof ScalarType scalar) {
            addScalar(scalar, unpacked, packed);
        } else if (type instanceof RecordType record) {
            addRecord(record, unpacked, packed);
        } else if (type instanceof SubArrayType array) {
            addSubArray(array, unpacked, packed);
        }
    }

    private void addScalar(ScalarType type, int unpacked, int packed) {
        int bytes = Math.toIntExact(type.itemSize());
        if (type.order() == ByteOrder.BIG_ENDIAN) {
            append(new PackingStep.Swap(unpacked, packed, type.orderedBytes(), bytes));
        } else {
            append(new PackingStep.Copy(unpacked, packed, bytes));
        }
    }

    private void addRecord(RecordType type, int unpacked, int packed) {
        int next = packed;
        for (RecordType.Field field : type.fields()) {
            add(field.type(), unpacked + Math.toIntExact(field.offset()), next);
            next += Math.toIntExact(field.type().packed().itemSize());
        }
    }

    private void addSubArray(SubArrayType type, int unpacked, int packed) {
        int count = Math.toIntExact(type.elementCount());
        int stride = Math.toIntExact(type.base().itemSize());
        int packedStride = Math.toIntExact(type.base().packed().itemSize());
        PackingStep[] inner = steps(type.base());
        if (inner.length > 0) {
            append(PackingStep.repeated(count, stride, packedStride, inner).at(unpacked, packed));
        }
    }

    /** Appends a step, as part of the last one where both copy bytes that touch on both sides. */
    private void append(PackingStep step) {
        int last = steps.size() - 1;
        if (last >= 0
                && steps.get(last) instanceof PackingStep.Copy before
                && step instanceof PackingStep.Copy copy
                && before.unpacked() + before.bytes() == copy.unpacked()
                && before.packed() + before.bytes() == copy.packed()) {
            steps.set(last, new PackingStep.Copy(before.unpacked(), before.packed(), before.bytes() + copy.bytes()));
        } else {
            steps.add(step);
        }
    }
}
