package io.cropmill.report;

import io.cropmill.dataset.expire.ExpiryPlan;
import io.cropmill.dataset.expire.ExpiryPlan.Removal;
import io.cropmill.text.Figures;
import java.util.List;
import java.util.Locale;

/**
 * What a removal of old versions did, or would do.
 *
 * @param target URI of the dataset
 */
public record ExpirySummary(String target, ExpiryPlan plan) {
    /** What was done; ends with a line feed. */
    public String done() {
        return text("removed", "Freed " + Figures.bytes(plan.freed()) + " of " + target + "\n");
    }

    /** What would be done; ends with a line feed. */
    public String planned() {
        return text(
                "remove",
                "Would free " + Figures.bytes(plan.freed()) + " of " + target
                        + ". Nothing was removed. Next: the same command without --dry-run\n");
    }

    private String text(String verb, String end) {
        StringBuilder text = new StringBuilder();
        plan.kept().forEach((version, why) -> text.append(line("kept", version, why)));
        for (Removal removal : withFiles()) {
            text.append(line(verb, removal.version(), what(removal)));
        }
        plan.notes().forEach(note -> text.append("Note: ").append(note).append('\n'));
        return text.append(text.length() == 0 ? "" : "\n").append(end).toString();
    }

    /** Without folders that were removed before: their files may stay from night to night. */
    private List<Removal> withFiles() {
        return plan.removals().stream().filter(removal -> removal.files() > 0).toList();
    }

    private static String what(Removal removal) {
        String state = switch (removal.state()) {
            case PUBLISHED -> "";
            case UNPUBLISHED, UNFINISHED -> ", left behind by a run that died";
            case REJECTED -> ", whose validation failed";
            case REMAINS, DISCARDED -> ", removed before";
        };
        String used = removal.used().isEmpty()
                ? ""
                : "; " + Figures.counted(removal.used().size(), "file")
                        + (removal.used().size() == 1 ? " stays" : " stay") + ", which kept versions use";
        return Figures.counted(removal.files(), "file") + ", " + Figures.bytes(removal.freed()) + " freed" + state
                + used;
    }

    private static String line(String verb, String version, String rest) {
        return String.format(Locale.ROOT, "%-8s%s  %s\n", verb, version, rest);
    }
}
