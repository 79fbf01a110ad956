package io.cropmill.job;

import io.cropmill.job.Jobs.RebuildRequest;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/**
 * What it costs to find out that nothing changed, beside a plain listing of source and live version that looks at every
 * file once. {@code jobs/benchmark-planning} runs it. The sides take turns, so that what else the machine does falls on all.
 */
final class PlanningBenchmark {
    private static final int WARMUP = 5;

    private final Path source;
    private final Path target;

    private PlanningBenchmark(Path folder) {
        this.source = folder.resolve("source");
        this.target = folder.resolve("target");
    }

    private interface Work {
        void run() throws IOException;
    }

    /** Something that is timed, and how long it took each time. */
    private record Side(String name, Work work, double[] seconds) {
        void time(int round) throws IOException {
            long start = System.nanoTime();
            work.run();
            seconds[round] = (System.nanoTime() - start) / 1e9;
        }

        double median() {
            double[] sorted = seconds.clone();
            Arrays.sort(sorted);
            return sorted[sorted.length / 2];
        }
    }

    /**
     * Prints medians, and how many times the plain listing they are.
     *
     * @param args a folder that is empty or has the dataset already, how many recordings, how often
     */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        if (!Files.exists(folder.resolve("target/CURRENT"))) {
            ManyRecordings.make(folder, Integer.parseInt(args[1]));
        }
        new PlanningBenchmark(folder).run(Integer.parseInt(args[2]));
    }

    private void run(int rounds) throws IOException {
        List<Side> sides = List.of(
                new Side("plain listing of source and live version", this::list, new double[rounds]),
                new Side("find -printf of the same, a process each", this::find, new double[rounds]),
                new Side("listing by Storage.walk", this::walk, new double[rounds]),
                new Side("planning (--dry-run)", this::plan, new double[rounds]),
                new Side("whole night without changes", this::night, new double[rounds]));
        LeftByCollections heap = LeftByCollections.watch();
        for (int round = 0; round < WARMUP + rounds; round++) {
            for (Side side : sides) {
                side.time(Math.max(0, round - WARMUP));
            }
        }
        System.out.printf(Locale.ROOT, "%,d recordings, medians of %d:%n", recordings(), rounds);
        for (Side side : sides) {
            System.out.printf(
                    Locale.ROOT,
                    "  %-42s %8.3f s %6.2f x%n",
                    side.name(),
                    side.median(),
                    side.median() / sides.get(0).median());
        }
        System.out.printf(
                Locale.ROOT,
                "  heap: %,d MB allowed, %,d MB left by a collection at most, %,d MB in the end%n",
                Runtime.getRuntime().maxMemory() >> 20,
                heap.most() >> 20,
                used() >> 20);
    }

    private int recordings() throws IOException {
        try (Storage to = Storages.of(target.toString(), new Configuration(false))) {
            return LiveVersion.manifest(to, Optional.empty()).recordings().size();
        }
    }

    private void list() throws IOException {
        List<String> found = new ArrayList<>();
        SimpleFileVisitor<Path> noting = new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                found.add(file + " " + attributes.size() + " "
                        + attributes.lastModifiedTime().toMillis());
                return FileVisitResult.CONTINUE;
            }
        };
        Files.walkFileTree(source, noting);
        Files.walkFileTree(target.resolve("v000001"), noting);
        require(!found.isEmpty(), "nothing listed");
    }

    private void find() throws IOException {
        for (Path folder : List.of(source, target.resolve("v000001"))) {
            Process process = new ProcessBuilder(
                            "find", folder.toString(), "-type", "f", "-printf", "%P %s %T@ %i %C@\\n")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            require(process.onExit().join().exitValue() == 0, "find failed");
        }
    }

    private void walk() throws IOException {
        try (Storage from = Storages.of(source.toString(), new Configuration(false));
                Storage to = Storages.of(target.toString(), new Configuration(false))) {
            require(from.walk("").size() + to.walk("v000001").size() > 0, "nothing listed");
        }
    }

    private void plan() throws IOException {
        JobOutcome outcome = rebuild(Set.of(RebuildRequest.RebuildOption.DRY_RUN));
        require(outcome.status() == ExitCode.DONE, outcome.text());
    }

    private void night() throws IOException {
        JobOutcome outcome = rebuild(Set.of());
        require(outcome.status() == ExitCode.NOTHING, outcome.text());
    }

    private JobOutcome rebuild(Set<RebuildRequest.RebuildOption> options) throws IOException {
        return Rebuilds.run(
                ManyRecordings.uri(source),
                ManyRecordings.uri(target),
                options,
                "rasters.default.height=2",
                "rasters.default.width=2");
    }

    private static void require(boolean holds, String otherwise) throws IOException {
        if (!holds) {
            throw new IOException(otherwise);
        }
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
