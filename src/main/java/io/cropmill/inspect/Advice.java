package io.cropmill.inspect;

import java.util.List;

/**
 * What follows from an inspection.
 *
 * @param sentences plain ones, most of them three
 * @param settings lines of HOCON for a file of settings; comments among them
 * @param commands to run with them
 */
public record Advice(List<String> sentences, List<String> settings, List<String> commands) {
    public Advice {
        sentences = List.copyOf(sentences);
        settings = List.copyOf(settings);
        commands = List.copyOf(commands);
    }

    static Advice of(InspectionReport report) {
        if (report.places().stream().anyMatch(place -> !place.refusals().isEmpty())) {
            return new Advice(List.of(mend(report)), List.of(), List.of());
        }
        if (report.places().stream().allMatch(place -> place.counts().crops() == 0)) {
            return new Advice(List.of("There are no crops to advise on."), List.of(), List.of());
        }
        TrainingForm form = TrainingForm.of(report);
        Conversion conversion = new Conversion(report, form);
        PasteBlock block = PasteBlock.of(report, form, conversion);
        return new Advice(
                new AdviceText(report, form, conversion).sentences(), block.settings(), block.commands());
    }

    private static String mend(InspectionReport report) {
        boolean unreadable = report.places().stream()
                .anyMatch(place -> !place.refusals().isEmpty() && !place.unreadable().isEmpty());
        return unreadable
                ? "Nothing is advised for what a rebuild refuses: mend or take away what cannot be read, or pass it over"
                        + " with on-bad-recording = skip, then look again."
                : "Nothing is advised for what a rebuild refuses: do what is said above, then look again.";
    }

    /** One line. */
    public String text() {
        return String.join(" ", sentences);
    }
}
