package io.cropmill.inspect;

import io.cropmill.inspect.MemoryPlan.TrainingInput;
import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Whether each place is to be converted, and into what. */
final class ConversionAdvice {
    private final List<Inspection> places;
    private final TrainingForm form;

    /** What is to be done with one place. */
    enum ConversionVerdict {
        WITH_RASTERS,
        FOR_RASTERS,
        WITHOUT_RASTERS,
        NOT,
        /** It is converted already. */
        DONE
    }

    ConversionAdvice(InspectionReport report, TrainingForm form) {
        this.places = report.places();
        this.form = form;
    }

    ConversionVerdict verdict(Inspection place) {
        if (!place.isSource()) {
            return ConversionVerdict.DONE;
        }
        boolean saves = TrainingForm.saves(place);
        if (form.isRasters()) {
            return saves ? ConversionVerdict.WITH_RASTERS : ConversionVerdict.FOR_RASTERS;
        }
        return saves && form.form() == TrainingInput.PAIRS ? ConversionVerdict.WITHOUT_RASTERS : ConversionVerdict.NOT;
    }

    /** A sentence for all places of which the same is to be said, else one for each. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        if (places.stream().map(this::verdict).distinct().count() == 1) {
            sentences.add(sentence(verdict(places.get(0)), places, together()));
            return sentences;
        }
        for (Inspection place : places) {
            sentences.add(sentence(verdict(place), List.of(place), name(place)));
        }
        return sentences;
    }

    private static String name(Inspection place) {
        String location = place.place().location();
        return location.substring(location.lastIndexOf('/') + 1);
    }

    private String together() {
        return switch (places.size()) {
            case 1 -> "it";
            case 2 -> "both";
            default -> "all " + places.size();
        };
    }

    private String sentence(ConversionVerdict verdict, List<Inspection> of, String name) {
        String pairs =
                Figures.roughly(MemoryPlan.sum(of, place -> place.converted().pair()));
        return switch (verdict) {
            case WITH_RASTERS ->
                "Convert " + name + ": pairs take " + pairs + ofSource(of) + padding(of) + "; with rasters in "
                        + form.type() + " " + withRasters(of) + ".";
            case FOR_RASTERS ->
                "Convert " + name + " for the rasters, which take " + rasters(of, form.type()) + " in " + form.type()
                        + ofSource(of) + "; pairs alone would save almost nothing.";
            case WITHOUT_RASTERS ->
                "Convert " + name + " without rasters: pairs take " + pairs + ofSource(of) + padding(of)
                        + unwantedRasters(of) + ".";
            case NOT ->
                "Do not convert " + name + ": pairs would take " + pairs + ofSource(of)
                        + ", so there is almost nothing to save" + unwantedRasters(of) + ".";
            case DONE -> "The pairs take " + pairs + before(of) + rastersBeside(of) + ".";
        };
    }

    private static String ofSource(List<Inspection> of) {
        return (of.size() == 1 ? " of the source's " : " of the sources' ")
                + Figures.roughly(MemoryPlan.sum(of, place -> place.bytes().files()));
    }

    private static String padding(List<Inspection> of) {
        long padding = MemoryPlan.sum(of, place -> place.bytes().padding());
        return padding == 0 ? "" : ", of which " + Figures.roughly(padding) + " are padding";
    }

    private String withRasters(List<Inspection> of) {
        return Figures.roughly(MemoryPlan.sum(
                of,
                place -> Math.addExact(
                        place.converted().pair(), place.converted().rasterBytes(form.type()))));
    }

    private static String rasters(List<Inspection> of, GridType type) {
        return Figures.roughly(MemoryPlan.sum(of, place -> place.converted().rasterBytes(type)));
    }

    private static String unwantedRasters(List<Inspection> of) {
        if (of.stream().allMatch(place -> place.converted().rasters().isEmpty())) {
            return "";
        }
        List<Inspection> empty =
                of.stream().filter(TrainingForm::rastersAreEmpty).toList();
        if (empty.isEmpty()) {
            return "; rasters would add " + added(of);
        }
        if (empty.size() == of.size()) {
            return "; rasters would be empty";
        }
        List<Inspection> others =
                of.stream().filter(place -> !empty.contains(place)).toList();
        return "; rasters of " + empty.stream().map(ConversionAdvice::name).collect(Collectors.joining(", "))
                + " would be empty, those of "
                + others.stream().map(ConversionAdvice::name).collect(Collectors.joining(", "))
                + " would add " + added(others);
    }

    private static String added(List<Inspection> of) {
        boolean small = of.stream().allMatch(place -> TrainingForm.rastersAreWorthwhile(place, GridType.FLOAT16));
        return rasters(of, GridType.FLOAT32) + " in float32, " + rasters(of, GridType.FLOAT16) + " in float16, "
                + (small
                        ? "and not stay in memory"
                        : "and make "
                                + (of.size() == 1 ? "it larger than the source" : "them larger than the sources"));
    }

    private static String before(List<Inspection> of) {
        long before = MemoryPlan.sum(of, place -> place.bytes().files());
        long pair = MemoryPlan.sum(of, place -> place.converted().pair());
        return pair < before ? ", " + Figures.roughPercent(before - pair, before) + " less than the source did" : "";
    }

    private static String rastersBeside(List<Inspection> of) {
        return MemoryPlan.sum(of, place -> place.converted().rasterBytes(GridType.FLOAT32)) == 0
                ? ""
                : "; rasters take " + rasters(of, GridType.FLOAT32) + " in float32, " + rasters(of, GridType.FLOAT16)
                        + " in float16";
    }
}
