package io.cropmill.frame;

import io.cropmill.frame.FileRowFormat.SourceField;
import io.cropmill.frame.FormPlan.PlannedColumn;
import io.cropmill.frame.ItemConversion.PackedColumn;
import io.cropmill.npy.FieldPacking;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.vectorized.ArrowColumnVector;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Makes the columns of a batch from the bytes of its rows. A batch owns its vectors; a failed one leaves nothing behind. */
final class VectorMaker implements AutoCloseable {
    private final FoundFile file;
    private final FormPlan plan;
    private final long[] rows;
    private final BufferAllocator allocator;
    private final List<ColumnVector> made = new ArrayList<>();
    private @Nullable ByteBuffer records;

    /** Puts the values of a field, packed, into a buffer of their size. */
    interface Packed {
        void into(SourceField field, int items, ByteBuffer target) throws IOException;
    }

    /** Reads the points of a batch. */
    interface PointBatch {
        void into(ByteBuffer target) throws IOException;
    }

    /** Reads a part of a row. */
    interface PartOfRow {
        void into(long row, long offset, ByteBuffer target) throws IOException;
    }

    /** Where points come from: records of the points file, or the rows of the file itself. */
    record PointFetch(
            long recordBytes,
            @Nullable Scratch memory,
            @Nullable PointBatch run,
            @Nullable PartOfRow part) {
        static PointFetch of(long recordBytes, Scratch memory, PointBatch run) {
            return new PointFetch(recordBytes, memory, run, null);
        }

        static PointFetch inRow(PartOfRow part) {
            return new PointFetch(0, null, null, part);
        }
    }

    /**
     * Bytes that were read of rows.
     *
     * @param bytes bytes of their parts
     * @param base offset of the first row in them
     */
    record RowBytes(ByteBuffer bytes, int base, RowParts parts) {
        int at(int row, SourceField field) {
            return base + Math.toIntExact(row * parts.stride()) + parts.at(field.offset());
        }
    }

    VectorMaker(FoundFile file, FormPlan plan, long[] rows, BufferAllocator allocator) {
        this.file = file;
        this.plan = plan;
        this.rows = rows;
        this.allocator = allocator;
    }

    /**
     * The batch of all rows.
     *
     * @param counts points of each row; empty if they are not needed
     */
    ColumnarBatch batch(List<PlannedColumn> columns, RowBytes read, int[] counts, @Nullable PointFetch fetch)
            throws IOException {
        return batch(columns, counts, (field, items, target) -> {
            FieldPacking packing = FieldPacking.of(field.stored());
            switch (field.place()) {
                case ROW -> packRows(field, packing, read, target);
                case PADDED_POINTS -> packPadded(field, packing, read, counts, fetch, target);
                case RAGGED_POINTS -> packRagged(field, packing, items, Objects.requireNonNull(fetch), target);
            }
        });
    }

    /**
     * The batch of all rows, whose values the caller packs.
     *
     * @param counts points of each row; empty if they are not needed
     */
    ColumnarBatch batch(List<PlannedColumn> columns, int[] counts, Packed packed) throws IOException {
        for (PlannedColumn column : columns) {
            made.add(
                    switch (column.kind()) {
                        case RECORDING -> constant(column, file.recording());
                        case MISSING -> constant(column, null);
                        case ROW -> rowNumbers();
                        case POINT_COUNT -> pointCounts(counts);
                        case FIELD -> field(column, counts, packed);
                    });
        }
        ColumnarBatch batch = new ColumnarBatch(made.toArray(ColumnVector[]::new), rows.length);
        made.clear();
        return batch;
    }

    private ColumnVector constant(PlannedColumn column, @Nullable String value) {
        ConstantColumnVector vector = new ConstantColumnVector(rows.length, column.type());
        if (value == null) {
            vector.setNull();
        } else {
            vector.setNotNull();
            vector.setUtf8String(UTF8String.fromString(value));
        }
        return vector;
    }

    private ColumnVector rowNumbers() {
        BigIntVector vector = (BigIntVector) number(Long.SIZE);
        try (ArrowBuf data = allocator.buffer((long) rows.length * Long.BYTES)) {
            for (int i = 0; i < rows.length; i++) {
                data.setLong((long) i * Long.BYTES, rows[i]);
            }
            ItemConversion.load(vector, rows.length, data);
        }
        return new ArrowColumnVector(vector);
    }

    private FieldVector number(int bits) {
        return ItemConversion.leaf("number", new ArrowType.Int(bits, true)).createVector(allocator);
    }

