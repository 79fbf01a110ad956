package io.cropmill.report;

import java.util.List;

/**
 * What a rebuild did.
 *
 * @param result where it is: the folder of the version
 * @param groups all recordings, by what was done with them
 * @param skipped bad recordings that were left out
 * @param contents of what was built
 * @param footprint of what was built
 * @param nanos that the whole run took
 * @param next a command that makes sense now
 */
public record RebuildSummary(
        String result,
        List<PlanGroup> groups,
        long skipped,
        Contents contents,
        Footprint footprint,
        long nanos,
        String next) {
    /** For a terminal or a log; ends with a line feed. */
    public String text() {
        Table run = PlanGroup.table(groups);
        if (skipped > 0) {
            run.row("skipped, bad", Figures.count(skipped));
        }
        run.row("time", Figures.seconds(nanos)).row("source read", Figures.rate(footprint.sourceBytes(), nanos));
        return "Published " + result + "\n\n"
                + contents.table().text()
                + "\n" + footprint.table().text()
                + "\n" + run.text()
                + PlanGroup.names(groups)
                + "\nNext: " + next + "\n";
    }
}
