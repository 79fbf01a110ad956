package io.cropmill.crop.parquet;

import io.cropmill.crop.CropException;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.ScalarType;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * A PNG image as the array that it was made from: (height, width) or (height, width, bands) of uint8 or uint16, bands in
 * the order red, green, blue, alpha.
 */
final class PngArray {
    /** More than any crop's picture has, and little enough to refuse a bomb in time. */
    private static final long MOST_SAMPLES = 1L << 27;

    private static final int BANDS = 4;

    private PngArray() {}

    static CellArray read(String place, ByteBuffer cell) throws IOException {
        byte[] bytes = new byte[cell.remaining()];
        cell.get(cell.position(), bytes);
        ImageReader reader = ImageIO.getImageReadersByFormatName("png").next();
        try (MemoryCacheImageInputStream stream = new MemoryCacheImageInputStream(new ByteArrayInputStream(bytes))) {
            reader.setInput(stream);
            long samples = Math.multiplyExact((long) reader.getWidth(0), reader.getHeight(0)) * BANDS;
            if (samples > MOST_SAMPLES) {
                throw new CropException(String.format(
                        Locale.ROOT,
                        "[%s] Expected a PNG image of at most %,d pixels, but found %,d",
                        place,
                        MOST_SAMPLES / BANDS,
                        samples / BANDS));
            }
            BufferedImage image = reader.read(0);
            return array(place, image.getRaster(), image.getColorModel());
        } catch (CropException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new CropException("[" + place + "] Expected a PNG image, but it is damaged: " + e.getMessage());
        } finally {
            reader.dispose();
        }
    }

    private static CellArray array(String place, Raster raster, ColorModel colors) throws CropException {
        int bits = colors.getComponentSize(0);
        if (colors instanceof IndexColorModel || (bits != Byte.SIZE && bits != Short.SIZE)) {
            throw new CropException("[" + place + "] Expected a PNG image of 8 or 16 bits a band, without palette, but"
                    + " found another kind");
        }
        int bands = raster.getNumBands();
        List<Long> shape = bands == 1
                ? List.of((long) raster.getHeight(), (long) raster.getWidth())
                : List.of((long) raster.getHeight(), (long) raster.getWidth(), (long) bands);
        ScalarType type = new ScalarType(ScalarType.ScalarKind.UINT, ByteOrder.LITTLE_ENDIAN, bits / Byte.SIZE, "");
        int[] samples = new int[raster.getWidth() * bands];
        ByteBuffer data = ByteBuffer.allocate(samples.length * raster.getHeight() * (bits / Byte.SIZE))
                .order(ByteOrder.LITTLE_ENDIAN);
        for (int y = 0; y < raster.getHeight(); y++) {
            raster.getPixels(0, y, raster.getWidth(), 1, samples);
            for (int sample : samples) {
                if (bits == Byte.SIZE) {
                    data.put((byte) sample);
                } else {
                    data.putShort((short) sample);
                }
            }
        }
        return new CellArray(new NpyHeader(1, type, false, shape, 0), data.flip());
    }
}
