package io.cropmill.spark;

import io.cropmill.dataset.Certificates;
import io.cropmill.dataset.CertifiedPair;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.FileDigest;
import io.cropmill.dataset.RecordingEntry;
import io.cropmill.dataset.RecordingState;
import io.cropmill.dataset.StoredRecording;
import io.cropmill.dataset.StoredRecording.DamagedFile;
import io.cropmill.rebuild.RetiredSource;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.rebuild.SplitPlan;
import io.cropmill.storage.WrittenFile;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;

/** Stages on executors that compare what is stored, of retired recordings above all, with manifest and certificates. */
public final class RetiredStages {
    private static final int MOST_TOLD = 5;

    private final JavaSparkContext spark;
    private final Locations locations;

    RetiredStages(JavaSparkContext spark, Locations locations) {
        this.spark = spark;
        this.locations = locations;
    }

    /** Digests what has the names of retired recordings in the source. */
    public List<RetiredSource> sources(List<SourceRecording> recordings) throws IOException {
        return Stage.run(
                spark,
                "Digest the sources of " + Stage.naming(recordings, SourceRecording::name),
                tasks(SplitPlan.tasks(recordings, SourceRecording::bytes, Cores.of(spark))),
                new SourceFunction(locations));
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
        List<FileDigest> found = Stage.run(
                spark,
                "Compare " + Stage.naming(retired, RecordingEntry::name) + " with their certificates",
                tasks(SplitPlan.tasks(files, WrittenFile::bytes, Cores.of(spark))),
                new PairFunction(locations));
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
        return Stage.run(
                spark,
                "Read back "
                        + Stage.naming(
                                recordings, recording -> recording.entry().name()),
                tasks(SplitPlan.tasks(
                        recordings, recording -> recording.entry().files().bytes(), Cores.of(spark))),
                new ReadBackFunction(locations));
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

    private static <T extends java.io.Serializable> List<Stage.Task<T>> tasks(List<List<T>> tasks) {
        return tasks.stream().map(items -> new Stage.Task<>(items, List.of())).toList();
    }

    private record SourceFunction(Locations locations)
            implements FlatMapFunction<Iterator<SourceRecording>, RetiredSource> {
        @Override
        public Iterator<RetiredSource> call(Iterator<SourceRecording> recordings) throws IOException {
            return locations
                    .open((source, target) -> {
                        List<RetiredSource> read = new ArrayList<>();
                        while (recordings.hasNext()) {
                            read.add(RetiredSource.of(source, recordings.next()));
                        }
                        return read;
                    })
                    .iterator();
        }
    }

    private record ReadBackFunction(Locations locations)
            implements FlatMapFunction<Iterator<StoredRecording>, DamagedFile> {
        @Override
        public Iterator<DamagedFile> call(Iterator<StoredRecording> recordings) throws IOException {
            return locations
                    .open((source, target) -> {
                        List<DamagedFile> damaged = new ArrayList<>();
                        while (recordings.hasNext()) {
                            damaged.addAll(recordings.next().damagedFiles(target));
                        }
                        return damaged;
                    })
                    .iterator();
        }
    }

    private record PairFunction(Locations locations) implements FlatMapFunction<Iterator<WrittenFile>, FileDigest> {
        @Override
        public Iterator<FileDigest> call(Iterator<WrittenFile> files) throws IOException {
            return locations
                    .open((source, target) -> {
                        List<FileDigest> digests = new ArrayList<>();
                        while (files.hasNext()) {
                            digests.add(FileDigest.of(target, files.next().path()));
                        }
                        return digests;
                    })
                    .iterator();
        }
    }
}
