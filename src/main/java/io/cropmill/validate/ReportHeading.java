package io.cropmill.validate;

import java.time.Instant;

/**
 * What a report is about.
 *
 * @param source URI
 * @param dataset URI of the dataset or of the bare folder
 * @param version version that was compared; empty for a bare folder
 * @param created time of the validation
 * @param sample fraction of the crops that were compared
 * @param against other side of the grids: {@code source}, or the folder of the user's own grids
 */
public record ReportHeading(
        String source, String dataset, String version, Instant created, double sample, String against) {
    /** The heading of a report with these settings. */
    public static ReportHeading of(
            String source, String dataset, String version, Instant created, ValidationSettings settings) {
        return new ReportHeading(
                source,
                dataset,
                version,
                created,
                settings.sample(),
                settings.against() == null
                        ? "source"
                        : settings.against().folder().toString());
    }
}
