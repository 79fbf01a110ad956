package io.cropmill.plain;

import io.cropmill.text.Figures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the header of a {@code .npy} file says.
 *
 * <pre>
 * 93 4E 55 4D 50 59 | major, minor | header length, u16 (version 1) or u32, little-endian | header | data
 * </pre>
 *
 * @param fortran true if the first axis varies fastest
 * @param dataOffset offset of the first byte of data
 */
record StoredArray(StoredType type, boolean fortran, List<Long> shape, long dataOffset) {
    private static final String AGAIN = "; copy or write it again";
    private static final String SAVE = "; save the array again with numpy.save";
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int LONGEST_HEADER = 1 << 20;
    private static final int MOST_AXES = 64;

    /** Reads the header of a file and holds the file's length against it. */
    static StoredArray read(PlainBytes file) throws IOException {
        String path = file.path();
        byte[] start = new byte[(int) Math.min(12, file.length())];
        file.read(0, start, 0, start.length);
        requireMagic(path, start);
        requireLength(file, 10);
        int version = start[6];
        if (version < 1 || version > 3 || start[7] != 0) {
            throw PlainException.of(
                    path,
                    "a format version at byte 6: 1.0, 2.0 or 3.0",
                    Byte.toUnsignedInt(start[6]) + "." + Byte.toUnsignedInt(start[7]) + SAVE);
        }
        int prefix = version == 1 ? 10 : 12;
        requireLength(file, prefix);
        ByteBuffer numbers = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN);
        long bytes =
                version == 1 ? Short.toUnsignedLong(numbers.getShort(8)) : Integer.toUnsignedLong(numbers.getInt(8));
        if (bytes > LONGEST_HEADER) {
            throw PlainException.of(
                    path,
                    "a header at byte 8: at most " + Figures.count(LONGEST_HEADER) + " bytes",
                    Figures.count(bytes) + SAVE);
        }
        requireLength(file, prefix + bytes);
        byte[] header = new byte[(int) bytes];
        file.read(prefix, header, 0, header.length);
        StoredArray array =
                of(path, PythonLiteral.read(path, text(path, version, header), version < 3), prefix + bytes);
        array.requireData(path, file.length());
        return array;
    }

    private static void requireMagic(String path, byte[] start) throws PlainException {
        int compared = Math.min(start.length, MAGIC.length);
        if (compared == 0 || !Arrays.equals(start, 0, compared, MAGIC, 0, compared)) {
            throw PlainException.of(
                    path,
                    "an .npy file at byte 0: \\x93NUMPY",
                    compared == 0 ? "an empty file" + AGAIN : "another kind of file, or a damaged one" + AGAIN);
        }
    }

    private static void requireLength(PlainBytes file, long bytes) throws PlainException {
        if (file.length() < bytes) {
            throw PlainException.of(
                    file.path(),
                    "at least " + Figures.counted(bytes, "byte") + " up to the end of the header",
                    Figures.count(file.length()) + "; it was cut short" + AGAIN);
        }
    }

    private static String text(String path, int version, byte[] header) throws PlainException {
        Charset charset = version < 3 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
        try {
            return charset.newDecoder().decode(ByteBuffer.wrap(header)).toString();
        } catch (CharacterCodingException e) {
            throw new PlainException("[" + path + "] Expected UTF-8 in the header, but found other bytes" + SAVE, e);
        }
    }

    private static StoredArray of(String path, Object literal, long dataOffset) throws PlainException {
        if (!(literal instanceof Map<?, ?> entries)
                || !entries.keySet().equals(Set.of("descr", "fortran_order", "shape"))) {
            throw PlainException.of(path, "a header with the keys descr, fortran_order, shape", "others" + SAVE);
        }
        Object descr = entries.get("descr");
        StoredType type = new StoredTypeReader(path).readWhole(descr == null ? "" : descr);
        if (!(entries.get("fortran_order") instanceof Boolean fortran)) {
            throw PlainException.of(path, "True or False as fortran_order", entries.get("fortran_order") + SAVE);
        }
        if (!(entries.get("shape") instanceof PythonLiteral.Tuple tuple)
                || tuple.items().size() > MOST_AXES) {
            throw PlainException.of(path, "a shape such as (3,)", entries.get("shape") + SAVE);
        }
        List<Long> shape = new ArrayList<>();
        for (Object axis : tuple.items()) {
            if (!(axis instanceof Long length) || length < 0) {
                throw PlainException.of(path, "an axis of 0 or more elements", axis + SAVE);
            }
            shape.add(length);
        }
        return new StoredArray(type, fortran, List.copyOf(shape), dataOffset);
    }

    private void requireData(String path, long length) throws PlainException {
        long bytes = type.bytes();
        long data = bytes;
        try {
            for (long axis : shape) {
                // An empty axis must not hide how long the others are.
                bytes = Math.multiplyExact(bytes, Math.max(1, axis));
                data = Math.multiplyExact(data, axis);
            }
            Math.addExact(dataOffset, bytes);
        } catch (ArithmeticException e) {
            throw PlainException.of(path, "an array whose bytes fit 63 bits", "shape " + tuple() + SAVE);
        }
        if (length - dataOffset != data) {
            throw PlainException.of(
                    path,
                    Figures.counted(data, "byte") + " of data",
                    Figures.count(length - dataOffset)
                            + (length - dataOffset < data ? "; it was cut short" : "; more bytes follow the array")
                            + AGAIN);
        }
    }

    /** Length of the first axis, 1 for a scalar. */
    long rows() {
        return shape.isEmpty() ? 1 : shape.get(0);
    }

    /** Bytes of what one index of the first axis selects. */
    long rowBytes() {
        long bytes = type.bytes();
        for (int axis = 1; axis < shape.size(); axis++) {
            bytes = Math.multiplyExact(bytes, shape.get(axis));
        }
        return bytes;
    }

    /** Where a row begins, of an array whose rows lie one after the other. */
    long rowOffset(long row) {
        return Math.addExact(dataOffset, Math.multiplyExact(row, rowBytes()));
    }

    /** True if the bytes of each row lie together. */
    boolean hasWholeRows() {
        long longAxes = shape.stream().filter(axis -> axis != 1).count();
        return !fortran || longAxes <= 1;
    }

    /** The same bytes with so many axes: of length 1 behind the first. */
    StoredArray withAxes(int axes) {
        List<Long> more = new ArrayList<>(shape);
        while (more.size() < axes) {
            more.add(1, 1L);
        }
        return new StoredArray(type, fortran, List.copyOf(more), dataOffset);
    }

    /** The shape as Python has it. */
    String tuple() {
        return NumpyHeader.tuple(shape);
    }
}
