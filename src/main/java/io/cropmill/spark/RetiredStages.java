package io.cropmill.spark;

import io.cropmill.dataset.Certificates;
import io.cropmill.dataset.CertifiedPair;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.FileDigest;
import io.cropmill.dataset.StoredRecording;
import io.cropmill.dataset.StoredRecording.DamagedFile;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.rebuild.listing.SourceRecording;
import io.cropmill.rebuild.plan.RetiredSource;
import io.cropmill.storage.WrittenFile;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Stages on executors that compare what is stored, of retired recordings above all, with manifest and certificates. */
public record RetiredStages(Cluster cluster) {
    private static final int MOST_TOLD = 5;

    /** Digests what has the names of retired recordings in the source. */
    public List<RetiredSource> sources(List<SourceRecording> recordings) throws IOException {
        return cluster.stage("Digest the sources of", recordings, SourceRecording::name)
                .sized(SourceRecording::bytes)
                .each(task -> recording -> RetiredSource.of(task.source(), recording));
    }

    /**
     * Refuses a pair of a retired recording that was made anew and is not what its certificate says.
     *
     * @param paired names of recordings whose pairs were made anew
     */
    public void requireCertified(List<RecordingEntry> entries, Set<String> paired, Certificates certificates)
            throws IOException {
        List<RecordingEntry> retired = entries.stream()
                .filter(entry -> entry.state() == RecordingState.RETIRED
                        && paired.contains(entry.name())
                        && certificates.of(entry.name()).isPresent())
                .toList();
        List<WrittenFile> files = new ArrayList<>();
        List<CertifiedPair> certified = new ArrayList<>();
        for (RecordingEntry entry : retired) {
            for (WrittenFile file : CertifiedPair.files(entry)) {
                files.add(file);
                certified.add(certificates.of(entry.name()).orElseThrow());
            }
        }
        List<FileDigest> found = cluster.stage("Verify certified", files, WrittenFile::path)
                .sized(WrittenFile::bytes)
                .each(task -> file -> FileDigest.of(task.target(), file.path()));
        for (int i = 0; i < files.size(); i++) {
            String expected = certified.get(i).digestOf(files.get(i)).sha256();
            if (!found.get(i).sha256().equals(expected)) {
                throw new RefusedException("[" + files.get(i).path() + "] Expected the bytes that "
                        + certified.get(i).certificate() + " certifies, sha256 " + expected + ", but found "
                        + found.get(i).sha256() + "; the same source and settings gave other bytes than when "
                        + certified.get(i).recording()
                        + " was retired, and its pair can only be restored from a backup");
            }
        }
    }

    /** Reads files back, whole; those that are damaged, in order. */
    List<DamagedFile> damagedFiles(List<StoredRecording> recordings) throws IOException {
        return cluster
                .stage("Read back", recordings, recording -> recording.entry().name())
                .sized(recording -> recording.entry().files().bytes())
                .each(task -> recording -> new ArrayList<>(recording.damagedFiles(task.target())))
                .stream()
                .flatMap(List::stream)
                .toList();
    }

    /**
     * Refuses pairs that would be taken over and are damaged, though nothing can make them again.
     *
     * @param dataset in which other versions may have the files whole
     */
    public void requireWhole(List<RecordingEntry> entries, Certificates certificates, Dataset dataset)
            throws IOException {
        List<DamagedFile> damaged = damagedFiles(entries.stream()
                .map(entry -> StoredRecording.pair(entry, certificates))
                .toList());
        if (damaged.isEmpty()) {
            return;
        }
        List<String> sentences = new ArrayList<>();
        for (DamagedFile file : damaged.subList(0, Math.min(MOST_TOLD, damaged.size()))) {
            sentences.add(file.sentence() + "; " + file.recording()
                    + " is retired and its source is gone, so the file cannot be made again: " + file.advice(dataset));
        }
        int more = damaged.size() - sentences.size();
        throw new RefusedException(
                String.join("\n", sentences) + (more > 0 ? "\nand " + Figures.counted(more, "more file") : ""));
    }
}
