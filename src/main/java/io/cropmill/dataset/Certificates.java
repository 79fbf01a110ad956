package io.cropmill.dataset;

import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The certificates of a dataset's retired recordings, read and checked. They are truth beside the manifests: a version
 * without one of these recordings cannot be published, whatever CURRENT, marks and sources say, for their sources may be
 * deleted.
 */
public final class Certificates {
    private static final int THREADS = 16;

    private final SortedMap<String, CertifiedPair> pairs;

    private Certificates(SortedMap<String, CertifiedPair> pairs) {
        this.pairs = pairs;
    }

    /** Reads all; whatever else lies among them is refused, since it may be one whose name was changed. */
    public static Certificates of(Storage storage) throws IOException {
        List<String> recordings = new ArrayList<>();
        for (FileEntry file : storage.walk(DatasetLayout.RETIRED)) {
            Optional<String> recording = Certificate.recording(file.path());
            if (recording.isEmpty()) {
                throw new CertificateException("[" + file.path() + "] Expected certificates in " + DatasetLayout.RETIRED
                        + "/ alone, files <recording>.json, but found another file; move it away");
            }
            recordings.add(recording.get());
        }
        return new Certificates(read(storage, recordings));
    }

    /** Several at a time: each is a small file, for which a cluster takes milliseconds. */
    private static SortedMap<String, CertifiedPair> read(Storage storage, List<String> recordings) throws IOException {
        SortedMap<String, CertifiedPair> pairs = new TreeMap<>(StoragePath.UTF8_ORDER);
        if (recordings.isEmpty()) {
            return pairs;
        }
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(THREADS, recordings.size()));
        try {
            Deque<Future<CertifiedPair>> reads = new ArrayDeque<>();
            for (String recording : recordings) {
                reads.add(threads.submit(() -> CertificateReader.read(storage, recording)));
            }
            for (String recording : recordings) {
                pairs.put(recording, reads.remove().get());
            }
            return pairs;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while certificates were read");
        } finally {
            threads.shutdownNow();
        }
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
