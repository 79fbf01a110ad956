package io.cropmill.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PlanePicturesTest {
    private static final int DARKEST = Colors.sequential(0);
    private static final int BRIGHTEST = Colors.sequential(1);
    private static final int EQUAL = Colors.diverging(0);

    private final float[] before = {0, 1, 2, 3, 4, 5};

    @Test
    void drawsRowZeroAtTheBottomInSquaresOfWholePixels() throws Exception {
        BufferedImage image = Pictures.decode(pictures(before).old());

        assertThat(image.getWidth()).isEqualTo(144);
        assertThat(image.getHeight()).isEqualTo(96);
        assertThat(pixel(image, 0, 95)).isEqualTo(DARKEST);
        assertThat(pixel(image, 47, 48)).isEqualTo(DARKEST);
        assertThat(pixel(image, 48, 95)).isEqualTo(Colors.sequential(0.2));
        assertThat(pixel(image, 0, 47)).isEqualTo(Colors.sequential(0.6));
        assertThat(pixel(image, 143, 0)).isEqualTo(BRIGHTEST);
    }

    @Test
    void drawsOldAndNewOnOneScale() throws Exception {
        float[] after = {0, 1, 2, 3, 4, 10};
        PlanePictures pictures = pictures(after);

        assertThat(pixel(Pictures.decode(pictures.old()), 143, 0)).isEqualTo(Colors.sequential(0.5));
        assertThat(pixel(Pictures.decode(pictures.current()), 143, 0)).isEqualTo(BRIGHTEST);
    }

    @Test
    void drawsEveryCellThatDiffersUnlikeEqualOnes() throws Exception {
        float[] after = {0, Math.nextUp(1f), 2, 3, 4, -5};
        BufferedImage image = Pictures.decode(pictures(after).change());

        assertThat(pixel(image, 0, 95)).isEqualTo(EQUAL);
        assertThat(pixel(image, 143, 0)).isEqualTo(Colors.diverging(-1));
        assertThat(pixel(image, 48, 95)).isNotEqualTo(EQUAL);
        assertThat(pixel(image, 48, 95) >> 16).as("red").isGreaterThan(pixel(image, 48, 95) & 0xFF);
    }

    @Test
    void drawsWhatIsNoNumberAndWhatDiffersInBitsAloneOffTheScale() throws Exception {
        float[] after = {-0.0f, Float.NaN, Float.POSITIVE_INFINITY, 3, 4, 5};
        PlanePictures pictures = pictures(after);
        BufferedImage change = Pictures.decode(pictures.change());

        assertThat(pixel(change, 0, 95)).isEqualTo(Colors.OFF_SCALE);
        assertThat(pixel(change, 48, 95)).isEqualTo(Colors.OFF_SCALE);
        assertThat(pixel(change, 96, 95)).isEqualTo(Colors.OFF_SCALE);
        assertThat(pixel(Pictures.decode(pictures.current()), 48, 95)).isEqualTo(Colors.OFF_SCALE);
        assertThat(pixel(Pictures.decode(pictures.current()), 143, 0)).isEqualTo(BRIGHTEST);
    }

    @Test
    void drawsLargePlanesCellByPixel() throws Exception {
        float[] plane = new float[200 * 300];
        BufferedImage image =
                Pictures.decode(new PlanePictures(300, plane, plane, PlaneDifference.between(plane, plane)).old());

        assertThat(image.getWidth()).isEqualTo(300);
        assertThat(image.getHeight()).isEqualTo(200);
    }

    @Test
    void findsTheFirstCellWhoseBitsDiffer() {
        float[] after = before.clone();
        after[2] = 2.5f;
        after[4] = Float.NaN;

        assertThat(PlaneDifference.between(before, after)).isEqualTo(new PlaneDifference(6, 2, 2, 0.5, 0, 5));
        assertThat(PlaneDifference.between(new float[] {0f}, new float[] {-0f}).first())
                .isZero();
        float[] nothing = {Float.NaN, Float.NaN};
        assertThat(PlaneDifference.between(nothing, nothing)).isEqualTo(new PlaneDifference(2, 0, -1, 0, 0, 0));
    }

    private PlanePictures pictures(float[] after) {
        return new PlanePictures(3, before, Arrays.copyOf(after, 6), PlaneDifference.between(before, after));
    }

    private static int pixel(BufferedImage image, int x, int y) {
        return image.getRGB(x, y) & 0xFFFFFF;
    }
}
