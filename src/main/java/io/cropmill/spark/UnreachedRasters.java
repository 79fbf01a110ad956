package io.cropmill.spark;

import io.cropmill.raster.Component;
import io.cropmill.raster.RasterReach;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.ReachCounter;
import io.cropmill.raster.ValueSpan;
import io.cropmill.rebuild.RunReach;
import io.cropmill.report.Figures;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Rasters that no point of a whole run reaches: settings that cannot be meant, so nothing is published. */
final class UnreachedRasters {
    /** Beyond the outermost points, so that float32 rounds none of them to the cell behind the last; at least half a metre. */
    private static final double MARGIN = 1e-6;

    private UnreachedRasters() {}

    /** A sentence for each that ends in what to set. A run without points reaches nothing and is fine. */
    static List<String> sentences(List<RasterSpec> rasters, RunReach reach) {
        List<String> sentences = new ArrayList<>();
        for (RasterSpec raster : rasters) {
            RasterReach found = reach.totals().getOrDefault(raster.name(), RasterReach.NONE);
            if (found.isNowhere()) {
                sentences.add(sentence(raster, found));
            }
        }
        return sentences;
    }

    private static String sentence(RasterSpec raster, RasterReach found) {
        String key = "rasters." + raster.name();
        List<String> reasons = new ArrayList<>();
        List<String> ranges = new ArrayList<>();
        if (found.outsideX() > 0) {
            reasons.add(outside("x", found.outsideX(), found.x(), raster.x()));
            ranges.add("x = " + holding(found.x()));
        }
        if (found.outsideY() > 0) {
            reasons.add(outside("y", found.outsideY(), found.y(), raster.y()));
            ranges.add("y = " + holding(found.y()));
        }
        if (found.notFinite() > 0) {
            reasons.add(Figures.count(found.notFinite()) + " are not finite in a value that it uses ("
                    + ReachCounter.usedBy(raster).stream()
                            .map(Component::toString)
                            .collect(Collectors.joining(", "))
                    + ")");
        }
        String advice = ranges.isEmpty()
                ? "mend the source, or set " + key + ".channels to such as use no field that is not finite"
                : "set " + key + " = { " + String.join(", ", ranges)
                        + " }, or, if these are map coordinates, store each crop around its own centre";
        return key + " must be reached by a point but was by none of " + Figures.count(found.points()) + ": "
                + String.join("; ", reasons) + "; " + advice;
    }

    private static String outside(String axis, long points, ValueSpan found, RasterSpec.Range set) {
        return Figures.count(points) + " are outside " + axis + " = " + set + ", for " + axis + " is "
                + number(found.min()) + " to " + number(found.max());
    }

    /** A range of whole metres in which all points are. */
    private static String holding(ValueSpan found) {
        double margin = Math.max(0.5, MARGIN * ((double) found.max() - found.min()));
        return "[" + number(Math.floor(found.min())) + ", " + number(Math.ceil(found.max() + margin)) + "]";
    }

    private static String number(double value) {
        return plain(BigDecimal.valueOf(value));
    }

    /** As short as the float32 that it is. */
    private static String number(float value) {
        return plain(new BigDecimal(Float.toString(value)));
    }

    private static String plain(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
