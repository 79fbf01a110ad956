package io.cropmill.inspect;

import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.report.Figures;
import java.util.ArrayList;
import java.util.List;

/** What follows from an inspection, in plain sentences. */
final class Advice {
    private final Inspection inspection;
    private final MemoryPlan plan;

    private Advice(Inspection inspection) {
        this.inspection = inspection;
        this.plan = inspection.memory();
    }

    static String of(Inspection inspection) {
        Advice advice = new Advice(inspection);
        if (inspection.counts().crops() == 0) {
            return "There are no crops to advise on.";
        }
        List<String> sentences = new ArrayList<>();
        sentences.add(inspection.place().kind() == Place.Kind.SOURCE ? advice.conversion() : advice.converted());
        sentences.add(advice.memory());
        return String.join(" ", sentences);
    }

    private String conversion() {
        ConvertedBytes after = inspection.converted();
        long before = inspection.sourceBytes();
        String pairs = "pairs of " + Figures.roughly(after.pair());
        if (after.pair() >= before) {
            return "Conversion saves nothing: " + pairs + " would replace " + Figures.roughly(before) + rasters() + ".";
        }
        return "Convert it: " + Figures.bytes(inspection.slotBytes()) + " of point slots become " + pairs + ", "
                + Figures.roughPercent(before - after.pair(), before) + " less than the source takes" + rasters() + ".";
    }

    private String rasters() {
        ConvertedBytes after = inspection.converted();
        if (after.rasters().isEmpty()) {
            return "";
        }
        long float32 = Math.addExact(after.pair(), after.rasterBytes(GridType.FLOAT32));
        return "; with float32 rasters " + Figures.roughly(float32);
    }

    private String converted() {
        long before = inspection.sourceBytes();
        long pair = inspection.converted().pair();
        return pair < before
                ? "Its pairs take " + Figures.roughly(pair) + ", " + Figures.roughPercent(before - pair, before)
                        + " less than the source did" + rasters() + "."
                : "Its pairs take " + Figures.roughly(pair) + rasters() + ".";
    }

    private String memory() {
        if (plan.memory().bytes() == 0) {
            return "How much memory this machine has is not known; give --ram.";
        }
        String jobs = plan.jobs() == 1 ? "One training job leaves " : plan.jobs() + " training jobs at once leave ";
        return jobs + Figures.roughly(plan.cacheBytes()) + " of "
                + Figures.roughly(plan.memory().bytes()) + " for page cache: " + outcome();
    }

    private String outcome() {
        String own = plan.jobs() == 1 ? "its raster" : "their " + plan.jobs() + " rasters";
        if (plan.fits("pairs_and_rasters_float32")) {
            return "pairs and float32 rasters stay in memory, so only the first epoch reads from disk.";
        }
        if (plan.fits("rasters_float32")) {
            return "train from the float32 rasters, which stay in memory; the pairs do not fit beside them.";
        }
        if (plan.fits("rasters_float16")) {
            return "store float16 rasters, which stay in memory; in float32 " + own + " would take "
                    + Figures.roughly(plan.bytes("rasters_float32")) + ".";
        }
        if (plan.fits("pairs")) {
            return plan.bytes("rasters_float32") == 0
                    ? "the pairs stay in memory, so only the first epoch reads from disk."
                    : "train from the pairs, which all jobs share and which stay in memory; " + own + " would not.";
        }
        return fewer();
    }

    private String fewer() {
        int most = mostJobs();
        if (most > 0) {
            return "nothing fits; run " + most + " at a time from float16 rasters, which then stay in memory.";
        }
        MemoryPlan.Use least = plan.uses().stream()
                .min((a, b) -> Long.compare(a.bytes(), b.bytes()))
                .orElseThrow();
        return "nothing fits, so every epoch reads from disk; keep "
                + least.what().replaceAll("_(float\\d\\d)$", ", $1").replace('_', ' ') + " ("
                + Figures.roughly(least.bytes()) + ") on a fast disk and no swap on a slow one"
                + (plan.jobs() == 1 ? "." : ", and run one job at a time.");
    }

    private int mostJobs() {
        long each = inspection.converted().largestRaster(GridType.FLOAT16);
        for (int jobs = plan.jobs() - 1; jobs > 0 && each > 0; jobs--) {
            if (each <= plan.cacheBytes(jobs) / jobs) {
                return jobs;
            }
        }
        return 0;
    }
}
