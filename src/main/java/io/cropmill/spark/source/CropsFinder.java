package io.cropmill.spark.source;

import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.DatasetLayout;
import io.cropmill.dataset.Manifest;
import io.cropmill.dataset.RecordingEntry;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import io.cropmill.storage.Storages;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/** Finds recordings of crops: the live or another version of a dataset, a folder of pairs, or padded {@code .npy} files. */
final class CropsFinder {
    private static final int THREADS = 16;
    private static final String POINTS = ".points.npy";

    private final SourceOptions options;
    private final Configuration hadoop;
    private final FileFinder finder;

    CropsFinder(SourceOptions options, Configuration hadoop) {
        this.options = options;
        this.hadoop = hadoop;
        this.finder = new FileFinder(options, hadoop);
    }

    List<FoundFile> find(String location) throws IOException {
        try (FileFinder.Place place = finder.open(location)) {
            if (place.name().isEmpty()) {
                Storage storage = place.storage();
                Dataset dataset = new Dataset(storage);
                Optional<String> version =
                        options.version().isEmpty() ? dataset.current() : Optional.of(options.version());
                if (version.isPresent()) {
                    return version(storage, dataset, version.get());
                }
                if (storage.stat(DatasetLayout.MANIFEST).isPresent()) {
                    return versionFolder(storage);
                }
                List<FoundFile> pairs = pairs(storage);
                if (!pairs.isEmpty()) {
                    return pairs;
                }
            }
        }
        return finder.find(List.of(location), new NpyForms(options)::crops);
    }

    private List<FoundFile> versionFolder(Storage folder) throws IOException {
        String root = folder.root().toString();
        String bare = root.endsWith("/") ? root.substring(0, root.length() - 1) : root;
        int slash = bare.lastIndexOf('/');
        try (Storage storage = Storages.of(java.net.URI.create(bare.substring(0, slash)), hadoop)) {
            return version(storage, new Dataset(storage), bare.substring(slash + 1));
        }
    }

    private List<FoundFile> version(Storage storage, Dataset dataset, String version) throws IOException {
        if (DatasetLayout.versionNumber(version).isEmpty() || !dataset.hasManifest(version)) {
            throw new IOException("[" + storage.root() + "] Expected version " + version + ", but found "
                    + dataset.versions() + "; name one of those with the option version");
        }
        Manifest manifest = dataset.manifest(version);
        RecordType point = record(
                DatasetLayout.path(version, DatasetLayout.MANIFEST),
                manifest.recipe().pointDtype());
        if (manifest.recordings().isEmpty()) {
            throw new IOException("[" + DatasetLayout.path(version, DatasetLayout.MANIFEST)
                    + "] Expected recordings, but found none");
        }
        return Together.map(manifest.recordings(), THREADS, entry -> pair(storage, entry, point));
    }

    private static RecordType record(String file, String descr) throws IOException {
        try {
            if (Dtype.parse(descr) instanceof RecordType record) {
                return record;
            }
        } catch (IllegalArgumentException e) {
            throw new IOException("[" + file + "] Expected a type of points, but found " + descr, e);
        }
        throw new IOException("[" + file + "] Expected a record as the type of points, but found " + descr);
    }

    private FoundFile pair(Storage storage, RecordingEntry entry, RecordType point) throws IOException {
        FileEntry metadata = present(storage, entry.files().metadata());
        FileEntry points = present(storage, entry.files().points());
        return pair(storage, entry.name(), metadata, points, point);
    }

    private static FileEntry present(Storage storage, WrittenFile file) throws IOException {
        FileEntry found = storage.stat(file.path()).orElse(null);
        if (found == null || found.bytes() != file.bytes()) {
            throw new IOException("[" + file.path() + "] Expected " + file.bytes()
                    + " bytes, as the manifest says, but found " + (found == null ? "no file" : found.bytes()));
        }
        return found;
    }

    private FoundFile pair(Storage storage, String name, FileEntry metadata, FileEntry points, RecordType point)
            throws IOException {
        NpyHeader header = FileFinder.header(storage, metadata);
        RowForm form = finder.shared(NpyForms.pair(metadata.path(), header, point));
        return new FoundFile(storage.root(), metadata, points, name, form, header.rows());
    }

    /** Pairs of a folder without a manifest; nothing where there are none. */
    private List<FoundFile> pairs(Storage storage) throws IOException {
        Map<String, FileEntry> files = storage.walk("").stream()
                .filter(file -> file.path().endsWith(".npy"))
                .collect(Collectors.toMap(FileEntry::path, file -> file, (one, other) -> one, HashMap::new));
        List<FileEntry> points = files.values().stream()
                .filter(file -> file.path().endsWith(POINTS))
                .sorted(Comparator.comparing(FileEntry::path, StoragePath.UTF8_ORDER))
                .toList();
        List<FoundFile> pairs = new ArrayList<>();
        for (FileEntry file : points) {
            String name = file.path().substring(0, file.path().length() - POINTS.length());
            FileEntry metadata = files.get(name + ".npy");
            if (metadata == null) {
                throw new IOException(
                        "[" + file.path() + "] Expected its pair " + name + ".npy beside it, but found no such file");
            }
            pairs.add(pair(storage, name, metadata, file, pointType(file.path(), FileFinder.header(storage, file))));
        }
        requireNoOthers(files, pairs);
        pairs.sort(Comparator.comparing(FoundFile::recording, StoragePath.UTF8_ORDER));
        return pairs;
    }

    /** Beside pairs there may be rasters, not other recordings. */
    private static void requireNoOthers(Map<String, FileEntry> files, List<FoundFile> pairs) throws IOException {
        if (pairs.isEmpty()) {
            return;
        }
        Map<String, FileEntry> others = new HashMap<>(files);
        pairs.forEach(pair -> others.remove(pair.recording() + ".npy"));
        others.keySet()
                .removeIf(path -> path.endsWith(POINTS)
                        || path.matches("(?s).*\\.(raster|raster-[^/]*|grids|rows|counts)\\.npy"));
        Optional<String> other = others.keySet().stream().min(StoragePath.UTF8_ORDER);
        if (other.isPresent()) {
            throw new IOException("[" + other.get() + "] Expected pairs alone, as "
                    + pairs.get(0).file().path()
                    + " is one, but found a file without points beside it; load them apart");
        }
    }

    /** Records name their fields; plain points are named by the option. */
    private RecordType pointType(String file, NpyHeader header) throws IOException {
        if (header.dtype() instanceof RecordType record && header.shape().size() == 1) {
            return record;
        }
        if (header.dtype() instanceof ScalarType scalar && header.shape().size() == 2) {
            RecordType.Builder record = new RecordType.Builder();
            options.pointFields()
                    .forEach(field -> record.add(
                            field.name(),
                            field.width() <= 1 ? scalar : new SubArrayType(scalar, List.of((long) field.width()))));
            RecordType named = record.build();
            if (named.itemSize() == header.rowBytes()) {
                return named;
            }
        }
        throw new IOException(
                "[" + file + "] Expected a 1-D array of records, or an (M, K) array whose columns the option"
                        + " pointFields names (\"xy:2, height\"), but found "
                        + header.dtype().descr() + " of shape "
                        + header.shape());
    }
}
