package io.cropmill.report;

import io.cropmill.text.Figures;
import io.cropmill.validate.ValidationReport.CropPicture;
import java.io.IOException;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The points of one crop seen from above, x to the right, y up, both at one scale in metres, coloured by height. Higher
 * points hide lower ones. Points with a coordinate that is not finite are left out.
 */
final class TopView {
    private static final int SIZE = 480;
    private static final int DOT = 5;
    private static final int BACKGROUND = 0x14171C;
    private static final double MARGIN = 1.06;
    private static final double LEAST_SPAN = 0.5;
    // Darker colours would vanish against the background.
    private static final double DARKEST = 0.22;
    private static final int MOST_TICKS = 7;

    private final CropPicture crop;
    private final int[] shown;
    private final AxisExtent x;
    private final AxisExtent y;
    private final AxisExtent value;
    private final double span;

    TopView(CropPicture crop) {
        this.crop = crop;
        this.shown = IntStream.range(0, crop.seen().x().length)
                .filter(i -> Float.isFinite(crop.seen().x()[i])
                        && Float.isFinite(crop.seen().y()[i]))
                .boxed()
                .sorted((a, b) ->
                        Float.compare(crop.seen().value()[a], crop.seen().value()[b]))
                .mapToInt(Integer::intValue)
                .toArray();
        this.x = AxisExtent.of(crop.seen().x(), shown);
        this.y = AxisExtent.of(crop.seen().y(), shown);
        this.value = AxisExtent.of(crop.seen().value(), shown);
        this.span = Math.max(LEAST_SPAN, MARGIN * Math.max(x.length(), y.length()));
    }

    /** Smallest and largest finite value. */
    private record AxisExtent(double low, double high) {
        static AxisExtent of(float[] values, int[] shown) {
            double low = Double.POSITIVE_INFINITY;
            double high = Double.NEGATIVE_INFINITY;
            for (int i : shown) {
                if (Float.isFinite(values[i])) {
                    low = Math.min(low, values[i]);
                    high = Math.max(high, values[i]);
                }
            }
            return low <= high ? new AxisExtent(low, high) : new AxisExtent(0, 0);
        }

        double length() {
            return high - low;
        }

        double middle() {
            return (low + high) / 2;
        }
    }

    void write(Markup page) throws IOException {
        page.open("figure", "class", "top-view");
        if (shown.length == 0) {
            page.element("p", "No points to show.", "class", "empty");
        } else {
            writeDrawing(page);
        }
        page.open("figcaption").text("From above, metres").close("figcaption");
        page.close("figure");
    }

    private void writeDrawing(Markup page) throws IOException {
        String label = String.format(
                Locale.ROOT,
                "%s points from above: x from %.2f to %.2f m, y from %.2f to %.2f m, height from %.2f to %.2f m",
                Figures.count(shown.length),
                x.low(),
                x.high(),
                y.low(),
                y.high(),
                value.low(),
                value.high());
        page.open("svg", "viewBox", "0 0 300 290", "role", "img", "aria-label", label);
        page.raw("<image x=\"34\" y=\"4\" width=\"262\" height=\"262\" href=\"")
                .text(picture().dataUri())
                .raw("\"/>");
        writeTicks(page);
        page.close("svg");
        writeScale(
                page,
                String.format(Locale.ROOT, "%.2f m", value.low()),
                String.format(Locale.ROOT, "%.2f m", value.high()));
    }

    private static void writeScale(Markup page, String low, String high) throws IOException {
        page.open("p", "class", "scale")
                .element("span", low)
                .raw("<span class=\"bar sequential lifted\" aria-hidden=\"true\"></span>")
                .element("span", high)
                .close("p");
    }

    Picture picture() {
        Picture picture = new Picture(SIZE, SIZE);
        picture.fill(BACKGROUND);
        for (int i : shown) {
            int left = (int) Math.round((crop.seen().x()[i] - left()) / span * SIZE - DOT / 2.0);
            int top = (int) Math.round((1 - (crop.seen().y()[i] - bottom()) / span) * SIZE - DOT / 2.0);
            picture.square(left, top, DOT, color(crop.seen().value()[i]));
        }
        return picture;
    }

    private int color(float height) {
        if (!Float.isFinite(height)) {
            return Colors.OFF_SCALE;
        }
        double t = value.length() == 0 ? 0.5 : (height - value.low()) / value.length();
        return Colors.sequential(DARKEST + (1 - DARKEST) * t);
    }

    private double left() {
        return x.middle() - span / 2;
    }

    private double bottom() {
        return y.middle() - span / 2;
    }

    private void writeTicks(Markup page) throws IOException {
        double step = step(span / MOST_TICKS);
        for (double tick = Math.ceil(left() / step) * step; tick <= left() + span; tick += step) {
            double at = 34 + 262 * (tick - left()) / span;
            page.raw(String.format(Locale.ROOT, "<path d=\"M%.1f 266v4\"/>", at))
                    .raw(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"281\">%s</text>", at, metres(tick, step)));
        }
        for (double tick = Math.ceil(bottom() / step) * step; tick <= bottom() + span; tick += step) {
            double at = 266 - 262 * (tick - bottom()) / span;
            page.raw(String.format(Locale.ROOT, "<path d=\"M34 %.1fh-4\"/>", at))
                    .raw(String.format(
                            Locale.ROOT, "<text x=\"28\" y=\"%.1f\" class=\"y\">%s</text>", at, metres(tick, step)));
        }
    }

    /** The next of 1, 2, 5, 10, ... that is not below. */
    private static double step(double atLeast) {
        double decade = Math.pow(10, Math.floor(Math.log10(atLeast)));
        double factor = atLeast / decade;
        if (factor <= 1) {
            return decade;
        }
        if (factor <= 2) {
            return 2 * decade;
        }
        return factor <= 5 ? 5 * decade : 10 * decade;
    }

    private static String metres(double tick, double step) {
        int decimals = Math.max(0, (int) -Math.floor(Math.log10(step)));
        // Adding 0.0 turns -0.0 into 0.0.
        double rounded = Math.rint(tick / step) * step + 0.0;
        return String.format(Locale.ROOT, "%." + decimals + "f", rounded);
    }
}
