package io.cropmill.report;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.Objects;
import javax.imageio.ImageIO;

/** Pictures of a page, read back. */
final class Pictures {
    private static final String PREFIX = "data:image/png;base64,";

    private Pictures() {}

    static BufferedImage decode(Picture picture) throws IOException {
        String uri = picture.dataUri();
        byte[] png = Base64.getDecoder().decode(uri.substring(PREFIX.length()));
        return Objects.requireNonNull(ImageIO.read(new ByteArrayInputStream(png)));
    }
}
