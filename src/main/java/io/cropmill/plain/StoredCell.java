package io.cropmill.plain;

import io.cropmill.text.Figures;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * The array that a binary cell of a Parquet file holds: a {@code .npy}, a zip with one, or a PNG image.
 *
 * @param item type of one entry, as the cell has it
 * @param shape axes of the array
 * @param entries the bytes of all entries, the last axis fastest, as the cell has them
 */
record StoredCell(StoredType item, List<Integer> shape, byte[] entries) {
    private static final int MOST_BYTES = 1 << 27;
    private static final int BANDS = 4;

    /** Decodes a cell; {@code place} is how messages call it. */
    static StoredCell read(String place, byte[] cell) throws IOException {
        if (startsWith(cell, 0x93, 'N', 'U', 'M', 'P', 'Y')) {
            return numpy(place, cell);
        }
        if (startsWith(cell, 'P', 'K', 3, 4)) {
            return numpy(place, unzipped(place, cell));
        }
        if (startsWith(cell, 0x89, 'P', 'N', 'G')) {
            return png(place, cell);
        }
        throw PlainException.of(place, "a whole .npy, a zip with one or a PNG image", "other bytes");
    }

    private static boolean startsWith(byte[] cell, int... start) {
        for (int i = 0; i < start.length; i++) {
            if (i >= cell.length || Byte.toUnsignedInt(cell[i]) != start[i]) {
                return false;
            }
        }
        return true;
    }

    private static StoredCell numpy(String place, byte[] npy) throws IOException {
        StoredArray array = StoredArray.read(new InMemory(place, npy));
        List<Integer> shape = new ArrayList<>();
        for (long axis : array.shape()) {
            if (axis > Integer.MAX_VALUE) {
                throw PlainException.of(place, "axes that a cell has room for", array.tuple());
            }
            shape.add((int) axis);
        }
        byte[] entries = Arrays.copyOfRange(npy, (int) array.dataOffset(), npy.length);
        int size = (int) array.type().bytes();
        return new StoredCell(array.type(), shape, array.fortran() ? lastAxisFastest(entries, size, shape) : entries);
    }

    /** Entries that stand with the first axis fastest, the other way round. */
    private static byte[] lastAxisFastest(byte[] entries, int size, List<Integer> shape) {
        byte[] turned = new byte[entries.length];
        int[] index = new int[shape.size()];
        for (int to = 0; to < entries.length; to += size) {
            int from = 0;
            for (int axis = index.length - 1; axis >= 0; axis--) {
                from = from * shape.get(axis) + index[axis];
            }
            System.arraycopy(entries, from * size, turned, to, size);
            for (int axis = index.length - 1; axis >= 0 && ++index[axis] == shape.get(axis); axis--) {
                index[axis] = 0;
            }
        }
        return turned;
    }

    private static byte[] unzipped(String place, byte[] cell) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(cell))) {
            ZipEntry entry = zip.getNextEntry();
            if (entry == null || !entry.getName().endsWith(".npy")) {
                throw PlainException.of(
                        place, "a zip with one array, a .npy", entry == null ? "none" : entry.getName());
            }
            byte[] array = zip.readNBytes(MOST_BYTES + 1);
            if (array.length > MOST_BYTES) {
                throw PlainException.of(place, "an array of at most " + Figures.count(MOST_BYTES) + " bytes", "more");
            }
            if (zip.getNextEntry() != null) {
                throw PlainException.of(place, "a zip with one array, a .npy", "a second entry");
            }
            return array;
        } catch (PlainException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new PlainException(
                    "[" + place + "] Expected a zip with one array, but it is damaged: " + e.getMessage(), e);
        }
    }

    private static StoredCell png(String place, byte[] cell) throws IOException {
        ImageReader reader = ImageIO.getImageReadersByFormatName("png").next();
        try (MemoryCacheImageInputStream stream = new MemoryCacheImageInputStream(new ByteArrayInputStream(cell))) {
            reader.setInput(stream);
            long pixels = (long) reader.getWidth(0) * reader.getHeight(0);
            if (pixels > MOST_BYTES / BANDS) {
                throw PlainException.of(
                        place,
                        "an image of at most " + Figures.count(MOST_BYTES / BANDS) + " pixels",
                        Figures.count(pixels));
            }
            return pixels(place, reader.read(0));
        } catch (PlainException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new PlainException("[" + place + "] Expected a PNG image, but it is damaged: " + e.getMessage(), e);
        } finally {
            reader.dispose();
        }
    }

    private static StoredCell pixels(String place, BufferedImage image) throws PlainException {
        ColorModel colors = image.getColorModel();
        int bits = colors.getComponentSize(0);
        if (colors instanceof IndexColorModel || (bits != Byte.SIZE && bits != Short.SIZE)) {
            throw PlainException.of(place, "a PNG image of 8 or 16 bits a band, without palette", "another kind");
        }
        Raster raster = image.getRaster();
        int bands = raster.getNumBands();
        List<Integer> shape = bands == 1
                ? List.of(raster.getHeight(), raster.getWidth())
                : List.of(raster.getHeight(), raster.getWidth(), bands);
        ByteList samples = new ByteList();
        for (int y = 0; y < raster.getHeight(); y++) {
            for (int x = 0; x < raster.getWidth(); x++) {
                for (int band = 0; band < bands; band++) {
                    samples.add(raster.getSample(x, y, band), bits / Byte.SIZE);
                }
            }
        }
        return new StoredCell(StoredType.number('u', bits / Byte.SIZE, false, ""), shape, samples.copy());
    }

    /** The whole array as a field of a crop. */
    PlainField field(String name) {
        return field(name, shape);
    }

    /** One index of the first axis as a field of points; the array has at least one axis. */
    PlainField pointField(String name) {
        return field(name, shape.subList(1, shape.size()));
    }

    private PlainField field(String name, List<Integer> axes) {
        PlainField one = item.field(name);
        return new PlainField(name, one.scalar(), axes, one.parts());
    }

    /** Entries of text are as wide as the longest of their own array. */
    boolean isText() {
        return item.kind() == 'S' || item.kind() == 'U';
    }

    /** All entries, packed and little-endian, each of so many bytes, zeros behind what is shorter. */
    byte[] packed(int bytesOfOne) {
        int size = (int) item.bytes();
        PlainField one = item.field("");
        int packedSize = one.bytes();
        int count = 1;
        for (int axis : shape) {
            count *= axis;
        }
        byte[] packed = new byte[Math.multiplyExact(count, bytesOfOne)];
        if (bytesOfOne == packedSize) {
            item.pack(entries, 0, count, packed, 0);
            return packed;
        }
        for (int entry = 0; entry < count; entry++) {
            item.pack(entries, entry * size, 1, packed, entry * bytesOfOne);
        }
        return packed;
    }

    /** The bytes of a cell as a file. */
    private static final class InMemory extends PlainBytes {
        private final byte[] bytes;

        InMemory(String place, byte[] bytes) {
            super(place, bytes.length);
            this.bytes = bytes;
        }

        @Override
        int readSome(long at, byte[] target, int from, int count) {
            System.arraycopy(bytes, (int) at, target, from, count);
            return count;
        }

        @Override
        public void close() {}
    }
}
