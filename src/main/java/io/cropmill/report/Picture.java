package io.cropmill.report;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.Objects;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** A small opaque picture that goes into the page as a PNG; nothing of it needs a display or fonts. Not safe for threads. */
final class Picture {
    private final BufferedImage image;

    Picture(int width, int height) {
        this.image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    }

    /** Fills a square of {@code size} pixels whose upper left corner is given, as far as it lies in the picture. */
    void square(int left, int top, int size, int rgb) {
        int right = Math.min(left + size, image.getWidth());
        int bottom = Math.min(top + size, image.getHeight());
        for (int y = Math.max(top, 0); y < bottom; y++) {
            for (int x = Math.max(left, 0); x < right; x++) {
                image.setRGB(x, y, rgb);
            }
        }
    }

    void fill(int rgb) {
        square(0, 0, Math.max(image.getWidth(), image.getHeight()), rgb);
    }

    /** The picture as the address of an image. */
    String dataUri() {
        return "data:image/png;base64," + Base64.getEncoder().encodeToString(png());
    }

    private byte[] png() {
        ImageWriter writer = Objects.requireNonNull(
                ImageIO.getImageWritersByFormatName("png").next());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        // ImageIO.write would put every picture through a temporary file.
        try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
            writer.setOutput(out);
            writer.write(image);
        } catch (IOException impossible) {
            throw new AssertionError("Cannot write to memory", impossible);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }
}
