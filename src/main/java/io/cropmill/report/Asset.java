package io.cropmill.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** A script or style sheet that every page carries. Its text never changes while the program runs. */
enum Asset {
    STYLE("report.css"),
    CHARTS("chart.js/chart.umd.min.js"),
    SCRIPT("report.js");

    private final String text;

    Asset(String resource) {
        this.text = read(resource);
    }

    String text() {
        return text;
    }

    /** The name of this text in a content security policy, so that no other script runs in the page. */
    String policySource() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("Every Java has SHA-256", impossible);
        }
    }

    private static String read(String resource) {
        try (InputStream in = Asset.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new AssertionError("The application jar has no " + resource + ": build it with mvn package");
            }
            // A browser would request a source map over the network; it hashes scripts with line feeds only.
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("\r\n", "\n")
                    .replaceAll("(?m)^//# sourceMappingURL=.*$", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
