package io.cropmill.npy;

import io.cropmill.text.Figures;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes the header that {@code numpy.save} of NumPy 1.24 to 2.x writes for a C-ordered array, byte for byte.
 *
 * <p>Source of the layout: {@code _write_array_header} and {@code _wrap_header} in NumPy's {@code lib/format.py}.
 */
public final class NpyHeaderWriter {
    private static final int ALIGNMENT = 64;

    /**
     * Digits of the longest first axis ({@code GROWTH_AXIS_MAX_DIGITS}): spaces make up for what it has less, so that a
     * header's length does not depend on the number of rows.
     */
    private static final int GROWTH_DIGITS = 21;

    private NpyHeaderWriter() {}

    /**
     * All bytes before the data.
     *
     * @throws IllegalArgumentException if {@code numpy.load} would refuse the header for its length
     */
    public static byte[] bytes(Dtype dtype, List<Long> shape) {
        NpyHeader checked = new NpyHeader(1, dtype, false, shape, 0);
        String text = "{'descr': " + dtype.descr() + ", 'fortran_order': False, 'shape': "
                + SubArrayType.tuple(checked.shape()) + ", }" + spareSpace(checked.shape());
        // Version 2 is for Latin-1 headers of 65,536 bytes or more, which are refused here.
        return StandardCharsets.ISO_8859_1.newEncoder().canEncode(text)
                ? wrap(1, text, StandardCharsets.ISO_8859_1)
                : wrap(3, text, StandardCharsets.UTF_8);
    }

    private static String spareSpace(List<Long> shape) {
        return shape.isEmpty()
                ? ""
                : " ".repeat(GROWTH_DIGITS - shape.get(0).toString().length());
    }

    private static byte[] wrap(int version, String text, Charset charset) {
        byte[] literal = text.getBytes(charset);
        int prefixBytes = NpyFormat.prefixBytes(version);
        int unpadded = prefixBytes + literal.length + 1;
        int headerBytes = literal.length + 1 + ALIGNMENT - unpadded % ALIGNMENT;
        if (headerBytes > NpyFormat.MAX_HEADER_WRITTEN) {
            throw new IllegalArgumentException("header must be at most 10,000 bytes for numpy.load but was "
                    + Figures.count(headerBytes) + ": give the fields shorter names or leave some out");
        }
        ByteBuffer header = ByteBuffer.allocate(prefixBytes + headerBytes).order(ByteOrder.LITTLE_ENDIAN);
        header.put(NpyFormat.MAGIC.getBytes(StandardCharsets.ISO_8859_1));
        header.put((byte) version).put((byte) 0);
        if (version == 1) {
            header.putShort((short) headerBytes);
        } else {
            header.putInt(headerBytes);
        }
        header.put(literal);
        while (header.remaining() > 1) {
            header.put((byte) ' ');
        }
        return header.put((byte) '\n').array();
    }
}
