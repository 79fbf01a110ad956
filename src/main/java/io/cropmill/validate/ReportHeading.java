package io.cropmill.validate;

import java.time.Instant;

/**
 * What a report is about.
 *
 * @param source URI
 * @param dataset URI of the dataset or of the bare folder
 * @param version that was looked at, empty for a bare folder
 * @param created when
 */
public record ReportHeading(String source, String dataset, String version, Instant created) {}
