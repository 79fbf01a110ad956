package io.cropmill.crop.parquet;

import io.cropmill.crop.CropException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/**
 * A zip with one {@code .npy}, as {@code numpy.savez_compressed} writes it. Memory grows with what is really inflated,
 * never with what the zip or the header promises.
 */
final class ZippedArray {
    /** More than any crop has, and little enough to refuse a bomb in time. */
    static final int MOST_BYTES = 1 << 27;

    private static final int PIECE = 1 << 16;

    /** Headers of arrays of numbers are about 100 bytes. */
    private static final int START_BYTES = 512;

    private ZippedArray() {}

    /**
     * How an array begins.
     *
     * @param bytes the first ones
     * @param size bytes of the whole array as the zip declares them; -1 where it does not
     */
    record Start(ByteBuffer bytes, long size) {}

    /** The first bytes of the array, with which its header is mostly whole; the rest is not inflated, nor checked. */
    static Start start(String place, ByteBuffer cell) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(new BufferInputStream(cell.duplicate()))) {
            ZipEntry entry = first(place, zip);
            return new Start(ByteBuffer.wrap(zip.readNBytes(START_BYTES)), entry.getSize());
        } catch (ZipException e) {
            throw damaged(place, e);
        } catch (EOFException e) {
            throw cut(place);
        }
    }

    /** The bytes of the one array, whole. */
    static ByteBuffer unzip(String place, ByteBuffer cell) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(new BufferInputStream(cell.duplicate()))) {
            ZipEntry entry = first(place, zip);
            byte[] array = inflated(place, zip);
            ZipEntry second = zip.getNextEntry();
            if (second != null) {
                throw refused(place, "'" + entry.getName() + "' and '" + second.getName() + "'");
            }
            return ByteBuffer.wrap(array);
        } catch (ZipException e) {
            throw damaged(place, e);
        } catch (EOFException e) {
            throw cut(place);
        }
    }

    private static ZipEntry first(String place, ZipInputStream zip) throws IOException {
        ZipEntry entry = zip.getNextEntry();
        if (entry == null || !entry.getName().endsWith(".npy")) {
            throw refused(place, entry == null ? "none" : "'" + entry.getName() + "'");
        }
        return entry;
    }

    private static CropException damaged(String place, ZipException cause) {
        return new CropException(
                "[" + place + "] Expected a zip with one array, but it is damaged: " + cause.getMessage());
    }

    private static CropException cut(String place) {
        return new CropException("[" + place + "] Expected a zip with one array, but it ends early");
    }

    private static CropException refused(String place, String found) {
        return new CropException("[" + place + "] Expected a zip with one array, a .npy, but found " + found);
    }

    private static byte[] inflated(String place, ZipInputStream zip) throws IOException {
        byte[] bytes = new byte[PIECE];
        int length = 0;
        while (true) {
            int read = zip.read(bytes, length, bytes.length - length);
            if (read < 0) {
                return Arrays.copyOf(bytes, length);
            }
            length += read;
            if (length > MOST_BYTES) {
                throw new CropException(String.format(
                        Locale.ROOT, "[%s] Expected an array of at most %,d bytes, but found more", place, MOST_BYTES));
            }
            if (length == bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(2L * length, MOST_BYTES + 1L));
            }
        }
    }

    /** A buffer as a stream. */
    private static final class BufferInputStream extends InputStream {
        private final ByteBuffer bytes;

        BufferInputStream(ByteBuffer bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return bytes.hasRemaining() ? Byte.toUnsignedInt(bytes.get()) : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (length > 0 && !bytes.hasRemaining()) {
                return -1;
            }
            int count = Math.min(length, bytes.remaining());
            bytes.get(target, offset, count);
            return count;
        }
    }
}
