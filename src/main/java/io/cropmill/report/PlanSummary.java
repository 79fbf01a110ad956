package io.cropmill.report;

import java.util.List;

/**
 * What a rebuild would do.
 *
 * @param source URI
 * @param target URI
 * @param groups all recordings, by what would be done with them
 * @param contents of what would be built
 * @param footprint of what would be built
 * @param next the command that does it
 */
public record PlanSummary(
        String source, String target, List<PlanGroup> groups, Contents contents, Footprint footprint, String next) {
    /** For a terminal or a log; ends with a line feed. */
    public String text() {
        return "Plan: " + source + " -> " + target + "\n\n"
                + PlanGroup.table(groups).text() + PlanGroup.names(groups)
                + "\n" + contents.table().text()
                + "\n" + footprint.table().text()
                + "\nNothing was written. Next: " + next + "\n";
    }
}
