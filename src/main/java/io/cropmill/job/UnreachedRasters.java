package io.cropmill.job;

import io.cropmill.raster.Component;
import io.cropmill.raster.RasterReach;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.ReachCounter;
import io.cropmill.raster.ValueSpan;
import io.cropmill.rebuild.build.PlannedRecording;
import io.cropmill.rebuild.build.RunReach;
import io.cropmill.rebuild.listing.RecordingProblem;
import io.cropmill.rebuild.listing.RecordingProblems;
import io.cropmill.rebuild.plan.ReusedRecording;
import io.cropmill.text.Figures;
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

    /** Metres from 0, and lengths of the raster, beyond which points are at places of a map and not around a crop's centre. */
    private static final double FAR_METRES = 100;

    private static final double FAR_LENGTHS = 4;

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
            List<RasterSpec> rasters, RunReach reach, List<PlannedRecording> built, List<ReusedRecording> published) {
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
                                        RecordingProblem.ProblemCause.DATA,
                                        strange(recording.source().file().path(), raster, found)));
                    }
                }
            }
        }
        return problems;
    }

    private static boolean has(ReusedRecording recording, RasterSpec raster) {
        return recording.entry().points() > 0
                && recording.entry().files().rasters().containsKey(raster.name())
                && !recording.missing().contains(raster);
    }

    private static String strange(String file, RasterSpec raster, RasterReach found) {
        return "[" + file + "] Expected points in a cell of raster " + raster.name()
                + ", which the recordings that are taken over have, but found none among "
                + Figures.count(found.counts().points()) + ": " + String.join("; ", reasons(raster, found))
                + (found.counts().outsideX() > 0 || found.counts().outsideY() > 0
                        ? "; store the points of each crop relative to its own centre"
                        : "; fix the source");
    }

    private static List<String> reasons(RasterSpec raster, RasterReach found) {
        List<String> reasons = new ArrayList<>();
        if (found.counts().outsideX() > 0) {
            reasons.add(outside("x", found.counts().outsideX(), found.x(), raster.x()));
        }
        if (found.counts().outsideY() > 0) {
            reasons.add(outside("y", found.counts().outsideY(), found.y(), raster.y()));
        }
        if (found.counts().notFinite() > 0) {
            reasons.add(Figures.count(found.counts().notFinite()) + " are not finite in a value that it uses ("
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
        if (found.counts().outsideX() > 0) {
            ranges.add("x = " + holding(found.x()));
        }
        if (found.counts().outsideY() > 0) {
            ranges.add("y = " + holding(found.y()));
        }
        String advice;
        if (ranges.isEmpty()) {
            advice = "fix the source, or set " + key + ".channels to ones that use only finite fields";
        } else if (isFar(found.x(), raster.x()) || isFar(found.y(), raster.y())) {
            advice =
                    "these are places, not distances from a crop's centre, so no range fits: store the points of each crop"
                            + " relative to its own centre";
        } else {
            advice = "set " + key + " = { " + String.join(", ", ranges)
                    + " }, or store the points of each crop relative to its own centre";
        }
        return key + " must be reached by a point but was by none of "
                + Figures.count(found.counts().points()) + ": " + String.join("; ", reasons(raster, found)) + "; "
                + advice;
    }

    /** True where points reach further from 0 than those of a crop do from its centre. */
    private static boolean isFar(ValueSpan found, RasterSpec.Range set) {
        double furthest = Math.max(Math.abs(found.min()), Math.abs(found.max()));
        return found.min() <= found.max() && furthest > Math.max(FAR_METRES, FAR_LENGTHS * (set.max() - set.min()));
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
