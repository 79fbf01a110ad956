package io.cropmill.spark;

import io.cropmill.dataset.Certificates;
import io.cropmill.dataset.CertifiedPair;
import io.cropmill.dataset.FileDigest;
import io.cropmill.dataset.RecordingEntry;
import io.cropmill.dataset.RecordingState;
import io.cropmill.rebuild.RetiredSource;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.rebuild.SplitPlan;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;

/** The stages of a rebuild that compare retired recordings with their certificates, on executors. */
final class RetiredStages {
    private final JavaSparkContext spark;
    private final Locations locations;

    RetiredStages(JavaSparkContext spark, Locations locations) {
        this.spark = spark;
        this.locations = locations;
    }

    /** Digests what has the names of retired recordings in the source. */
    List<RetiredSource> sources(List<SourceRecording> recordings) throws IOException {
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
    void requireCertified(List<RecordingEntry> entries, Set<String> paired, Certificates certificates)
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
