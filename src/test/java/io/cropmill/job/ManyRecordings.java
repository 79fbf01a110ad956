package io.cropmill.job;

import io.cropmill.crop.PaddedFile;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.ManifestJson;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingFiles;
import io.cropmill.dataset.manifest.SourceFile;
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
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;

/** A dataset of very many small recordings that are all alike: one is built, the others are links to it. */
final class ManyRecordings {
    /** ext4 has no more than 65,000 names for a file. */
    private static final int LINKS = 50_000;

    private ManyRecordings() {}

    /** Makes {@code source} and {@code target} in an empty folder. */
    static void make(Path folder, int recordings) throws IOException {
        Path source = folder.resolve("source");
        Path target = folder.resolve("target");
        PaddedFile.write(source.resolve(name(0) + ".npy"), 4, 1, 3);
        Rebuilds.run(uri(source), uri(target), "rasters.default.height=2", "rasters.default.width=2");
        for (int i = 1; i < recordings; i++) {
            alike(source, i, name -> name + ".npy");
        }
        try (Storage from = Storages.of(source.toString(), new Configuration(false));
                Storage to = Storages.of(target.toString(), new Configuration(false))) {
            Manifest one = new Dataset(to).manifest("v000001");
            RecordingEntry first = one.recordings().get(0);
            List<RecordingEntry> entries = new ArrayList<>();
            for (SourceRecording recording : SourceListing.of(from)) {
                entries.add(linked(target, first, recording, entries.size()));
            }
            Manifest many = Manifest.of(one.version(), one.base(), one.created(), one.recipe(), entries, List.of());
            try (OutputStream out = Files.newOutputStream(target.resolve("v000001/manifest.json"))) {
                ManifestJson.write(many, out);
            }
        }
    }

    private static RecordingEntry linked(Path target, RecordingEntry first, SourceRecording recording, int number)
            throws IOException {
        RecordingFiles files = first.files();
        Map<String, WrittenFile> rasters = new TreeMap<>();
        for (Map.Entry<String, WrittenFile> raster : files.rasters().entrySet()) {
            rasters.put(raster.getKey(), link(target, first, number, raster.getValue()));
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
                        link(target, first, number, files.metadata()),
                        link(target, first, number, files.points()),
                        rasters));
    }

    private static WrittenFile link(Path target, RecordingEntry first, int number, WrittenFile file)
            throws IOException {
        if (number > 0) {
            alike(target, number, name -> file.path().replace(first.name(), name));
        }
        return new WrittenFile(file.path().replace(first.name(), name(number)), file.bytes(), file.crc32c());
    }

    /** The file of one recording for another. */
    private static void alike(Path folder, int number, UnaryOperator<String> fileOf) throws IOException {
        Path path = folder.resolve(fileOf.apply(name(number)));
        Files.createDirectories(path.getParent());
        if (number % LINKS == 0) {
            Files.copy(folder.resolve(fileOf.apply(name(0))), path, StandardCopyOption.COPY_ATTRIBUTES);
        } else {
            Files.createLink(path, folder.resolve(fileOf.apply(name(number - number % LINKS))));
        }
    }

    private static String name(int recording) {
        return String.format(Locale.ROOT, "drive-%03d/%06d", recording / 1000, recording);
    }

    static URI uri(Path folder) {
        return URI.create("file://" + folder);
    }
}
