package io.cropmill.inspect;

import io.cropmill.inspect.MemoryPlan.Form;
import io.cropmill.raster.RasterSpec.GridType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What the jobs had best train from: the first of float32 rasters, float16 rasters, pairs and the source that is worth its
 * bytes and stays in memory; where nothing does, what reads the least.
 */
record TrainingForm(Form form, boolean staysInMemory) {
    /** Where pairs save less than this part of the source, there is nothing to convert for. */
    private static final int LEAST_SAVING = 10;

    static TrainingForm of(InspectionReport report) {
        MemoryPlan plan = report.memory();
        List<Form> worthwhile = worthwhile(report.places());
        if (!plan.isKnown()) {
            return new TrainingForm(worthwhile.get(0), false);
        }
        return worthwhile.stream()
                .filter(plan::fits)
                .findFirst()
                .map(form -> new TrainingForm(form, true))
                .orElseGet(() -> new TrainingForm(
                        worthwhile.stream()
                                .min(Comparator.comparingLong(plan::bytes))
                                .orElseThrow(),
                        false));
    }

    /** At least one: what saves nothing is its own best form. */
    private static List<Form> worthwhile(List<Inspection> places) {
        List<Form> forms = new ArrayList<>();
        for (GridType type : GridType.values()) {
            if (places.stream().allMatch(place -> rastersAreWorthwhile(place, type))) {
                forms.add(Form.rasters(type));
            }
        }
        if (places.stream().anyMatch(place -> !place.isSource() || saves(place))) {
            forms.add(Form.PAIRS);
        }
        if (places.stream().allMatch(Inspection::isSource)) {
            forms.add(Form.SOURCE);
        }
        return forms;
    }

    /**
     * True where rasters make what there is no larger, or are themselves half of it at most; a dataset has made up its
     * mind.
     */
    static boolean rastersAreWorthwhile(Inspection place, GridType type) {
        long rasters = place.converted().rasterBytes(type);
        if (rasters == 0 || rastersAreEmpty(place)) {
            return false;
        }
        return !place.isSource()
                || Math.addExact(place.converted().pair(), rasters) <= place.sourceBytes()
                || rasters <= place.sourceBytes() / 2;
    }

    /** True where points are so far off that no range would hold them. */
    static boolean rastersAreEmpty(Inspection place) {
        return place.rasters().stream()
                .flatMap(raster -> place.window(raster).stream())
                .anyMatch(window -> window.fault() == RasterWindow.Fault.NOT_CENTRED);
    }

    /** True where pairs are noticeably smaller, the cap apart. */
    static boolean saves(Inspection place) {
        return place.saving() >= place.sourceBytes() / LEAST_SAVING && place.saving() > 0;
    }

    boolean isRasters() {
        return form == Form.RASTERS_FLOAT32 || form == Form.RASTERS_FLOAT16;
    }

    /** Of rasters. */
    GridType type() {
        return form == Form.RASTERS_FLOAT16 ? GridType.FLOAT16 : GridType.FLOAT32;
    }
}