    private ColumnVector pointCounts(int[] counts) {
        IntVector vector = (IntVector) number(Integer.SIZE);
        try (ArrowBuf data = allocator.buffer((long) counts.length * Integer.BYTES)) {
            for (int i = 0; i < counts.length; i++) {
                data.setInt((long) i * Integer.BYTES, counts[i]);
            }
            ItemConversion.load(vector, counts.length, data);
        }
        return new ArrowColumnVector(vector);
    }

    private ColumnVector field(PlannedColumn column, int[] counts, Packed source) throws IOException {
        SourceField field = Objects.requireNonNull(column.field());
        ItemConversion conversion = Objects.requireNonNull(column.conversion());
        FieldPacking packing = FieldPacking.of(field.stored());
        long items = field.hasPoints() ? Arrays.stream(counts).asLongStream().sum() : rows.length;
        FieldVector vector = conversion.field(column.name()).createVector(allocator);
        try (ArrowBuf packed = allocator.buffer(Math.multiplyExact(items, packing.packedSize()))) {
            ByteBuffer target = packed.nioBuffer(0, Math.toIntExact(packed.capacity()));
            source.into(field, Math.toIntExact(items), target);
            PackedColumn values = new PackedColumn(allocator, packed, Math.toIntExact(items), place(column, counts));
            if (field.hasPoints()) {
                ((ArrayConversion) conversion).fill(vector, values, counts);
            } else {
                conversion.fill(vector, values);
            }
        } catch (IOException | RuntimeException e) {
            vector.close();
            throw e;
        }
        return new ArrowColumnVector(vector);
    }

    private void packRows(SourceField field, FieldPacking packing, RowBytes read, ByteBuffer target) {
        if (packing.packedSize() > 0) {
            packing.pack(
                    read.bytes,
                    read.at(0, field),
                    Math.toIntExact(read.parts.stride()),
                    target,
                    0,
                    Math.toIntExact(packing.packedSize()),
                    rows.length);
        }
    }

    private void packPadded(
            SourceField field,
            FieldPacking packing,
            RowBytes read,
            int[] counts,
            @Nullable PointFetch fetch,
            ByteBuffer target)
            throws IOException {
        int at = 0;
        ByteBuffer scratch = ByteBuffer.allocate(0);
        for (int i = 0; i < counts.length; i++) {
            int size = Math.toIntExact(counts[i] * packing.itemSize());
            int packedSize = Math.toIntExact(counts[i] * packing.packedSize());
            if (counts[i] > 0 && plan.readsWholeRows()) {
                packing.pack(read.bytes, read.at(i, field), target, at, counts[i]);
            } else if (counts[i] > 0) {
                PartOfRow part =
                        Objects.requireNonNull(Objects.requireNonNull(fetch).part());
                if (packing.isPlainCopy()) {
                    part.into(rows[i], field.offset(), target.slice(at, packedSize));
                } else {
                    scratch = scratch.capacity() < size ? ByteBuffer.allocate(size) : scratch;
                    part.into(rows[i], field.offset(), scratch.clear().limit(size));
                    packing.pack(scratch, 0, target, at, counts[i]);
                }
            }
            at += packedSize;
        }
    }

    private void packRagged(SourceField field, FieldPacking packing, int points, PointFetch fetch, ByteBuffer target)
            throws IOException {
        ByteBuffer read = records;
        if (read == null) {
            read = Objects.requireNonNull(fetch.memory()).of(Math.multiplyExact(points, fetch.recordBytes()));
            Objects.requireNonNull(fetch.run()).into(read);
            records = read;
        }
        if (points > 0) {
            packing.pack(
                    read,
                    Math.toIntExact(field.offset()),
                    Math.toIntExact(fetch.recordBytes()),
                    target,
                    0,
                    Math.toIntExact(packing.packedSize()),
                    points);
        }
    }

    private PackedColumn.ItemsOrigin place(PlannedColumn column, int[] counts) {
        SourceField field = Objects.requireNonNull(column.field());
        return (expected, item, found) -> {
            int at = field.hasPoints() ? rowOfPoint(counts, item) : Math.toIntExact(item);
            return String.format(
                    Locale.ROOT,
                    "[%s] Expected %s in field '%s' of row %,d, but found %s",
                    file.file().path(),
                    expected,
                    field.name(),
                    rows[at],
                    found);
        };
    }

    private static int rowOfPoint(int[] counts, long point) {
        long rest = point;
        int row = 0;
        while (row < counts.length - 1 && rest >= counts[row]) {
            rest -= counts[row++];
        }
        return row;
    }

    /** Frees what no batch has taken. */
    @Override
    public void close() {
        made.forEach(ColumnVector::close);
        made.clear();
    }
}
