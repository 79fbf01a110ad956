package io.cropmill.report;

import io.cropmill.text.Table;
import java.util.List;

/**
 * What a rebuild would do.
 *
 * @param source URI
 * @param target URI
 * @param groups recordings that are not skipped, by what would be done with them
 * @param skipped bad recordings
 * @param contents contents of the recordings to build
 * @param footprint bytes of the recordings to build
 * @param next command that does it
 */
public record PlanSummary(
        String source,
        String target,
        List<PlanGroup> groups,
        SkippedCount skipped,
        Contents contents,
        Footprint footprint,
        String next) {
    /** For a terminal or a log; ends with a line feed. */
    public String text() {
        Table plan = PlanGroup.table(groups);
        skipped.addTo(plan);
        return "Plan: " + source + " -> " + target + "\n\n"
                + plan.text() + PlanGroup.names(groups)
                + "\n" + contents.table("recordings to build").text()
                + "\n" + footprint.table().text()
                + "\nNothing was written. Next: " + next + "\n";
    }
}
