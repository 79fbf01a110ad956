package io.cropmill.inspect;

import io.cropmill.raster.RasterReach;
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

    /** Where all crops together reach so many times as far as one, they are not placed around a centre of their own. */
    private static final double FAR_APART = 4;

    private final RasterSpec spec;
    private final RasterUse use;

    /** Which of the points reach the raster. */
    RasterReach reach() {
        return use.reach();
    }

    /** What is wrong with the ranges. */
    enum Fault {
        NONE,
        /** Points lie outside that a wider range would hold. */
        NARROW,
        /** Points lie outside since their coordinates are those of a map or a vehicle, not of the crop. */
        NOT_CENTRED,
        /** A range of half the length or less would hold all points. */
        WIDE
    }

    RasterWindow(RasterSpec spec, RasterUse use) {
        this.spec = spec;
        this.use = use;
    }

    Fault fault() {
        long finite = use.reach().points() - use.reach().notFinite();
        if (finite == 0 || use.x().isEmpty() || use.y().isEmpty()) {
            return Fault.NONE;
        }
        long reached = use.reach().points() - use.reach().unreached();
        if (reached >= ENOUGH * finite) {
            return isWide() ? Fault.WIDE : Fault.NONE;
        }
        return isApart(use.x()) || isApart(use.y()) ? Fault.NOT_CENTRED : Fault.NARROW;
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
        return axis.length() > 0 && axis.high() - axis.low() > FAR_APART * axis.length();
    }

    private static double length(Range range) {
        return range.max() - range.min();
    }

    /** A range that holds the points of x; nothing where all are at one place. */
    Optional<Range> x() {
        return both().or(() -> range(use.x()));
    }

    /** A range that holds the points of y; nothing where all are at one place. */
    Optional<Range> y() {
        return both().or(() -> range(use.y()));
    }

    /** Ranges that are nearly the same are made the same, so that cells stay as long as wide. */
    private Optional<Range> both() {
        Optional<Range> x = range(use.x());
        Optional<Range> y = range(use.y());
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

    /** Metres that nearly every crop is at most long, along the axis on which they lie further apart. */
    double longest() {
        return further().length();
    }

    /** Metres from the first to the last crop along that axis. */
    double span() {
        return further().high() - further().low();
    }

    private AxisReach further() {
        return use.x().high() - use.x().low() >= use.y().high() - use.y().low() ? use.x() : use.y();
    }

    /** Lines to paste: {@code x = [-3, 3], y = [-3, 3]}. */
    String ranges() {
        return Stream.of(x().map(range -> "x = " + text(range)), y().map(range -> "y = " + text(range)))
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
