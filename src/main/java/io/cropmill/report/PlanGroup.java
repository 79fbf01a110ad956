package io.cropmill.report;

import io.cropmill.text.Figures;
import io.cropmill.text.Table;
import java.util.List;

/**
 * Recordings with which the same is done, for the same reason.
 *
 * @param key action and reason for programs: {@code built_source_changed}
 * @param words the same for people, {@code build, source changed}
 * @param names names of the recordings, in order
 */
public record PlanGroup(String key, String words, List<String> names) {
    private static final int MOST_LISTED = 5;

    public PlanGroup {
        names = List.copyOf(names);
    }

    /** The first names. */
    public String firstNames() {
        String first = String.join(", ", names.subList(0, Math.min(MOST_LISTED, names.size())));
        return names.size() > MOST_LISTED ? first + ", ..." : first;
    }

    static Table table(List<PlanGroup> groups) {
        Table table = new Table();
        groups.forEach(
                group -> table.row(group.words(), Figures.count(group.names().size())));
        return table;
    }

    /** A line a group, after an empty line; not for what stays as it is. */
    static String names(List<PlanGroup> groups) {
        StringBuilder lines = new StringBuilder();
        for (PlanGroup group : groups) {
            if (!group.names().isEmpty() && !group.key().equals("unchanged")) {
                lines.append(group.words())
                        .append(": ")
                        .append(group.firstNames())
                        .append('\n');
            }
        }
        return lines.isEmpty() ? "" : "\n" + lines;
    }
}
