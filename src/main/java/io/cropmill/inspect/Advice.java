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
    private static final String MEND = "A rebuild would publish nothing: do what is said above (what is damaged may be"
            + " passed over with on-bad-recording = skip), then look again.";

    public Advice {
        sentences = List.copyOf(sentences);
        settings = List.copyOf(settings);
        commands = List.copyOf(commands);
    }

    static Advice of(InspectionReport report) {
        if (report.places().stream().anyMatch(place -> !place.refusals().isEmpty())) {
            return new Advice(List.of(MEND), List.of(), List.of());
        }
        if (report.places().stream().allMatch(place -> place.counts().crops() == 0)) {
            return new Advice(List.of("There are no crops to advise on."), List.of(), List.of());
        }
        TrainingForm form = TrainingForm.of(report);
        Conversion conversion = new Conversion(report, form);
        PasteBlock block = PasteBlock.of(report, form, conversion);
        return new Advice(new AdviceText(report, form, conversion).sentences(), block.settings(), block.commands());
    }

    /** One line. */
    public String text() {
        return String.join(" ", sentences);
    }
}
