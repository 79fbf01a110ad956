package io.cropmill.frame;

import io.cropmill.config.Settings;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.Recording;
import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.crop.padded.NpyOrigin;
import io.cropmill.crop.ragged.RaggedOrigin;
import io.cropmill.crop.ragged.RaggedPlaces;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.frame.FoundFile.DecodedSource;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.ScalarType;
import io.cropmill.rebuild.SourceListing;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.rebuild.VersionListing;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import io.cropmill.storage.Storages;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.GlobPattern;

/** Finds recordings of crops: the live or another version of a dataset, or any source that {@code rebuild} reads. */
final class CropsFinder {
    private static final int THREADS = 16;

    private final SourceOptions options;
    private final Configuration hadoop;
    private final FileFinder finder;
    private final NpyForms forms;

    CropsFinder(SourceOptions options, Configuration hadoop) {
        this.options = options;
        this.hadoop = hadoop;
        this.finder = new FileFinder(options, hadoop);
        this.forms = new NpyForms(options);
    }

    /** The recordings of all locations, each location's in the order of their names. */
    List<FoundFile> find(List<String> locations) throws IOException {
        List<FoundFile> found = new ArrayList<>();
        for (String location : locations) {
            found.addAll(find(location));
        }
        FileFinder.requireDistinct(
                found,
                "load each location alone, and join them by union once the column " + options.recordingColumn()
                        + " of one has other names");
        return found;
    }

    private List<FoundFile> find(String location) throws IOException {
        try (FileFinder.FileLocation place = finder.open(location)) {
            if (place.name().isEmpty()) {
                Storage storage = place.storage();
                Dataset dataset = new Dataset(storage);
                Optional<String> version =
                        options.version().isEmpty() ? dataset.current() : Optional.of(options.version());
                if (version.isPresent()) {
                    return version(storage, named(dataset, version.get()));
                }
                return storage.stat(DatasetLayout.MANIFEST).isPresent()
                        ? versionFolder(storage, location)
                        : recordings(storage, location);
            }
        }
        return finder.find(List.of(location), forms::crops);
    }

    /** As {@code rebuild} and {@code inspect} list a folder without a manifest. */
    private List<FoundFile> recordings(Storage storage, String location) throws IOException {
        List<SourceRecording> all = SourceListing.of(storage, settings());
        List<SourceRecording> listed = all.stream()
                .filter(recording -> options.fileFilter().isEmpty()
                        || new GlobPattern(options.fileFilter())
                                .matches(StoragePath.name(recording.file().path())))
                .toList();
        if (listed.isEmpty()) {
            throw new IOException("[" + location + "] Expected recordings in files like " + options.fileFilter()
                    + ", but found " + all.size() + " others; check the option pathGlobFilter");
        }
        return ParallelMap.map(listed, THREADS, recording -> recording(storage, recording));
    }

    private Settings.SourceSettings settings() {
        return SettingsLoader.defaults().source().withFields(forms.choice());
    }

    private FoundFile recording(Storage storage, SourceRecording recording) throws IOException {
        if (recording.origin() instanceof RaggedOrigin pair) {
            return pair(storage, recording.name(), pair);
        }
        if (recording.origin() instanceof NpyOrigin) {
            NpyHeader header = FileFinder.header(storage, recording.file());
            if (!(header.dtype() instanceof ScalarType)) {
                FileRowFormat form = finder.shared(forms.crops(recording.file().path(), header));
                return FoundFile.of(storage.root(), recording.file(), recording.name(), form, header.rows());
            }
        }
        return decoded(storage, recording);
    }

    /** One whose columns do not lie apart in its files. */
    private FoundFile decoded(Storage storage, SourceRecording recording) throws IOException {
        DecodedSource source = new DecodedSource(recording.origin(), forms.choice());
        try (Recording open = source.open(storage)) {
            FileRowFormat form = finder.shared(forms.decoded(open.schema()));
            return new FoundFile(
                    storage.root(), recording.file(), null, recording.name(), form, open.rows(), 0, source);
        } catch (UnclearFieldsException e) {
            throw NpyForms.asOptions(e);
        }
    }

    /**
     * In its dataset, a version may list files of its siblings; under another name it is a copy, which {@code rebuild}
     * reads by its manifest, too.
     */
    private List<FoundFile> versionFolder(Storage folder, String location) throws IOException {
        Manifest manifest = VersionListing.manifest(folder);
        if (!manifest.version().equals(StoragePath.name(folder.root().getPath()))) {
            return recordings(folder, location);
        }
        try (Storage storage = Storages.source(folder.root().resolve("."), hadoop)) {
            return version(storage, manifest);
        }
    }

    private static Manifest named(Dataset dataset, String version) throws IOException {
        if (DatasetLayout.versionNumber(version).isEmpty() || !dataset.hasManifest(version)) {
            throw new IOException("[" + dataset.storage().root() + "] Expected version " + version + ", but found "
                    + dataset.versions() + "; name one of those with the option version");
        }
        return dataset.manifest(version);
    }

    private List<FoundFile> version(Storage storage, Manifest manifest) throws IOException {
        if (manifest.recordings().isEmpty()) {
            throw new IOException("[" + DatasetLayout.path(manifest.version(), DatasetLayout.MANIFEST)
                    + "] Expected recordings, but found none");
        }
        List<PointFieldName> pointFields = VersionListing.pointFields(manifest.recipe());
        return ParallelMap.map(manifest.recordings(), THREADS, entry -> {
            FileEntry metadata = present(storage, entry.files().metadata());
            FileEntry points = present(storage, entry.files().points());
            return pair(storage, entry.name(), new RaggedOrigin(metadata, points, null, pointFields));
        });
    }

    private static FileEntry present(Storage storage, WrittenFile file) throws IOException {
        FileEntry found = storage.stat(file.path()).orElse(null);
        if (found == null || found.bytes() != file.bytes()) {
            throw new IOException("[" + file.path() + "] Expected " + file.bytes()
                    + " bytes, as the manifest says, but found " + (found == null ? "no file" : found.bytes())
                    + "; it was changed or removed after it was published: read another version, or build it again with"
                    + " jobs/cropmill rebuild --full");
        }
        return found;
    }

    private FoundFile pair(Storage storage, String name, RaggedOrigin pair) throws IOException {
        NpyHeader header = FileFinder.header(storage, pair.metadata());
        NpyHeader points = FileFinder.header(storage, pair.points());
        FileRowFormat form = finder.shared(forms.pair(pair, header, points));
        if (header.rows() == 0) {
            RaggedPlaces.requireFit(pair.metadata().path(), pair.points().path(), points.rows(), 0, 0);
        }
        return new FoundFile(
                storage.root(), pair.metadata(), pair.points(), name, form, header.rows(), points.rows(), null);
    }
}
