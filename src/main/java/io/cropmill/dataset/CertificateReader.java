package io.cropmill.dataset;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.JsonCursor;
import io.cropmill.dataset.manifest.ManifestException;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads certificates of all formats so far; one that is damaged, or that is another recording's, is refused by its name. */
final class CertificateReader {
    private static final int LIMIT = 1 << 24;
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final Set<String> KEYS = Set.of(
            "format",
            "recording",
            "version",
            "date",
            "source_root",
            "target_root",
            "crops",
            "points",
            "over_cap",
            "proof",
            "source",
            "outputs",
            "settings");

    /** Since format 2. */
    private static final Set<String> ADDED_KEYS = Set.of("lost");

    private static final Set<String> FILE_KEYS = Set.of("path", "bytes", "sha256");

    private CertificateReader() {}

    static CertifiedPair read(Storage storage, String recording) throws IOException {
        String path = Certificate.path(recording);
        try {
            return pair(recording, JsonCursor.top(path, MAPPER.readTree(storage.readSmall(path, LIMIT))));
        } catch (JsonProcessingException e) {
            throw refused("[" + path + "] Expected JSON, but found " + e.getOriginalMessage());
        } catch (ManifestException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private static CertifiedPair pair(String recording, JsonCursor top) throws ManifestException {
        if (!top.node().isObject()) {
            throw top.unexpected("a certificate, a JSON object");
        }
        long format = top.key("format").integer();
        if (format < 1 || format > Certificate.FORMAT) {
            throw top.key("format").unexpected("a format from 1 to " + Certificate.FORMAT);
        }
        top.object(KEYS, ADDED_KEYS);
        if (!top.key("recording").text().equals(recording)) {
            throw top.key("recording").unexpected("\"" + recording + "\", as the file is called,");
        }
        String version = top.key("version").text();
        if (DatasetLayout.versionNumber(version).isEmpty()) {
            throw top.key("version").unexpected("a version such as v000007");
        }
        List<JsonCursor> outputs = top.key("outputs").items();
        if (outputs.size() < 2) {
            throw top.key("outputs").unexpected("metadata and points");
        }
        return new CertifiedPair(
                recording,
                version,
                count(top.key("crops")),
                count(top.key("points")),
                lostSlots(top),
                file(top.key("source")),
                output(outputs.get(0), DatasetLayout.metadataName(recording)),
                output(outputs.get(1), DatasetLayout.pointsName(recording)));
    }

    /** Certificates of format 1, and the first ones of format 2, do not say. */
    private static long lostSlots(JsonCursor top) throws ManifestException {
        return top.has("lost") && top.key("lost").has("slots")
                ? count(top.key("lost").key("slots"))
                : 0;
    }

    private static FileDigest output(JsonCursor at, String name) throws ManifestException {
        FileDigest file = file(at);
        String version = DatasetLayout.versionOf(file.path());
        if (version.isEmpty() || !file.path().equals(DatasetLayout.path(version, name))) {
            throw at.key("path").unexpected(name + " in a version");
        }
        return file;
    }

    private static FileDigest file(JsonCursor at) throws ManifestException {
        at.object(FILE_KEYS);
        String sha256 = at.key("sha256").text();
        if (!SHA256.matcher(sha256).matches()) {
            throw at.key("sha256").unexpected("64 hexadecimal digits");
        }
        return new FileDigest(at.key("path").text(), count(at.key("bytes")), sha256);
    }

    private static long count(JsonCursor at) throws ManifestException {
        long count = at.integer();
        if (count < 0) {
            throw at.unexpected("a number that is not negative");
        }
        return count;
    }

    /** Never taken for no certificate: a recording whose source is gone would be one that anybody may drop. */
    private static CertificateException refused(String problem) {
        return new CertificateException(problem + "; restore the certificate from a backup or, with the source still"
                + " there, delete it and retire the recording again");
    }
}
