package io.cropmill.rebuild;

import io.cropmill.config.Settings.Fingerprint;
import io.cropmill.dataset.manifest.SourceFile;
import io.cropmill.storage.FileEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Tonight's fingerprints of the source, and their comparison with those of another night. Two forms: what the file system
 * says of a file, {@code 1700000000000:12:34}, with {@code folders:...} where crop fields come from the names of folders,
 * and behind it, if contents were read, {@code sha256:...}.
 *
 * @param kind which of them is compared
 * @param contents with {@link Fingerprint#CONTENT}: hashes in hexadecimal digits, by recording
 */
public record SourceFingerprints(Fingerprint kind, Map<String, String> contents) {
    private static final String CONTENT = " sha256:";

    public SourceFingerprints {
        contents = Map.copyOf(contents);
    }

    /** Those that the listing alone gives. */
    public static SourceFingerprints ofListing() {
        return new SourceFingerprints(Fingerprint.STAT, Map.of());
    }

    /**
     * Those of contents.
     *
     * @param files of all the recordings, each once
     * @param problems takes the problems of recordings' files
     */
    public static SourceFingerprints ofContents(
            List<SourceRecording> recordings, List<ContentHash> files, RecordingProblems problems) {
        Map<String, ContentHash> byPath = new HashMap<>();
        files.forEach(file -> byPath.put(file.file().path(), file));
        Map<String, String> contents = new HashMap<>();
        for (SourceRecording recording : recordings) {
            List<String> hashes = new ArrayList<>();
            for (FileEntry file : recording.files()) {
                ContentHash hash = Objects.requireNonNull(byPath.get(file.path()));
                if (hash.problem() != null) {
                    problems.add(recording, hash.problem());
                    break;
                }
                hashes.add(Objects.requireNonNull(hash.hash()));
            }
            if (hashes.size() == recording.files().size()) {
                contents.put(recording.name(), ContentHash.joined(hashes));
            }
        }
        return new SourceFingerprints(Fingerprint.CONTENT, contents);
    }

    /** What the manifest says of a recording's source. */
    public SourceFile of(SourceRecording recording) {
        SourceFile listed = recording.described();
        String content = contents.get(recording.name());
        return content == null
                ? listed
                : new SourceFile(listed.path(), listed.bytes(), listed.fingerprint() + CONTENT + content);
    }

    /** What the manifest says of the source of a recording that is built. */
    public SourceFile of(PlannedRecording recording) {
        return of(recording.source()).withRow(recording.row());
    }

    /** True if a source is as it was; if contents are compared, a source without a hash of its content is not. */
    public boolean same(SourceFile before, SourceRecording now) {
        SourceFile found = of(now);
        boolean alike = before.path().equals(found.path()) && before.bytes() == found.bytes();
        return alike
                && switch (kind) {
                    case STAT -> listed(before).equals(listed(found));
                    case CONTENT ->
                        !content(found).isEmpty()
                                && content(before).equals(content(found))
                                && folders(before).equals(folders(found));
                };
    }

    /**
     * True if a source is not the one that it was. Where no contents can be compared, a file of that length and
     * modification time is: owner, mode and links of a file change its identity, and a backup puts another in its place.
     */
    boolean differ(SourceFile before, SourceRecording now) {
        SourceFile found = of(now);
        if (!content(before).isEmpty() && !content(found).isEmpty()) {
            return !same(before, now);
        }
        return !before.path().equals(found.path())
                || before.bytes() != found.bytes()
                || !modified(before).equals(modified(found))
                || !folders(before).equals(folders(found));
    }

    private static String modified(SourceFile file) {
        int end = file.fingerprint().indexOf(':');
        return end < 0 ? file.fingerprint() : file.fingerprint().substring(0, end);
    }

    private static String listed(SourceFile file) {
        int end = file.fingerprint().indexOf(CONTENT);
        return end < 0 ? file.fingerprint() : file.fingerprint().substring(0, end);
    }

    private static String folders(SourceFile file) {
        int start = listed(file).indexOf(SourceRecording.FOLDERS);
        return start < 0 ? "" : listed(file).substring(start);
    }

    private static String content(SourceFile file) {
        int start = file.fingerprint().indexOf(CONTENT);
        return start < 0 ? "" : file.fingerprint().substring(start + CONTENT.length());
    }
}
