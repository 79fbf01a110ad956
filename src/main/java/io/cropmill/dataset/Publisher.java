package io.cropmill.dataset;

import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.ManifestFiles;
import io.cropmill.dataset.manifest.ManifestJson;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.raster.RasterSpec;
import io.cropmill.storage.OutputFile;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Turns a claimed folder full of files into the live version, in this order: taken-over recordings, manifest, CURRENT.
 * A crash between any two steps leaves the old version live. For one thread.
 */
public final class Publisher {
    private static final int BUFFER = 1 << 16;
    private static final Pattern PART = Pattern.compile("(?s)\\..*\\.part-\\d{5,}");

    private final Dataset dataset;
    private final Storage storage;
    private final VersionClaim claim;
    private final Set<String> unsynced = new HashSet<>();

    /** Publishes the version that was claimed. */
    public Publisher(Dataset dataset, VersionClaim claim) {
        this.dataset = dataset;
        this.storage = dataset.storage();
        this.claim = claim;
    }

    /**
     * Takes recordings over from an earlier version, each in the state that it has here. Where files can have several
     * names they get one in the new version's folder, so that it is whole; elsewhere they stay where they are.
     */
    public List<RecordingEntry> carryForward(List<RecordingEntry> recordings) throws IOException {
        List<RecordingEntry> carried = new ArrayList<>();
        for (RecordingEntry recording : recordings) {
            carried.add(ReusedFiles.carry(storage, recording, claim.version(), unsynced));
        }
        return carried;
    }

    /**
     * Removes what attempts that died, or lost against another, have left unfinished beside recordings: files under
     * private names, and parts of files. The stages that write are over.
     *
     * @param recordings that were to be built, bad ones among them
     */
    public void removeUnfinished(Collection<String> recordings) throws IOException {
        Set<String> folders = new TreeSet<>();
        for (String recording : recordings) {
            folders.add(StoragePath.folder(DatasetLayout.path(claim.version(), recording)));
        }
        for (String folder : folders) {
            for (String name : storage.names(folder)) {
                if (StoragePath.isPrivate(name)
                        || StoragePath.isJoined(name)
                        || PART.matcher(name).matches()) {
                    storage.delete(StoragePath.join(folder, name));
                }
            }
        }
    }

    /**
     * Removes what was finished of recordings that a later attempt found bad: they are not in the version, or as an
     * earlier one has them. To be called before {@link #carryForward}.
     */
    public void removeBad(Collection<String> recordings, List<RasterSpec> rasters, DatasetLock lock)
            throws IOException {
        for (String recording : recordings) {
            for (String suffix : DatasetLayout.suffixes(rasters)) {
                lock.remove(DatasetLayout.path(claim.version(), recording + suffix));
            }
        }
    }

    /**
     * Writes the manifest, after a look that every file it names is there and as long as it says. From then on the
     * version is whole; it is not live yet.
     */
    public void writeManifest(Manifest manifest) throws IOException {
        writeManifest(manifest, Certificates.of(storage));
    }

    /**
     * As {@link #writeManifest(Manifest)}, with certificates that were read under the lock that is held still: another
     * that has taken it over meanwhile may have written more, but then this version cannot be made live.
     */
    public void writeManifest(Manifest manifest, Certificates certificates) throws IOException {
        requireOwn(manifest);
        Optional<String> missing = ManifestFiles.problem(storage, manifest);
        require(missing.isEmpty(), missing.orElse(""));
        requireCertified(manifest, certificates);
        for (String folder : unsynced) {
            storage.syncFolder(folder);
        }
        unsynced.clear();
        try (OutputFile file = storage.create(DatasetLayout.path(claim.version(), DatasetLayout.MANIFEST))) {
            OutputStream out = new BufferedOutputStream(Channels.newOutputStream(file), BUFFER);
            ManifestJson.write(manifest, out);
            out.flush();
            file.finish();
        }
        storage.syncFolder(claim.version());
    }

    /** Marks the version as one that failed validation; it can never become live. */
    public void reject(String reason) throws IOException {
        String path = DatasetLayout.path(claim.version(), DatasetLayout.REJECTED);
        storage.replace(path, (reason.strip() + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Makes the version live, if the one that it was built upon still is. The look and the write are two steps, which
     * the lock makes one.
     */
    public void makeCurrent(DatasetLock lock) throws IOException {
        require(dataset.hasManifest(claim.version()), "it has no manifest");
        require(
                !dataset.isRejected(claim.version()),
                "its validation failed; see " + DatasetLayout.path(claim.version(), DatasetLayout.REPORT));
        lock.requireHeld();
        Optional<String> current = dataset.current();
        require(
                current.equals(claim.base()),
                "it was built upon " + claim.base().orElse("no version") + ", but CURRENT now names "
                        + current.orElse("none") + "; run the rebuild again");
        switchCurrent(storage, current, claim.version(), lock);
        markLive(storage, claim.version(), lock);
    }

    /**
     * Makes another version live. The one that was is marked first, should it not be yet, for from then on nothing else
     * tells it from one that never was; the new one has no mark before it is live, so that what a dead run finished is not
     * taken for published.
     */
    static void switchCurrent(Storage storage, Optional<String> from, String to, DatasetLock lock) throws IOException {
        // A folder that is gone, or damaged so, is none to come back to.
        if (from.isPresent() && new Dataset(storage).hasManifest(from.get())) {
            String mark = DatasetLayout.path(from.get(), DatasetLayout.PUBLISHED);
            if (storage.stat(mark).isEmpty()) {
                lock.put(mark, lock.note().owner().content());
            }
        }
        lock.put(DatasetLayout.CURRENT, (to + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Marks the version that has just become live, so that it is known for a published one if CURRENT is lost. It is live
     * without the mark, too, which the next switch makes up for.
     */
    static void markLive(Storage storage, String version, DatasetLock lock) {
        try {
            String mark = DatasetLayout.path(version, DatasetLayout.PUBLISHED);
            if (storage.stat(mark).isEmpty()) {
                lock.put(mark, lock.note().owner().content());
            }
        } catch (IOException e) {
            System.getLogger(Publisher.class.getName())
                    .log(System.Logger.Level.WARNING, version + " is live, but could not be marked so", e);
        }
    }

    /** Whatever the plan was made of: a certificate allows to delete a source, and what it certifies must stay. */
    private void requireCertified(Manifest manifest, Certificates certificates) throws IOException {
        List<String> missing = certificates.missing(manifest);
        require(
                missing.isEmpty(),
                "it lacks retired recordings, which certificates in " + DatasetLayout.RETIRED + "/ vouch for: "
                        + String.join(", ", missing));
        Optional<String> difference = certificates.difference(manifest);
        require(difference.isEmpty(), difference.orElse(""));
    }

    private void requireOwn(Manifest manifest) throws IOException {
        require(
                manifest.version().equals(claim.version()) && manifest.base().equals(claim.base()),
                "its manifest is that of " + manifest.version() + " upon "
                        + manifest.base().orElse("no version"));
        boolean everythingInside = manifest.recordings().stream()
                .flatMap(recording -> recording.files().all())
                .allMatch(file -> DatasetLayout.versionOf(file.path()).equals(claim.version()));
        require(everythingInside || !storage.hasHardLinks(), "not all of its files lie in its folder");
    }

    private void require(boolean holds, String reason) throws IOException {
        if (!holds) {
            throw new IOException("Cannot publish " + claim.version() + ": " + reason);
        }
    }
}
