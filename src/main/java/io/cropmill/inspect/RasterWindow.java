package io.cropmill.inspect;

import io.cropmill.raster.GridCounts;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.RasterSpec.Range;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whether the ranges of a raster are those of the points, and which ranges would be. */
final class RasterWindow {
    /** Below this share of the points in its window, a raster shows another thing than the crops. */
    private static final double ENOUGH = 0.99;

    /** Crops that reach so many times their own length, from each other or from 0, are not stored around their centres. */
    private static final double FAR_APART = 4;

    private final RasterSpec spec;
    private final RasterUse use;

    /** Which of the points reach the raster. */
    GridCounts reach() {
        return use.reach();
    }

    /** What is wrong with the ranges. */
    enum WindowFault {
        NONE,
        /** Points lie outside that a wider range would hold. */
        NARROW,
        /** Points lie outside since crops lie around different places, or one far from 0: of a map or a vehicle. */
        NOT_CENTRED,
        /** A range of half the length or less would hold all points. */
        WIDE
    }

    RasterWindow(RasterSpec spec, RasterUse use) {
        this.spec = spec;
        this.use = use;
    }

    WindowFault fault() {
        long finite = use.reach().points() - use.reach().notFinite();
        if (finite == 0 || use.x().isEmpty() || use.y().isEmpty()) {
            return WindowFault.NONE;
        }
        long reached = use.reach().reached();
        if (reached >= ENOUGH * finite) {
            return isWide() ? WindowFault.WIDE : WindowFault.NONE;
        }
        return isApart(use.x()) || isApart(use.y()) ? WindowFault.NOT_CENTRED : WindowFault.NARROW;
    }

    private boolean isWide() {
        Optional<Range> x = range(use.x());
        Optional<Range> y = range(use.y());
        return x.isPresent()
                && y.isPresent()
                && 2 * length(x.get()) <= length(spec.x())
                && 2 * length(y.get()) <= length(spec.y());
    }

    private static boolean isApart(AxisReach axis) {
        double span = Math.max(axis.high() - axis.low(), furthest(axis));
        return axis.length() > 0 && span > FAR_APART * axis.length();
    }

    private static double furthest(AxisReach axis) {
        return Math.max(Math.abs(axis.low()), Math.abs(axis.high()));
    }

    private static double length(Range range) {
        return range.max() - range.min();
    }

    /** A range that holds the points of x; nothing if all are at one place. */
    private Optional<Range> x() {
        return alike(range(use.x()), range(use.y())).or(() -> range(use.x()));
    }

    /** A range that holds the points of y; nothing if all are at one place. */
    private Optional<Range> y() {
        return alike(range(use.x()), range(use.y())).or(() -> range(use.y()));
    }

    /** Ranges that are nearly the same are made the same, so that cells stay as long as wide. */
    private static Optional<Range> alike(Optional<Range> x, Optional<Range> y) {
        if (x.isEmpty() || y.isEmpty()) {
            return x.or(() -> y);
        }
        boolean alike = length(x.get()) < 2 * length(y.get()) && length(y.get()) < 2 * length(x.get());
        boolean around =
                -x.get().min() == x.get().max() && -y.get().min() == y.get().max();
        double most = Math.max(x.get().max(), y.get().max());
        return alike && around ? Optional.of(new Range(-most, most)) : Optional.empty();
    }

    private Optional<Range> range(AxisReach axis) {
        if (axis.low() >= axis.high()) {
            return Optional.empty();
        }
        double low = axis.low() - spec.shift();
        double high = axis.high() + spec.shift();
        double most = Math.max(Math.abs(low), Math.abs(high));
        double step = step(most);
        if (low < 0 && high > 0 && 2 * Math.min(-low, high) > most) {
            double end = roundUp(most, step);
            return Optional.of(new Range(-end, end));
        }
        return Optional.of(new Range(-roundUp(-low, step), roundUp(high, step)));
    }

    /** A range that holds all crops but stray ones, once each is stored around its own centre. */
    private Optional<Range> centred(AxisReach axis) {
        if (axis.length() == 0) {
            return Optional.empty();
        }
        double half = axis.length() / 2 + spec.shift();
        double end = roundUp(half, step(half));
        return Optional.of(new Range(-end, end));
    }

    /** A half of the power of ten below, so that ends are 3, 3.5 or 45. */
    private static double step(double most) {
        return Math.pow(10, Math.floor(Math.log10(most))) / 2;
    }

    /** Above the value, since a range does not hold its end. */
    private static double roundUp(double value, double step) {
        return (Math.floor(value / step) + 1) * step;
    }

    /** The same as settings. */
    PasteLines in(PasteLines lines) {
        PasteLines more = lines;
        if (x().isPresent()) {
            more = more.withRaster(spec.name(), "x", text(x().get()));
        }
        return y().isPresent() ? more.withRaster(spec.name(), "y", text(y().get())) : more;
    }

    /** Metres that nearly every crop is at most long, along its longer axis. */
    double longest() {
        return Math.max(use.x().length(), use.y().length());
    }

    /** Metres from 0 to the crop that is furthest off, along x or y. */
    double furthest() {
        return Math.max(furthest(use.x()), furthest(use.y()));
    }

    /** Lines to paste: {@code x = [-3, 3], y = [-3, 3]}. */
    String ranges() {
        return ranges(x(), y());
    }

    /** As {@link #ranges}, for crops that are stored around their own centres; these do not depend on places. */
    String centredRanges() {
        Optional<Range> x = centred(use.x());
        Optional<Range> y = centred(use.y());
        Optional<Range> both = alike(x, y);
        return ranges(both.or(() -> x), both.or(() -> y));
    }

    private static String ranges(Optional<Range> x, Optional<Range> y) {
        return Stream.of(x.map(range -> "x = " + text(range)), y.map(range -> "y = " + text(range)))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
    }

    static String text(Range range) {
        return "[" + number(range.min()) + ", " + number(range.max()) + "]";
    }

    private static String number(double value) {
        return BigDecimal.valueOf(value)
                .round(new MathContext(6))
                .stripTrailingZeros()
                .toPlainString();
    }
}
