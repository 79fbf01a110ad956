package io.cropmill.spark;

import io.cropmill.crop.PaddedFile;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.Manifest;
import io.cropmill.dataset.ManifestJson;
import io.cropmill.dataset.RecordingEntry;
import io.cropmill.dataset.RecordingFiles;
import io.cropmill.dataset.SourceFile;
import io.cropmill.rebuild.SourceListing;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/** A dataset of very many small recordings that are all alike: one is built, the others are links to it. */
final class ManyRecordings {
    private ManyRecordings() {}

    /** Makes {@code source} and {@code target} in an empty folder. */
    static void make(Path folder, int recordings) throws IOException {
        Path source = folder.resolve("source");
        Path target = folder.resolve("target");
        PaddedFile.write(source.resolve(name(0) + ".npy"), 4, 1, 3);
        Rebuilds.run(uri(source), uri(target), "rasters.default.height=2", "rasters.default.width=2");
        for (int i = 1; i < recordings; i++) {
            Files.createDirectories(source.resolve(name(i)).getParent());
            Files.createLink(source.resolve(name(i) + ".npy"), source.resolve(name(0) + ".npy"));
        }
        try (Storage from = Storages.of(source.toString(), new Configuration(false));
                Storage to = Storages.of(target.toString(), new Configuration(false))) {
            Manifest one = new Dataset(to).manifest("v000001");
            RecordingEntry first = one.recordings().get(0);
            List<RecordingEntry> entries = new ArrayList<>();
            for (SourceRecording recording : SourceListing.of(from)) {
                entries.add(linked(target, first, recording));
            }
            Manifest many = Manifest.of(one.version(), one.base(), one.created(), one.recipe(), entries, List.of());
            try (OutputStream out = Files.newOutputStream(target.resolve("v000001/manifest.json"))) {
                ManifestJson.write(many, out);
            }
        }
    }

    private static RecordingEntry linked(Path target, RecordingEntry first, SourceRecording recording)
            throws IOException {
        RecordingFiles files = first.files();
        Map<String, WrittenFile> rasters = new TreeMap<>();
        for (Map.Entry<String, WrittenFile> raster : files.rasters().entrySet()) {
            rasters.put(raster.getKey(), link(target, first, recording, raster.getValue()));
        }
        SourceFile source = recording.described().withRow(first.source().row());
        return new RecordingEntry(
                recording.name(),
                first.crops(),
                first.points(),
                first.overCap(),
                first.builtIn(),
                first.state(),
                source,
                new RecordingFiles(
                        link(target, first, recording, files.metadata()),
                        link(target, first, recording, files.points()),
                        rasters));
    }

    private static WrittenFile link(Path target, RecordingEntry first, SourceRecording recording, WrittenFile file)
            throws IOException {
        String path = file.path().replace(first.name(), recording.name());
        if (!path.equals(file.path())) {
            Files.createDirectories(target.resolve(path).getParent());
            Files.createLink(target.resolve(path), target.resolve(file.path()));
        }
        return new WrittenFile(path, file.bytes(), file.crc32c());
    }

    private static String name(int recording) {
        return String.format(Locale.ROOT, "drive-%03d/%06d", recording / 1000, recording);
    }

    static URI uri(Path folder) {
        return URI.create("file://" + folder);
    }

    /**
     * Prints what a night without changes costs beside a plain listing of both folders.
     *
     * @param args an empty folder, and how many recordings
     */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        int recordings = Integer.parseInt(args[1]);
        make(folder, recordings);
        Path source = folder.resolve("source");
        Path target = folder.resolve("target");
        int times = 12;
        double[] listing = new double[times];
        double[] night = new double[times];
        for (int i = 0; i < times; i++) {
            listing[i] = seconds(() -> list(source, target));
            night[i] = seconds(() -> night(source, target));
        }
        Arrays.sort(listing);
        Arrays.sort(night);
        // The least of each: what other work on the machine adds is on neither side.
        double list = listing[0];
        double plan = night[0];
        System.out.printf(
                Locale.ROOT,
                "ManyRecordings: %,d recordings, listing %.3f s, whole night without changes %.3f s: %.2f x; heap at most"
                        + " %,d MB, used after collection %,d MB%n",
                recordings,
                list,
                plan,
                plan / list,
                Runtime.getRuntime().maxMemory() >> 20,
                used() >> 20);
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private interface Work {
        void run() throws IOException;
    }

    private static double seconds(Work work) throws IOException {
        long start = System.nanoTime();
        work.run();
        return (System.nanoTime() - start) / 1e9;
    }

    private static void list(Path source, Path target) throws IOException {
        try (Storage from = Storages.of(source.toString(), new Configuration(false));
                Storage to = Storages.of(target.toString(), new Configuration(false))) {
            int files = from.walk("").size() + to.walk("v000001").size();
            if (files == 0) {
                throw new IOException("nothing listed");
            }
        }
    }

    private static void night(Path source, Path target) throws IOException {
        JobOutcome outcome =
                Rebuilds.run(uri(source), uri(target), "rasters.default.height=2", "rasters.default.width=2");
        if (outcome.status() != JobOutcome.Status.NOTHING) {
            throw new IOException(outcome.text());
        }
    }
}
