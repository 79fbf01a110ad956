package io.cropmill.frame;

import io.cropmill.frame.ItemConversion.PackedColumn;
import io.cropmill.npy.FieldPacking;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/** Records as structs, and complex numbers as structs of {@code re} and {@code im}. */
record RecordConversion(List<FieldConversion> parts, int itemBytes) implements ItemConversion {
    private static final long serialVersionUID = 1L;

    /**
     * A part of a packed record.
     *
     * @param offset offset of its first byte
     * @param type packed type
     */
    record FieldConversion(String name, io.cropmill.npy.Dtype type, int offset, ItemConversion conversion)
            implements Serializable {}

    RecordConversion {
        parts = List.copyOf(parts);
    }

    @Override
    public DataType type() {
        return DataTypes.createStructType(parts.stream()
                .map(part -> new StructField(
                        part.name, part.conversion.type(), part.conversion.nullable(), ColumnMetadata.of(part.type)))
                .toArray(StructField[]::new));
    }

    @Override
    public Field field(String name) {
        return ItemConversion.parent(
                name,
                ArrowType.Struct.INSTANCE,
                parts.stream().map(part -> part.conversion.field(part.name)).toList());
    }

    @Override
    public void fill(FieldVector vector, PackedColumn items) throws IOException {
        ItemConversion.load(vector, items.count());
        ByteBuffer source = items.bytes();
        // Of an empty run not even the first byte need be there.
        for (int i = 0; i < (items.count() == 0 ? 0 : parts.size()); i++) {
            FieldConversion part = parts.get(i);
            FieldPacking packing = FieldPacking.of(part.type);
            long bytes = Math.multiplyExact(items.count(), packing.packedSize());
            try (ArrowBuf values = items.allocator().buffer(bytes)) {
                packing.pack(
                        source,
                        part.offset,
                        itemBytes,
                        values.nioBuffer(0, Math.toIntExact(bytes)),
                        0,
                        Math.toIntExact(packing.packedSize()),
                        items.count());
                part.conversion.fill(vector.getChildrenFromFields().get(i), items.of(values));
            }
        }
    }
}
