package io.cropmill.rebuild;

import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.ragged.RaggedOrigin;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.manifest.BuildRecipe;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.ManifestJson;
import io.cropmill.dataset.manifest.Recipe.PointsLayout;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The recordings of a version written earlier, by its manifest: of a dataset's folder the live version, or of a version's
 * own folder where it holds all its files.
 */
public final class VersionListing {
    private final Map<String, FileEntry> files = new HashMap<>();
    private final Manifest manifest;
    private final String cut;

    private VersionListing(Manifest manifest, List<FileEntry> files, String cut) {
        this.manifest = manifest;
        this.cut = cut;
        files.forEach(file -> this.files.put(file.path(), file));
    }

    /** The recordings; empty where the folder is neither a dataset nor a version. */
    static List<SourceRecording> of(Storage source, List<FileEntry> files) throws IOException {
        if (source.stat(DatasetLayout.CURRENT).isPresent()) {
            Dataset dataset = new Dataset(source);
            refuseOthers(source, files);
            Manifest live = dataset.manifest(dataset.current().orElseThrow());
            return new VersionListing(live, files, "").recordings();
        }
        if (source.stat(DatasetLayout.MANIFEST).isPresent()) {
            Manifest version = manifest(source);
            return new VersionListing(version, files, version.version() + "/").recordings();
        }
        return List.of();
    }

    /** What a version holds, by its own folder, whatever that is called. */
    public static Manifest manifest(Storage folder) throws IOException {
        try (InputStream in = new BufferedInputStream(Channels.newInputStream(folder.open(DatasetLayout.MANIFEST)))) {
            return ManifestJson.read(DatasetLayout.MANIFEST, in);
        }
    }

    /** Recordings beside the versions would be passed over. */
    private static void refuseOthers(Storage source, List<FileEntry> files) throws IOException {
        for (FileEntry file : files) {
            int slash = file.path().indexOf('/');
            String top = slash < 0 ? file.path() : file.path().substring(0, slash);
            if (!DatasetLayout.isOwn(top) && FoundFiles.isRecording(file.path())) {
                throw new ListingException("[" + source.root() + "] Expected a dataset alone, but found " + file.path()
                        + " beside it; move recordings and datasets to folders of their own");
            }
        }
    }

    private List<SourceRecording> recordings() throws IOException {
        List<SourceRecording> recordings = new ArrayList<>();
        List<PointFieldName> pointFields = pointFields(manifest.recipe());
        for (RecordingEntry entry : manifest.recordings()) {
            boolean isOfRecipe = entry.state() == RecordingState.FRESH || entry.state() == RecordingState.UNCHANGED;
            recordings.add(new SourceRecording(
                    entry.name(),
                    new RaggedOrigin(
                            file(entry.files().metadata().path()),
                            file(entry.files().points().path()),
                            isOfRecipe ? manifest.recipe().seed() : null,
                            pointFields)));
        }
        if (recordings.isEmpty()) {
            throw new ListingException("[" + DatasetLayout.MANIFEST + "] Expected recordings in version "
                    + manifest.version() + ", but found none");
        }
        return recordings;
    }

    private FileEntry file(String path) throws IOException {
        if (!path.startsWith(cut)) {
            throw new ListingException("[" + DatasetLayout.MANIFEST + "] Expected all files of "
                    + manifest.version()
                    + " in its folder, but found " + path + " in another version's; give the dataset's folder as the"
                    + " source");
        }
        String inSource = path.substring(cut.length());
        FileEntry found = files.get(inSource);
        if (found == null) {
            throw new ListingException("[" + inSource + "] Expected a file of " + manifest.version()
                    + ", as its manifest says, but found none");
        }
        return found;
    }

    /** Names of the values of plain points; records name their fields themselves. */
    public static List<PointFieldName> pointFields(BuildRecipe recipe) {
        return recipe.layout() == PointsLayout.PLAIN && Dtype.parse(recipe.pointDtype()) instanceof RecordType record
                ? PointFieldName.of(record)
                : List.of();
    }
}
