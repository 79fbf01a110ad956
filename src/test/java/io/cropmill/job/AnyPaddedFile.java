package io.cropmill.job;

import io.cropmill.npy.Dtype;
import io.cropmill.npy.NpyHeaderWriter;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Padded recordings of any record: random values, zeros in unused slots and in the record's own padding. */
final class AnyPaddedFile {
    private final RecordType type;
    private final int capacity;
    private final byte[] row;
    private final Random random = new Random(7);

    private AnyPaddedFile(RecordType type, int capacity) {
        this.type = type;
        this.capacity = capacity;
        this.row = new byte[(int) type.itemSize()];
    }

    /** A recording with a crop a count. */
    static byte[] bytes(String descr, int capacity, int... counts) {
        RecordType type = (RecordType) Dtype.parse(descr);
        AnyPaddedFile file = new AnyPaddedFile(type, capacity);
        byte[] header = NpyHeaderWriter.bytes(type, List.of((long) counts.length));
        ByteBuffer bytes = ByteBuffer.allocate(header.length + counts.length * file.row.length);
        bytes.put(header);
        for (int count : counts) {
            file.fill(count);
            bytes.put(file.row);
        }
        return bytes.array();
    }

    static Path write(Path path, String descr, int capacity, int... counts) throws IOException {
        Files.createDirectories(path.getParent());
        return Files.write(path, bytes(descr, capacity, counts));
    }

    private void fill(int count) {
        Arrays.fill(row, (byte) 0);
        for (RecordType.Field field : type.fields()) {
            int at = (int) field.offset();
            if (field.name().equals("point_count")) {
                putCount((ScalarType) field.type(), at, count);
            } else if (field.type() instanceof SubArrayType array
                    && array.shape().get(0) == capacity) {
                Dtype point = array.withoutFirstAxis();
                for (int i = 0; i < count; i++) {
                    put(point, at + i * (int) point.itemSize());
                }
            } else {
                put(field.type(), at);
            }
        }
    }

    private void putCount(ScalarType type, int at, int count) {
        ByteBuffer bytes = ByteBuffer.wrap(row).order(type.order());
        switch ((int) type.itemSize()) {
            case 1 -> bytes.put(at, (byte) count);
            case 2 -> bytes.putShort(at, (short) count);
            case 4 -> bytes.putInt(at, count);
            default -> bytes.putLong(at, count);
        }
    }

    private void put(Dtype any, int at) {
        if (any instanceof RecordType record) {
            record.fields().forEach(field -> put(field.type(), at + (int) field.offset()));
        } else if (any instanceof SubArrayType array) {
            for (int i = 0; i < array.elementCount(); i++) {
                put(array.base(), at + i * (int) array.base().itemSize());
            }
        } else {
            byte[] value = new byte[(int) any.itemSize()];
            random.nextBytes(value);
            if (any.equals(ScalarType.FLOAT32) || any.descr().equals("'>f4'")) {
                ByteBuffer.wrap(value).order(((ScalarType) any).order()).putFloat(0, random.nextFloat() * 4 - 2);
            }
            System.arraycopy(value, 0, row, at, value.length);
        }
    }
}
