package io.cropmill.validate;

import io.cropmill.crop.CropException;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PaddedLayout;
import io.cropmill.crop.PaddedRow;
import io.cropmill.npy.FieldPacking;
import io.cropmill.npy.RecordType.Field;
import io.cropmill.npy.ScalarType;
import io.cropmill.ragged.RowReader;
import io.cropmill.storage.Closing;
import io.cropmill.storage.LentBuffer;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A padded recording as a loader of padded rows sees it: take row i, then of each point field the first
 * {@code point_count} values. Reads whole rows, padding included, and copies only fields that are not little-endian and
 * packed already. For one thread.
 */
final class PaddedRows implements SourceRows {
    private final RowReader file;
    private final PaddedLayout layout;
    private final List<PointField> points = new ArrayList<>();
    private final List<FieldPacking> pointPackings = new ArrayList<>();
    private final List<ByteBuffer> unpacked = new ArrayList<>();
    private final LentBuffer lent;
    private final List<FieldPacking> cropPackings = new ArrayList<>();
    private ByteBuffer row = ByteBuffer.allocate(0);
    private int count;

    private PaddedRows(RowReader file, PaddedLayout layout) throws IOException {
        this.file = file;
        this.layout = layout;
        for (Field field : layout.points()) {
            points.add(new PointField(field.name(), PaddedRow.onePoint(field).packed()));
            pointPackings.add(FieldPacking.of(PaddedRow.onePoint(field)));
        }
        layout.crops().forEach(field -> cropPackings.add(FieldPacking.of(field.type())));
        this.lent = LentBuffer.ofRow(
                file.path(),
                Math.toIntExact(
                        pointPackings.stream().mapToLong(this::unpackedBytes).sum()));
        int at = 0;
        for (FieldPacking packing : pointPackings) {
            int bytes = Math.toIntExact(unpackedBytes(packing));
            unpacked.add(lent.buffer().slice(at, bytes).order(ByteOrder.LITTLE_ENDIAN));
            at += bytes;
        }
    }

    private long unpackedBytes(FieldPacking packing) {
        return packing.isPlainCopy() ? 0 : layout.capacity() * packing.packedSize();
    }

    /** Opens a recording and checks its header and length. */
    static PaddedRows open(Storage source, String path, FieldChoice choice) throws IOException {
        RowReader file = RowReader.open(source, path);
        try {
            return new PaddedRows(file, PaddedLayout.of(path, file.header(), choice));
        } catch (IOException | RuntimeException e) {
            Closing.after(e, file);
            throw e;
        }
    }

    @Override
    public CropSchema schema() {
        return layout.schema();
    }

    @Override
    public long rows() {
        return file.header().rows();
    }

    @Override
    public long cut(int part, int of) {
        // rows * part / of without overflow: whole shares first, then the remainder's.
        return rows() / of * part + rows() % of * part / of;
    }

    @Override
    public int capacity() {
        return Math.toIntExact(layout.capacity());
    }

    @Override
    public long slots() {
        return layout.capacity();
    }

    @Override
    public void begin(long firstRow, long endRow, RowReader.Order order) {
        file.begin(file.header().rowOffset(firstRow), file.header().rowOffset(endRow), order);
    }

    @Override
    public int count(long index) throws IOException {
        int bytes = Math.toIntExact(layout.count().type().itemSize());
        ByteBuffer found = file.read(
                Math.addExact(file.header().rowOffset(index), layout.count().offset()), bytes);
        count = checked(found, found.position(), index);
        return count;
    }

    @Override
    public int read(long index) throws IOException {
        row = file.row(index);
        count = checked(row, at(layout.count()), index);
        for (int field = 0; field < points.size(); field++) {
            int at = at(layout.points().get(field));
            if (pointPackings.get(field).isPlainCopy()) {
                points.get(field).move(row, at);
            } else {
                ByteBuffer target = unpacked.get(field);
                pointPackings.get(field).pack(row, at, target, 0, capacity());
                points.get(field).move(target, 0);
            }
        }
        return count;
    }

    @Override
    public int sourceCount() {
        return count;
    }

    @Override
    public List<PointField> points() {
        return points;
    }

    @Override
    public void putCropFields(ByteBuffer target) {
        for (int field = 0; field < cropPackings.size(); field++) {
            FieldPacking packing = cropPackings.get(field);
            packing.pack(row, at(layout.crops().get(field)), target, target.position(), 1);
            target.position(Math.toIntExact(target.position() + packing.packedSize()));
        }
    }

    private int at(Field field) {
        return Math.toIntExact(row.position() + field.offset());
    }

    private int checked(ByteBuffer bytes, int at, long index) throws CropException {
        ScalarType type = (ScalarType) layout.count().type();
        long count = PlainInteger.read(type, bytes.duplicate().order(type.order()), at);
        if (count < 0 || count > layout.capacity()) {
            throw new CropException(String.format(
                    Locale.ROOT,
                    "[%s] Expected %s from 0 to %,d in row %,d, but found %s",
                    file.path(),
                    layout.count().name(),
                    layout.capacity(),
                    index,
                    type.kind() == ScalarType.Kind.UINT ? Long.toUnsignedString(count) : Long.toString(count)));
        }
        return (int) count;
    }

    @Override
    public void close() throws IOException {
        lent.close();
        file.close();
    }
}
