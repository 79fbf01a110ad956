package io.cropmill.report;

/**
 * What a rebuild would do.
 *
 * @param source URI
 * @param target URI
 * @param build recordings that are new or changed
 * @param unchanged recordings that stay as they are
 * @param vanished recordings of the live version that the source no longer has
 * @param contents of what would be built
 * @param footprint of what would be built
 * @param next the command that does it
 */
public record PlanSummary(
        String source,
        String target,
        long build,
        long unchanged,
        long vanished,
        Contents contents,
        Footprint footprint,
        String next) {
    /** For a terminal or a log; ends with a line feed. */
    public String text() {
        return "Plan: " + source + " -> " + target + "\n\n"
                + new Table()
                        .row("to build", Figures.count(build))
                        .row("unchanged", Figures.count(unchanged))
                        .row("vanished", Figures.count(vanished))
                        .text()
                + "\n" + contents.table().text()
                + "\n" + footprint.table().text()
                + "\nNothing was written. Next: " + next + "\n";
    }
}
