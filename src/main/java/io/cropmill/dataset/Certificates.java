package io.cropmill.dataset;

import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The certificates of a dataset's retired recordings, read and checked. They are truth beside the manifests: a version
 * without one of these recordings cannot be published, whatever CURRENT, marks and sources say, for their sources may be
 * deleted.
 */
public final class Certificates {
    private final SortedMap<String, CertifiedPair> pairs;

    private Certificates(SortedMap<String, CertifiedPair> pairs) {
        this.pairs = pairs;
    }

    /** Reads all; whatever else lies among them is refused, since it may be one whose name was changed. */
    public static Certificates of(Storage storage) throws IOException {
        SortedMap<String, CertifiedPair> pairs = new TreeMap<>(StoragePath.UTF8_ORDER);
        for (FileEntry file : storage.walk(DatasetLayout.RETIRED)) {
            Optional<String> recording = Certificate.recording(file.path());
            if (recording.isEmpty()) {
                throw new CertificateException("[" + file.path() + "] Expected certificates in " + DatasetLayout.RETIRED
                        + "/ alone, files <recording>.json, but found another file; move it away");
            }
            pairs.put(recording.get(), CertificateReader.read(storage, recording.get()));
        }
        return new Certificates(pairs);
    }

    /** The certificate of a recording. */
    public Optional<CertifiedPair> of(String recording) {
        return Optional.ofNullable(pairs.get(recording));
    }

    /** All, in the order of the recordings' names. */
    public Collection<CertifiedPair> all() {
        return pairs.values();
    }

    /** Names of the certified recordings that a manifest does not have as retired. */
    List<String> missing(Manifest manifest) {
        Set<String> retired = retired(manifest).map(RecordingEntry::name).collect(Collectors.toSet());
        return pairs.keySet().stream().filter(name -> !retired.contains(name)).toList();
    }

    /** Where a manifest has another pair than the one that was certified, in words; nothing if it nowhere does. */
    Optional<String> difference(Manifest manifest) {
        return retired(manifest)
                .flatMap(entry -> of(entry.name()).flatMap(pair -> pair.difference(entry)).stream())
                .findFirst();
    }

    private static Stream<RecordingEntry> retired(Manifest manifest) {
        return manifest.recordings().stream().filter(entry -> entry.state() == RecordingState.RETIRED);
    }
}
