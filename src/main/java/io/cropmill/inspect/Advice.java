package io.cropmill.inspect;

import io.cropmill.report.PointNotes;
import java.util.List;

/**
 * What follows from an inspection.
 *
 * @param sentences short sentences, mostly three
 * @param settings lines of HOCON for a file of settings, with comments
 * @param commands commands to run with them
 */
public record Advice(List<String> sentences, List<String> settings, List<String> commands) {
    private static final String MEND = "A rebuild would publish nothing: fix what is listed above, then inspect again"
            + " (on-bad-recording = skip leaves damaged recordings out).";

    public Advice {
        sentences = List.copyOf(sentences);
        settings = List.copyOf(settings);
        commands = List.copyOf(commands);
    }

    static Advice of(InspectionReport report) {
        if (report.places().stream()
                .anyMatch(place -> !place.faults().refusals().isEmpty())) {
            return new Advice(List.of(MEND), List.of(), List.of());
        }
        if (report.places().stream().allMatch(place -> place.contents().counts().crops() == 0)) {
            return new Advice(List.of("There are no crops to advise on."), List.of(), List.of());
        }
        List<String> empty = report.places().stream()
                .filter(place -> place.contents().counts().crops() > 0
                        && place.contents().counts().points() == 0)
                .map(Advice::withoutPoints)
                .toList();
        if (!empty.isEmpty()) {
            return new Advice(empty, List.of(), List.of());
        }
        TrainingForm form = TrainingForm.of(report);
        ConversionAdvice conversion = new ConversionAdvice(report, form);
        PasteBlock block = PasteBlock.of(report, form, conversion);
        return new Advice(new AdviceText(report, form, conversion).sentences(), block.settings(), block.commands());
    }

    private static String withoutPoints(Inspection place) {
        String empty = PointNotes.empty(place.contents().counts().crops());
        return place.isSource()
                ? empty
                        + ". A rebuild would publish crops without points, and rasters of zeros; check that source.count-field"
                        + " names the field of counts, and what wrote "
                        + place.place().location() + "."
                : empty + "; check the source of " + place.place().location() + ".";
    }

    /** One line. */
    public String text() {
        return String.join(" ", sentences);
    }
}
