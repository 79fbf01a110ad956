package io.cropmill.report;

import io.cropmill.text.Figures;
import io.cropmill.text.Table;
import java.util.List;

/**
 * What a rebuild did.
 *
 * @param result folder of the version
 * @param holds contents of the whole version
 * @param groups recordings that are not skipped, by what was done with them
 * @param skipped bad recordings
 * @param built contents of the recordings that were built
 * @param footprint bytes of the recordings that were built
 * @param nanos duration of the whole run
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
