package io.cropmill.inspect;

import io.cropmill.inspect.MemoryPlan.TrainingInput;
import io.cropmill.raster.RasterSpec.GridType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The best form to train from: the first of float32 rasters, float16 rasters, pairs and the source that is worth its
 * bytes and stays in memory; if none does, the first that does for fewer jobs at once, else the one that reads the least.
 *
 * @param jobs number of jobs that may run at once
 */
record TrainingForm(TrainingInput form, Fit fit, int jobs) {
    /** Where pairs save less than this part of the source, there is nothing to convert for. */
    private static final int LEAST_SAVING = 10;

    /** What of it stays in memory. */
    enum Fit {
        ALL,
        ONE_PLACE_AT_A_TIME,
        FEWER_JOBS,
        NOTHING,
        NOT_KNOWN
    }

    static TrainingForm of(InspectionReport report) {
        MemoryPlan plan = report.memory();
        List<Inspection> places = report.places();
        List<TrainingInput> worthwhile = worthwhile(places);
        if (!plan.isKnown()) {
            return new TrainingForm(worthwhile.get(0), Fit.NOT_KNOWN, plan.jobs());
        }
        for (TrainingInput form : worthwhile) {
            if (plan.fits(form)) {
                return new TrainingForm(form, Fit.ALL, plan.jobs());
            }
        }
        for (TrainingInput form : worthwhile) {
            if (places.size() > 1
                    && places.stream().allMatch(place -> plan.fits(bytes(place, form, place.jobs()), place.jobs()))) {
                return new TrainingForm(form, Fit.ONE_PLACE_AT_A_TIME, plan.jobs());
            }
        }
        for (int jobs = plan.jobs() - 1; jobs > 0 && places.size() == 1; jobs--) {
            for (TrainingInput form : worthwhile) {
                if (plan.fits(bytes(places.get(0), form, jobs), jobs)) {
                    return new TrainingForm(form, Fit.FEWER_JOBS, jobs);
                }
            }
        }
        TrainingInput least =
                worthwhile.stream().min(Comparator.comparingLong(plan::bytes)).orElseThrow();
        return new TrainingForm(least, Fit.NOTHING, plan.jobs());
    }

    /** What so many jobs of one place read. */
    private static long bytes(Inspection place, TrainingInput form, int jobs) {
        return switch (form) {
            case SOURCE -> place.bytes().files();
            case PAIRS -> place.converted().pair();
            case RASTERS_FLOAT32, PAIRS_AND_RASTERS_FLOAT32 -> rasters(place, jobs, GridType.FLOAT32);
            case RASTERS_FLOAT16, PAIRS_AND_RASTERS_FLOAT16 -> rasters(place, jobs, GridType.FLOAT16);
        };
    }

    private static long rasters(Inspection place, int jobs, GridType type) {
        return Math.addExact(place.converted().metadata(), place.converted().rasterBytes(jobs, type));
    }

    /** At least one form: a source that nothing makes smaller is its own best form. */
    private static List<TrainingInput> worthwhile(List<Inspection> places) {
        List<TrainingInput> forms = new ArrayList<>();
        for (GridType type : GridType.values()) {
            if (places.stream().allMatch(place -> rastersAreWorthwhile(place, type))) {
                forms.add(TrainingInput.rasters(type));
            }
        }
        if (places.stream().anyMatch(place -> !place.isSource() || saves(place))) {
            forms.add(TrainingInput.PAIRS);
        }
        if (places.stream().allMatch(Inspection::isSource)) {
            forms.add(TrainingInput.SOURCE);
        }
        return forms;
    }

    /**
     * True if a source with rasters takes no more bytes than before, or rasters take at most half of it; always true for a
     * dataset.
     */
    static boolean rastersAreWorthwhile(Inspection place, GridType type) {
        long rasters = place.converted().rasterBytes(type);
        if (rasters == 0 || rastersAreEmpty(place)) {
            return false;
        }
        return !place.isSource()
                || Math.addExact(place.converted().pair(), rasters)
                        <= place.bytes().files()
                || rasters <= place.bytes().files() / 2;
    }

    /** True if points are so far off that no range would hold them. */
    static boolean rastersAreEmpty(Inspection place) {
        return place.sizing().rasters().stream()
                .flatMap(raster -> place.window(raster).stream())
                .anyMatch(window -> window.fault() == RasterWindow.WindowFault.NOT_CENTRED);
    }

    /** True if pairs are noticeably smaller. */
    static boolean saves(Inspection place) {
        return place.saving() >= place.bytes().files() / LEAST_SAVING && place.saving() > 0;
    }

    boolean isRasters() {
        return form == TrainingInput.RASTERS_FLOAT32 || form == TrainingInput.RASTERS_FLOAT16;
    }

    /** Of rasters. */
    GridType type() {
        return form == TrainingInput.RASTERS_FLOAT16 ? GridType.FLOAT16 : GridType.FLOAT32;
    }
}
