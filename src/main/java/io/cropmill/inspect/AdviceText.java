package io.cropmill.inspect;

import io.cropmill.inspect.MemoryPlan.TrainingInput;
import io.cropmill.raster.GridCounts;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Advice in sentences: the present state, what to do, and what to train from afterwards. */
final class AdviceText {
    private final List<Inspection> places;
    private final MemoryPlan plan;
    private final TrainingForm form;
    private final ConversionAdvice conversion;

    AdviceText(InspectionReport report, TrainingForm form, ConversionAdvice conversion) {
        this.places = report.places();
        this.plan = report.memory();
        this.form = form;
        this.conversion = conversion;
    }

    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        if (places.stream()
                .anyMatch(place -> !place.sizing().needed().isEmpty()
                        && conversion.verdict(place) != ConversionAdvice.ConversionVerdict.NOT)) {
            sentences.add("A rebuild refuses this without the settings below. They are guessed from names and widths of"
                    + " fields: check them.");
        }
        sentences.add(memory());
        sentences.addAll(conversion.sentences());
        places.forEach(place -> cap(place, sentences));
        places.forEach(place -> windows(place, sentences));
        if (plan.isKnown()) {
            sentences.add(form.fit() == TrainingForm.Fit.ALL ? fitting() : exceeding());
        }
        return sentences;
    }

    private String memory() {
        if (!plan.isKnown()) {
            return "How much memory this machine has is not known; give --ram.";
        }
        long source = plan.bytes(TrainingInput.SOURCE);
        String left = Figures.roughly(plan.cacheBytes()) + " of "
                + Figures.roughly(plan.memory().bytes());
        if (!areSources() || source <= plan.cacheBytes()) {
            return (plan.jobs() == 1 ? "One training job leaves " : plan.jobs() + " training jobs at once leave ")
                    + left
                    + " for page cache"
                    + (areSources() && plan.fits(TrainingInput.SOURCE)
                            ? ", enough for " + it() + " as " + (places.size() == 1 ? "it is." : "they are.")
                            : ".");
        }
        return (places.size() == 1 ? "The source, " : "The sources, ") + Figures.roughly(source) + ", "
                + (places.size() == 1 ? "exceeds" : "exceed") + " the " + left + " that "
                + Figures.counted(plan.jobs(), "training job") + (plan.jobs() == 1 ? " leaves" : " leave")
                + " for page cache: every epoch reads at least " + Figures.roughly(source - plan.cacheBytes())
                + " from disk again, and the kernel swaps programs out to make room, which stalls jobs where swap is on a"
                + " rotating disk; " + meanwhile();
    }

    private String it() {
        return places.size() == 1 ? "the source" : "the sources";
    }

    private String meanwhile() {
        boolean oneByOne = places.size() > 1
                && places.stream().allMatch(place -> plan.fits(place.bytes().files(), place.jobs()));
        return (oneByOne ? "until then train from one source at a time, and " : "")
                + "move swap to a fast disk or lower vm.swappiness.";
    }

    private boolean areSources() {
        return places.stream().allMatch(Inspection::isSource);
    }

    private void cap(Inspection place, List<String> sentences) {
        PointTally counts = place.contents().counts();
        if (place.bytes().cut() > 0) {
            sentences.add("The cap of " + Figures.count(place.sizing().cap()) + " would cut "
                    + Figures.count(counts.dropped()) + " of " + Figures.count(counts.points())
                    + " points (" + Figures.roughly(place.bytes().cut()) + "), which is a loss and no saving: cap = "
                    + counts.largest() + " keeps all.");
        }
    }

    private static void windows(Inspection place, List<String> sentences) {
        for (RasterSpec raster : place.sizing().rasters()) {
            place.window(raster).ifPresent(window -> {
                GridCounts reach = window.reach();
                switch (window.fault()) {
                    case NARROW ->
                        sentences.add("Only "
                                + Figures.percent(reach.reached(), reach.points())
                                + " of the points lie within raster " + raster.name() + "; " + window.ranges()
                                + " would hold them.");
                    case NOT_CENTRED ->
                        sentences.add("Crops lie around different places, up to " + metres(window.furthest())
                                + " from 0, and each spans at most " + metres(window.longest())
                                + ": no fixed range of raster " + raster.name()
                                + " fits. Store the points of each crop relative to its own centre; "
                                + window.centredRanges() + " will then fit.");
                    case NONE, WIDE -> {}
                }
            });
        }
    }

    private static String metres(double length) {
        return String.format(Locale.ROOT, "%,.1f m", length);
    }

    private String fitting() {
        String bytes = Figures.roughly(plan.bytes(form.form()));
        return switch (form.form()) {
            case RASTERS_FLOAT32 ->
                "Train from " + rasters(GridType.FLOAT32) + bytes + ", which stay in memory" + pairs() + ".";
            case RASTERS_FLOAT16 ->
                "Train from " + rasters(GridType.FLOAT16) + bytes
                        + ", which stay in memory; in float32 they would take "
                        + Figures.roughly(plan.bytes(TrainingInput.RASTERS_FLOAT32)) + pairs() + ".";
            case PAIRS ->
                "Train from the pairs, " + bytes + ", which stay in memory"
                        + (plan.jobs() > 1 ? ", once for all jobs." : ".");
            default -> "Train from " + it() + ", " + bytes + ", in memory after the first epoch.";
        };
    }

    private String rasters(GridType type) {
        boolean tooFew = places.stream()
                .anyMatch(place -> place.jobs() > place.sizing().rasters().size());
        return "the rasters in " + type + (plan.jobs() > places.size() ? ", one a job" : "")
                + (tooFew ? " (set more of them, such as rasters.shifted { shift = 0.5 })" : "") + ": with labels ";
    }

    private String pairs() {
        if (plan.fits(TrainingInput.PAIRS)) {
            return "";
        }
        long pairs = plan.bytes(TrainingInput.PAIRS);
        return ", and the pairs, " + Figures.roughly(pairs)
                + (pairs <= plan.cacheBytes() ? ", would leave almost nothing" : ", would not stay");
    }

    private String exceeding() {
        String what = form.form() == TrainingInput.SOURCE
                ? it()
                : "the " + form.form().toString().replace(",", " in");
        return switch (form.fit()) {
            case ONE_PLACE_AT_A_TIME ->
                "Not all of it stays in memory at once: train from one place at a time, from " + what + ".";
            case FEWER_JOBS ->
                "Not all of it stays in memory: run " + Figures.counted(form.jobs(), "job") + " at a time, from " + what
                        + ".";
            default ->
                "Nothing stays in memory, so every epoch reads from disk; " + what + ", "
                        + Figures.roughly(plan.bytes(form.form()))
                        + ", read the least: keep them on a fast disk, and swap off a slow one.";
        };
    }
}
