package io.cropmill.report;

import io.cropmill.text.Figures;
import io.cropmill.text.Table;
import java.util.List;

/**
 * What a rebuild did.
 *
 * @param result where it is: the folder of the version
 * @param holds all that the version holds
 * @param groups all recordings that are not skipped, by what was done with them
 * @param skipped bad recordings
 * @param built what was built
 * @param footprint of what was built
 * @param nanos that the whole run took
 */
public record RebuildSummary(
        String result,
        Contents holds,
        List<PlanGroup> groups,
        SkippedCount skipped,
        Contents built,
        Footprint footprint,
        long nanos) {
    /** For a terminal or a log; ends with a line feed. */
    public String text() {
        Table run = PlanGroup.table(groups);
        skipped.addTo(run);
        run.row("time", Figures.seconds(nanos));
        return "Published " + result + ": " + holds.words() + "\n\n"
                + (built.recordings() > 0 ? built.table("recordings built").text() + "\n" : "")
                + (footprint.targetBytes() > 0 ? footprint.table().text() + "\n" : "")
                + run.text()
                + PlanGroup.names(groups);
    }
}
