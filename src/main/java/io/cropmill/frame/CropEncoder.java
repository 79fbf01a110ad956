package io.cropmill.frame;

import io.cropmill.npy.SubArrayType;
import io.cropmill.spark.CropKey;
import io.cropmill.spark.PackedCrop;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.function.PairFunction;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import scala.Tuple2;

/** Turns rows of a DataFrame into crops. */
record CropEncoder(CropColumns columns) implements PairFunction<InternalRow, CropKey, byte[]> {
    private static final long serialVersionUID = 1L;

    @Override
    public Tuple2<CropKey, byte[]> call(InternalRow row) throws IOException {
        for (CropColumns.CropColumn column : List.of(columns.recording(), columns.row())) {
            if (row.isNullAt(column.at())) {
                throw new IOException("Cannot write crops: expected a value in column '" + column.name()
                        + "' of every row, but found null");
            }
        }
        String recording = row.getUTF8String(columns.recording().at()).toString();
        long number =
                ValueEncoder.integer(row, columns.row().at(), columns.row().from());
        CropKey key = new CropKey(recording, number);
        List<byte[]> points = new ArrayList<>();
        int count = -1;
        for (CropColumns.CropColumn column : columns.points()) {
            ArrayData list = list(key, row, column);
            int found = points(key, column, list);
            if (count >= 0 && found != count) {
                throw refused(
                        key,
                        column,
                        count + " points, as in '" + columns.points().get(0).name() + "'",
                        found);
            }
            count = found;
            points.add(packed(key, column, list, found));
        }
        requireCount(key, row, count);
        return new Tuple2<>(key, PackedCrop.of(count, fields(key, row), points));
    }

    private static ArrayData list(CropKey key, InternalRow row, CropColumns.CropColumn column) throws IOException {
        if (row.isNullAt(column.at())) {
            throw refused(key, column, "a list", "null");
        }
        return row.getArray(column.at());
    }

    private static int points(CropKey key, CropColumns.CropColumn column, ArrayData list) throws IOException {
        long width = column.width();
        if (list.numElements() % width != 0) {
            throw refused(key, column, width + " values a point", list.numElements() + " values");
        }
        return Math.toIntExact(list.numElements() / width);
    }

    private static byte[] packed(CropKey key, CropColumns.CropColumn column, ArrayData list, int points)
            throws IOException {
        ByteBuffer out = allocate(Math.multiplyExact(points, column.type().itemSize()));
        DataType element = ((ArrayType) column.from()).elementType();
        boolean flat = column.type() instanceof SubArrayType && !(element instanceof ArrayType);
        try {
            ValueEncoder.putAll(list, element, flat ? ((SubArrayType) column.type()).base() : column.type(), out);
        } catch (ValueEncoder.UnfitException e) {
            throw refused(key, column, e);
        }
        return out.array();
    }

    private byte[] fields(CropKey key, InternalRow row) throws IOException {
        long bytes = columns.fields().stream()
                .mapToLong(column -> column.type().itemSize())
                .sum();
        ByteBuffer out = allocate(bytes);
        for (CropColumns.CropColumn column : columns.fields()) {
            try {
                ValueEncoder.put(row, column.at(), column.from(), column.type(), out);
            } catch (ValueEncoder.UnfitException e) {
                throw refused(key, column, e);
            }
        }
        return out.array();
    }

    /** A count that does not fit its points is a sign that one of them was changed by mistake. */
    private void requireCount(CropKey key, InternalRow row, int points) throws IOException {
        CropColumns.CropColumn column = columns.count();
        if (column == null) {
            return;
        }
        if (row.isNullAt(column.at()) || ValueEncoder.integer(row, column.at(), column.from()) != points) {
            Object found = row.isNullAt(column.at()) ? "null" : ValueEncoder.integer(row, column.at(), column.from());
            throw refused(key, column, points + ", the number of its points", found + "; drop the column or fix it");
        }
    }

    private static ByteBuffer allocate(long bytes) {
        return ByteBuffer.allocate(Math.toIntExact(bytes)).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static IOException refused(CropKey key, CropColumns.CropColumn column, ValueEncoder.UnfitException e) {
        return new IOException(
                "[" + key.recording() + "] Expected column '" + column.name() + "' of row " + key.row() + " to hold "
                        + e.getMessage(),
                e);
    }

    private static IOException refused(CropKey key, CropColumns.CropColumn column, String expected, Object found) {
        return new IOException("[" + key.recording() + "] Expected column '" + column.name() + "' of row " + key.row()
                + " to hold " + expected + ", but found " + found);
    }
}
