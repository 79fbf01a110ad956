package io.cropmill.inspect;

import io.cropmill.inspect.ConversionAdvice.ConversionVerdict;
import io.cropmill.raster.RasterSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Settings and commands that do what is advised. */
record PasteBlock(List<String> settings, List<String> commands) {
    static PasteBlock of(InspectionReport report, TrainingForm form, ConversionAdvice conversion) {
        List<String> settings = new ArrayList<>();
        List<String> commands = new ArrayList<>();
        List<Inspection> places = report.places();
        List<List<String>> blocks = places.stream()
                .map(place -> lines(place, form, conversion.verdict(place)))
                .toList();
        boolean alike = blocks.stream().distinct().count() == 1;
        for (int i = 0; i < places.size(); i++) {
            String location = places.get(i).place().location();
            if (!blocks.get(i).isEmpty() && (i == 0 || !alike)) {
                if (!alike) {
                    settings.add("# " + location);
                }
                settings.addAll(blocks.get(i));
            }
            ConversionVerdict verdict = conversion.verdict(places.get(i));
            if (verdict != ConversionVerdict.NOT && verdict != ConversionVerdict.DONE) {
                commands.add("jobs/cropmill rebuild --source " + location + " --target FOLDER"
                        + (blocks.get(i).isEmpty() ? "" : " --config FILE"));
            }
        }
        return new PasteBlock(settings, commands);
    }

    private static List<String> lines(Inspection place, TrainingForm form, ConversionVerdict verdict) {
        if (verdict == ConversionVerdict.NOT) {
            return List.of();
        }
        PasteLines fitting = fitting(place, form);
        if (verdict != ConversionVerdict.WITHOUT_RASTERS) {
            return fitting.lines();
        }
        PasteLines none = needed(place);
        for (RasterSpec raster : place.sizing().rasters()) {
            none = none.withoutRaster(raster.name());
        }
        List<String> lines = new ArrayList<>(none.lines());
        if (!TrainingForm.rastersAreEmpty(place)) {
            fitting.rasterLines().forEach(line -> lines.add("# or, to spare the jobs the rasterising: " + line));
        }
        return lines;
    }

    /** What the source needs, and a cap that loses nothing. */
    private static PasteLines needed(Inspection place) {
        return place.bytes().cut() > 0
                ? place.sizing()
                        .needed()
                        .with("cap", String.valueOf(place.contents().counts().largest()))
                : place.sizing().needed();
    }

    /** The same, and rasters whose ranges and types fit. */
    private static PasteLines fitting(Inspection place, TrainingForm form) {
        PasteLines lines = needed(place);
        for (RasterSpec raster : place.sizing().rasters()) {
            Optional<RasterWindow> window = place.window(raster);
            if (window.isPresent() && window.get().fault() == RasterWindow.WindowFault.NARROW) {
                lines = window.get().in(lines);
            }
            if (form.isRasters() && raster.dtype() != form.type()) {
                lines = lines.withRaster(raster.name(), "dtype", form.type().toString());
            }
        }
        return lines;
    }
}
