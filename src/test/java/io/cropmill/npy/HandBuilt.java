package io.cropmill.npy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Files put together byte by byte, and what the reader says of them. */
final class HandBuilt {
    static final String NAME = "kitti/000000.npy";

    private HandBuilt() {}

    /** A file with this literal as header, without alignment or line feed, and zeros as data. */
    static byte[] file(int version, String header, int dataBytes) {
        byte[] text = header.getBytes(version < 3 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
        return file(version, text, new byte[dataBytes]);
    }

    static byte[] file(int version, byte[] header, byte[] data) {
        int prefix = version == 1 ? 10 : 12;
        ByteBuffer file =
                ByteBuffer.allocate(prefix + header.length + data.length).order(ByteOrder.LITTLE_ENDIAN);
        file.put("\u0093NUMPY".getBytes(StandardCharsets.ISO_8859_1))
                .put((byte) version)
                .put((byte) 0);
        if (version == 1) {
            file.putShort((short) header.length);
        } else {
            file.putInt(header.length);
        }
        return file.put(header).put(data).array();
    }

    /** A file of this type and shape, each a Python literal. */
    static byte[] array(String descr, String shape, int dataBytes) {
        return file(1, header(descr, shape), dataBytes);
    }

    static String header(String descr, String shape) {
        return "{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape + ", }";
    }

    static NpyHeader read(byte[] file) throws IOException {
        return NpyHeaderReader.read(NAME, new ByteBufferChannel(ByteBuffer.wrap(file)));
    }
}
