package io.cropmill.crop.padded;

import io.cropmill.crop.CropException;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.LeftOutField;
import io.cropmill.crop.PaddedRow;
import io.cropmill.npy.FieldPacking;
import io.cropmill.npy.NpyReader;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * A padded structured {@code .npy} file: one record a crop, point fields with a capacity axis, a point count.
 *
 * <pre>
 * header | row 0: xy[capacity][2] height[capacity] ... point_count label ... | row 1 | ...
 * </pre>
 */
final class PaddedNpyRecording extends PaddedRecording {
    private final Closeable channel;
    private final PaddedLayout layout;

    /** Owns the channel, unless it throws. */
    PaddedNpyRecording(String file, Closeable channel, NpyReader npy, FieldChoice choice) throws CropException {
        super(file, npy);
        this.channel = channel;
        this.layout = PaddedLayout.of(file, npy.header(), choice);
    }

    @Override
    public CropSchema schema() {
        return layout.schema();
    }

    @Override
    long capacity() {
        return layout.capacity();
    }

    @Override
    public List<LeftOutField> leftOut() {
        return layout.leftOut((RecordType) npy.header().dtype());
    }

    @Override
    public Optional<PaddedRow> paddedRow() {
        return Optional.of(new PaddedRow(
                (RecordType) npy.header().dtype(),
                layout.count().name(),
                layout.points().stream().map(RecordType.Field::name).toList()));
    }

    @Override
    List<FieldPlace> pointPlaces() {
        return layout.points().stream()
                .map(field -> place(field, FieldPacking.of(PaddedRow.onePoint(field))))
                .toList();
    }

    @Override
    List<FieldPlace> cropPlaces() {
        return layout.crops().stream()
                .map(field -> place(field, FieldPacking.of(field.type())))
                .toList();
    }

    private static FieldPlace place(RecordType.Field field, FieldPacking packing) {
        return new FieldPlace(packing, Math.toIntExact(field.offset()), Math.toIntExact(packing.itemSize()));
    }

    @Override
    public void counts(long firstRow, long endRow, LongConsumer eachCount) throws IOException {
        Objects.checkFromToIndex(firstRow, endRow, rows());
        RecordType.Field count = layout.count();
        ByteBuffer bytes =
                ByteBuffer.allocateDirect(Math.toIntExact(count.type().itemSize()));
        for (long row = firstRow; row < endRow; row++) {
            npy.readPart(row, count.offset(), bytes.clear());
            eachCount.accept(checkedNumber(row, bytes, 0));
        }
    }

    @Override
    int checkedCount(long row, ByteBuffer rows, int offset) throws CropException {
        return checkedNumber(row, rows, offset + Math.toIntExact(layout.count().offset()));
    }

    private int checkedNumber(long row, ByteBuffer bytes, int offset) throws CropException {
        ScalarType type = (ScalarType) layout.count().type();
        long count = type.number(bytes, offset);
        if (count < 0 || count > layout.capacity()) {
            throw new CropException(String.format(
                    Locale.ROOT,
                    "[%s] Expected %s from 0 to %,d in row %,d at byte %,d, but found %s",
                    file,
                    layout.count().name(),
                    layout.capacity(),
                    row,
                    npy.header().rowOffset(row) + layout.count().offset(),
                    type.value(count)));
        }
        return Math.toIntExact(count);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
