package io.cropmill.spark;

import io.cropmill.report.HtmlReport;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import io.cropmill.validate.ValidationJson;
import io.cropmill.validate.ValidationReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** The files that a report is kept in. */
public final class ValidationFiles {
    private static final String JSON = "validation.json";
    private static final String HTML = "report.html";

    private ValidationFiles() {}

    /** Writes them to a folder of a storage ({@code ""} is its root), over those of an earlier run. */
    public static void write(Storage storage, String folder, ValidationReport report) throws IOException {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        ValidationJson.write(report, json);
        storage.replace(StoragePath.join(folder, JSON), json.toByteArray());
        ByteArrayOutputStream html = new ByteArrayOutputStream();
        HtmlReport.write(report, html);
        storage.replace(StoragePath.join(folder, HTML), html.toByteArray());
    }
}
