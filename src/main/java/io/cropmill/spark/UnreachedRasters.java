package io.cropmill.spark;

import io.cropmill.raster.Component;
import io.cropmill.raster.RasterReach;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.ReachCounter;
import io.cropmill.raster.ValueSpan;
import io.cropmill.rebuild.Carried;
import io.cropmill.rebuild.PlannedRecording;
import io.cropmill.rebuild.RecordingProblem;
import io.cropmill.rebuild.RecordingProblems;
import io.cropmill.rebuild.RunReach;
import io.cropmill.report.Figures;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    /**
     * Recordings that are bad since none of their points reaches a raster: where none that was built reaches it, but others
     * are taken over that have it, the settings are meant, and those recordings are not like the others.
     *
     * @param built that reach was counted of
     * @param published recordings that are taken over from a version that was live
     */
    static RecordingProblems problems(
            List<RasterSpec> rasters, RunReach reach, List<PlannedRecording> built, List<Carried> published) {
        RecordingProblems problems = new RecordingProblems();
        for (RasterSpec raster : rasters) {
            RasterReach total = reach.totals().getOrDefault(raster.name(), RasterReach.NONE);
            if (total.isNowhere() && published.stream().anyMatch(recording -> has(recording, raster))) {
                Set<String> nowhere = Set.copyOf(reach.nowhere(raster.name()));
                for (PlannedRecording recording : built) {
                    String name = recording.source().name();
                    if (nowhere.contains(name)) {
                        RasterReach found = reach.byRecording()
                                .getOrDefault(name, Map.of())
                                .getOrDefault(raster.name(), RasterReach.NONE);
                        problems.add(
                                recording.source(),
                                new RecordingProblem(
                                        RecordingProblem.Kind.DATA,
                                        strange(recording.source().file().path(), raster, found)));
                    }
                }
            }
        }
        return problems;
    }

    private static boolean has(Carried recording, RasterSpec raster) {
        return recording.entry().points() > 0
                && recording.entry().files().rasters().containsKey(raster.name())
                && !recording.missing().contains(raster);
    }

    private static String strange(String file, RasterSpec raster, RasterReach found) {
        return "[" + file + "] Expected points in a cell of raster " + raster.name()
                + ", which the recordings that are taken over have, but found none among "
                + Figures.count(found.points()) + ": " + String.join("; ", reasons(raster, found))
                + (found.outsideX() > 0 || found.outsideY() > 0
                        ? "; store each crop around its own centre"
                        : "; mend the source");
    }

    private static List<String> reasons(RasterSpec raster, RasterReach found) {
        List<String> reasons = new ArrayList<>();
        if (found.outsideX() > 0) {
            reasons.add(outside("x", found.outsideX(), found.x(), raster.x()));
        }
        if (found.outsideY() > 0) {
            reasons.add(outside("y", found.outsideY(), found.y(), raster.y()));
        }
        if (found.notFinite() > 0) {
            reasons.add(Figures.count(found.notFinite()) + " are not finite in a value that it uses ("
                    + ReachCounter.usedBy(raster).stream()
                            .map(Component::toString)
                            .collect(Collectors.joining(", "))
                    + ")");
        }
        return reasons;
    }

    private static String sentence(RasterSpec raster, RasterReach found) {
        String key = "rasters." + raster.name();
        List<String> ranges = new ArrayList<>();
        if (found.outsideX() > 0) {
            ranges.add("x = " + holding(found.x()));
        }
        if (found.outsideY() > 0) {
            ranges.add("y = " + holding(found.y()));
        }
        String advice = ranges.isEmpty()
                ? "mend the source, or set " + key + ".channels to such as use no field that is not finite"
                : "set " + key + " = { " + String.join(", ", ranges)
                        + " }, or, if these are map coordinates, store each crop around its own centre";
        return key + " must be reached by a point but was by none of " + Figures.count(found.points()) + ": "
                + String.join("; ", reasons(raster, found)) + "; " + advice;
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
