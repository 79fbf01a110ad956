package io.cropmill.report;

import java.util.Locale;
import java.util.function.DoubleToIntFunction;

/**
 * Colours for values. All are computed in OKLCH (Björn Ottosson, "A perceptual color space for image processing",
 * 2020), where equal steps look equal. Packed as 0xRRGGBB.
 */
final class Colors {
    /** Colour of values that are on no scale: a NaN, an infinity, or two values that differ in their bits only. */
    static final int OFF_SCALE = 0xFF2BD6;

    private static final int GRADIENT_STOPS = 13;

    private Colors() {}

    /** From dark violet over teal to bright yellow; {@code t} in 0..1. Lightness rises evenly, so it also reads in grey. */
    static int sequential(double t) {
        double lightness = 0.24 + 0.68 * t;
        double chroma = 0.12 - 0.14 * t + 0.20 * t * t;
        return rgb(lightness, chroma, 305 - 200 * t);
    }

    /** From blue over near-white to red; {@code t} in -1..1. */
    static int diverging(double t) {
        double strength = Math.abs(t);
        return rgb(0.96 - 0.46 * strength, 0.19 * strength, t < 0 ? 258 : 28);
    }

    /** The whole sequential scale as a CSS background. */
    static String sequentialGradient() {
        return gradient(Colors::sequential);
    }

    /** The whole diverging scale as a CSS background. */
    static String divergingGradient() {
        return gradient(t -> diverging(2 * t - 1));
    }

    private static String gradient(DoubleToIntFunction scale) {
        StringBuilder css = new StringBuilder("linear-gradient(90deg");
        for (int i = 0; i < GRADIENT_STOPS; i++) {
            css.append(String.format(Locale.ROOT, ",#%06x", scale.applyAsInt((double) i / (GRADIENT_STOPS - 1))));
        }
        return css.append(')').toString();
    }

    private static int rgb(double lightness, double chroma, double hue) {
        double a = chroma * Math.cos(Math.toRadians(hue));
        double b = chroma * Math.sin(Math.toRadians(hue));
        double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
        double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
        double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
        int red = channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
        int green = channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
        int blue = channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
        return red << 16 | green << 8 | blue;
    }

    private static double cube(double value) {
        return value * value * value;
    }

    /** Linear light to a byte of sRGB. */
    private static int channel(double linear) {
        double bounded = Math.min(1, Math.max(0, linear));
        double encoded = bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * Math.pow(bounded, 1 / 2.4) - 0.055;
        return (int) Math.round(255 * encoded);
    }
}
