package io.cropmill.frame;

import io.cropmill.frame.ItemConversion.PackedColumn;
import io.cropmill.npy.ScalarType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * Text, bytes and raw voids. NUL characters at the end of text and of bytes are filling, as for NumPy; a void has none.
 * What is not Unicode is refused where a string is wanted.
 */
record TextConversion(ScalarType source, DataType type) implements ItemConversion {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 16;

    @Override
    public Field field(String name) {
        return ItemConversion.leaf(
                name, type.equals(DataTypes.StringType) ? ArrowType.Utf8.INSTANCE : ArrowType.Binary.INSTANCE);
    }

    @Override
    public void fill(FieldVector vector, PackedColumn items) throws IOException {
        int size = Math.toIntExact(source.itemSize());
        ByteBuffer bytes = items.bytes();
        // UTF-8 takes no more than the four bytes that NumPy has for a character.
        try (ArrowBuf offsets = items.allocator().buffer((items.count() + 1L) * Integer.BYTES);
                ArrowBuf data = items.allocator().buffer(Math.multiplyExact((long) items.count(), size))) {
            int end = 0;
            offsets.setInt(0, 0);
            for (int i = 0; i < items.count(); i++) {
                byte[] value = value(bytes, i * size, size, items.place(), i);
                data.setBytes(end, value, 0, value.length);
                end += value.length;
                offsets.setInt((i + 1L) * Integer.BYTES, end);
            }
            ItemConversion.load(vector, items.count(), offsets, data);
        }
    }

    private byte[] value(ByteBuffer bytes, int at, int size, PackedColumn.ItemsOrigin place, long item)
            throws IOException {
        byte[] value = new byte[size];
        bytes.get(at, value);
        return switch (source.kind()) {
            case TEXT -> utf8(ByteBuffer.wrap(value).order(bytes.order()), place, item);
            case BYTES -> checked(trimmed(value), place, item);
            default -> value;
        };
    }

    private static byte[] trimmed(byte[] value) {
        int end = value.length;
        while (end > 0 && value[end - 1] == 0) {
            end--;
        }
        return java.util.Arrays.copyOf(value, end);
    }

    private byte[] checked(byte[] value, PackedColumn.ItemsOrigin place, long item) throws IOException {
        if (type.equals(DataTypes.StringType)) {
            try {
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .decode(ByteBuffer.wrap(value));
            } catch (CharacterCodingException e) {
                String found = HexFormat.of().formatHex(value, 0, Math.min(SHOWN, value.length));
                throw new IOException(place.refusal("UTF-8", item, "bytes " + found), e);
            }
        }
        return value;
    }

    private static byte[] utf8(ByteBuffer codes, PackedColumn.ItemsOrigin place, long item) throws IOException {
        int end = codes.capacity() / Integer.BYTES;
        while (end > 0 && codes.getInt((end - 1) * Integer.BYTES) == 0) {
            end--;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(end);
        for (int i = 0; i < end; i++) {
            int code = codes.getInt(i * Integer.BYTES);
            if (code < 0 || code > Character.MAX_CODE_POINT || (code >= 0xD800 && code <= 0xDFFF)) {
                String found = String.format(Locale.ROOT, "code point %x", code);
                throw new IOException(place.refusal("Unicode text", item, found));
            }
            if (code < 0x80) {
                out.write(code);
            } else {
                out.writeBytes(Character.toString(code).getBytes(StandardCharsets.UTF_8));
            }
        }
        return out.toByteArray();
    }
}
