package io.cropmill.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.PaddedFile;
import io.cropmill.job.ExitCode;
import io.cropmill.job.JobOutcome;
import io.cropmill.job.Jobs.RebuildRequest;
import io.cropmill.job.LocalSpark;
import io.cropmill.job.RebuildJob;
import io.cropmill.job.Rebuilds;
import io.cropmill.report.Progress;
import io.cropmill.storage.SteppedStorage;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The room that large recordings take while they are joined. */
@Slow
class JoinedPartsTest {
    private static final int CAPACITY = 40;
    private static final Map<URI, Storage> STORAGES = new ConcurrentHashMap<>();

    @TempDir
    Path folder;

    private Path source;
    private Path target;

    /** Local files, with links or without. */
    private static class Joining extends SteppedStorage {
        private final boolean hardLinks;

        Joining(Path target, boolean hardLinks) throws IOException {
            super(Storages.of(target.toString(), new Configuration(false)));
            this.hardLinks = hardLinks;
        }

        @Override
        protected void change(Kind kind, String path, Step step) throws IOException {
            step.run();
        }

        @Override
        public boolean hasHardLinks() {
            return hardLinks;
        }
    }

    @BeforeEach
    void nameFolders() {
        source = folder.resolve("source");
        target = folder.resolve("target");
    }

    /** Where parts are copied, all files of two recordings, one a core, are there twice. */
    @Test
    void asksForRoomForThePartsThatAreJoinedAtATime() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, new int[120]);
        PaddedFile.write(source.resolve("b.npy"), CAPACITY, 1, new int[120]);
        String whole = refused(true, "split-bytes=1 GiB");
        assertThat(whole)
                .startsWith("Nothing was published: Expected room for 26.78 MB (pairs 13.38 kB, raster default 6.64 MB,"
                        + " raster half 3.32 MB, and a margin) at ");
        assertThat(refused(true, "split-bytes=30000")).isEqualTo(whole.replace("26.78 MB", "36.74 MB"));
        assertThat(refused(false, "split-bytes=30000")).isEqualTo(whole);
    }

    private String refused(boolean hardLinks, String splitBytes) throws IOException {
        Joining small = new Joining(target, hardLinks) {
            @Override
            public long freeBytes() {
                return 1_000_000;
            }
        };
        JobOutcome outcome = rebuild(small, "rasters.half.dtype=float16", splitBytes);
        assertThat(outcome.status()).isEqualTo(ExitCode.REFUSED);
        return outcome.text();
    }

    /** As on HDFS in an encryption zone: no links, and yet the parts are copied. */
    @Test
    void partsThatWereCopiedGoOnceAllOfThemAreJoined() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3, 0, 40, 7, 9, 11, 13, 15);
        Set<String> parts = ConcurrentHashMap.newKeySet();
        Set<String> missing = ConcurrentHashMap.newKeySet();
        Set<String> left = ConcurrentHashMap.newKeySet();
        Joining copying = new Joining(target, false) {
            @Override
            public WrittenFile assemble(String path, List<WrittenFile> files) throws IOException {
                files.forEach(part -> parts.add(part.path()));
                WrittenFile whole = super.assemble(path, files);
                for (String part : parts) {
                    if (stat(part).isEmpty()) {
                        missing.add(part);
                    }
                }
                return whole;
            }

            @Override
            public List<String> names(String folder) throws IOException {
                List<String> names = super.names(folder);
                names.stream()
                        .map(name -> folder + "/" + name)
                        .filter(parts::contains)
                        .forEach(left::add);
                return names;
            }
        };
        assertThat(rebuild(copying, "split-bytes=2000").status()).isEqualTo(ExitCode.DONE);
        assertThat(parts).hasSizeGreaterThanOrEqualTo(6);
        assertThat(missing).isEmpty();
        assertThat(left).isEmpty();
        Path other = folder.resolve("other");
        Rebuilds.run(source.toUri(), other.toUri());
        assertThat(Rebuilds.data(target.resolve("v000001"))).isEqualTo(Rebuilds.data(other.resolve("v000001")));
    }

    private JobOutcome rebuild(Storage storage, String... settings) throws IOException {
        LocalSpark.start();
        STORAGES.put(target.toUri(), storage);
        STORAGES.put(storage.root(), storage);
        try {
            RebuildRequest request = new RebuildRequest(
                    source.toUri(), target.toUri(), SettingsLoader.load(Optional.empty(), List.of(settings)), Set.of());
            JavaSparkContext spark = JavaSparkContext.fromSparkContext(SparkContext.getOrCreate());
            return new RebuildJob(spark, Progress.silent(), request, JoinedPartsTest::open).run();
        } finally {
            STORAGES.clear();
        }
    }

    static Storage open(URI location, Configuration hadoop) throws IOException {
        Storage told = STORAGES.get(location);
        return told == null ? Storages.of(location, hadoop) : told;
    }
}
