package io.cropmill.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.validate.ValidationReport.CropPicture;
import io.cropmill.validate.ValidationReport.SeenPoints;
import java.awt.image.BufferedImage;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopViewTest {
    private static final int BACKGROUND = 0x14171C;

    @Test
    void drawsXToTheRightAndYUpwardsAtOneScale() throws Exception {
        // 10 m and a margin of 0.3 m each side on 480 pixels; the middle of y is 1.25.
        BufferedImage image = picture(new float[] {-5, 5, 0}, new float[] {0, 2.5f, 2.5f}, new float[] {0, 1, 0.5f});

        assertThat(pixel(image, 14, 297)).isEqualTo(Colors.sequential(0.22));
        assertThat(pixel(image, 466, 183)).isEqualTo(Colors.sequential(1));
        assertThat(pixel(image, 240, 183)).isEqualTo(Colors.sequential(0.61));
        assertThat(pixel(image, 240, 240)).isEqualTo(BACKGROUND);
    }

    @Test
    void drawsHighPointsOverLowOnes() throws Exception {
        BufferedImage image = picture(new float[] {1, 1, 1}, new float[] {1, 1, 1}, new float[] {2, 7, 3});

        assertThat(pixel(image, 240, 240)).isEqualTo(Colors.sequential(1));
    }

    @Test
    void leavesOutPointsThatHaveNoPlace() throws Exception {
        BufferedImage image = picture(
                new float[] {Float.NaN, 0, Float.POSITIVE_INFINITY}, new float[] {0, 0, 0}, new float[] {5, Float.NaN, 1
                });

        assertThat(pixel(image, 240, 240)).isEqualTo(Colors.OFF_SCALE);
        assertThat(pixel(image, 10, 240)).isEqualTo(BACKGROUND);
    }

    @Test
    void saysThatThereAreNoPoints() throws Exception {
        StringBuilder html = new StringBuilder();
        new TopView(crop(new float[0], new float[0], new float[0])).write(new Markup(html));

        assertThat(html.toString()).contains("No points to show.").doesNotContain("<svg");
    }

    @Test
    void tellsWhatIsSeenToThoseWhoDoNotSeeIt() throws Exception {
        StringBuilder html = new StringBuilder();
        new TopView(crop(new float[] {-1, 1.5f}, new float[] {0, 2}, new float[] {-0.25f, 3})).write(new Markup(html));

        assertThat(html.toString())
                .contains("aria-label=\"2 points from above: x from -1.00 to 1.50 m, y from 0.00 to 2.00 m,"
                        + " height from -0.25 to 3.00 m\"");
    }

    private static BufferedImage picture(float[] x, float[] y, float[] value) throws Exception {
        return Pictures.decode(new TopView(crop(x, y, value)).picture());
    }

    private static CropPicture crop(float[] x, float[] y, float[] value) {
        return new CropPicture("a", 0, "random", x.length, x.length, new SeenPoints(x, y, value), List.of());
    }

    private static int pixel(BufferedImage image, int x, int y) {
        return image.getRGB(x, y) & 0xFFFFFF;
    }
}
