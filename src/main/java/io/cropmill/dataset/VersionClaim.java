package io.cropmill.dataset;

import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.lock.Owner;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.LinkException;
import io.cropmill.storage.NoSpaceException;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import io.cropmill.text.VisibleText;
import java.io.IOException;
import java.util.Optional;

/**
 * A version's number that belongs to this run alone, and the folder to write to.
 *
 * @param version that was claimed
 * @param base version that was live then; the new one may become live only while it still is
 */
public record VersionClaim(String version, Optional<String> base) {
    /** No dataset has so many versions that never became live; the numbers after such a version would soon end. */
    private static final long MOST_AHEAD = 1_000_000;

    private static final int OWNER_LIMIT = 1 << 16;

    /**
     * Claims the next number that was never used: any folder with a version's name counts, whatever it holds, and so
     * does the live version. A removal of the highest version must leave its OWNER, or its number would be used
     * twice.
     */
    public static VersionClaim take(Dataset dataset, Owner owner) throws IOException {
        Optional<String> base = LiveDataset.requireCurrent(dataset);
        long live = base.map(VersionClaim::number).orElse(0L);
        long highest = live;
        for (String version : dataset.versions()) {
            if (number(version) - live > MOST_AHEAD) {
                throw new IOException("Cannot claim a version: " + version + " is too far above " + base.orElse("none")
                        + ", the live one, to be of a run; move it away");
            }
            highest = Math.max(highest, number(version));
        }
        while (true) {
            highest = Math.addExact(highest, 1);
            String version = DatasetLayout.version(highest);
            String path = DatasetLayout.path(version, DatasetLayout.OWNER);
            if (dataset.storage().createExclusive(path, owner.claiming(version))) {
                return new VersionClaim(version, base);
            }
        }
    }

    /**
     * Gives up: the space is given back, and OWNER alone stays, so that the number is never used again. Nothing happens
     * to a version that is live, nor to a folder that is not the claimed one any more, nor once the lock is lost, for
     * another run may have taken over what lies here.
     */
    public void discard(Dataset dataset, DatasetLock lock) throws IOException {
        if (lock.isHeld()
                && !dataset.current().equals(Optional.of(version))
                && stranger(dataset.storage(), version).isEmpty()) {
            try {
                condemn(lock, version);
            } catch (NoSpaceException e) {
                // The journal's room is enough for the mark.
                RunJournal.clear(dataset.storage(), version);
                condemn(lock, version);
            }
            empty(dataset.storage(), version);
        }
    }

    /** As {@link #discard}, after a failure, which stays the one that is told. */
    public void discardAfter(Exception failure, Dataset dataset, DatasetLock lock) {
        try {
            discard(dataset, lock);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * Marks a version, so that no run ever takes it for whole or takes anything over from it: what is deleted of it after
     * this may be deleted late.
     */
    static void condemn(DatasetLock lock, String version) throws IOException {
        lock.put(DatasetLayout.path(version, DatasetLayout.EXPIRING), new byte[0]);
        lock.remove(DatasetLayout.path(version, DatasetLayout.MANIFEST));
    }

    /**
     * Why a folder with a version's name is none that a run of this dataset claimed, or nothing. A claim that is cut short
     * leaves a private name alone, and a removal that is, an empty folder; a run that was paused meanwhile may put its
     * manifest there.
     */
    public static Optional<String> stranger(Storage storage, String version) throws IOException {
        String path = DatasetLayout.path(version, DatasetLayout.OWNER);
        Optional<String> claimed;
        try {
            Optional<FileEntry> owner = storage.stat(path);
            if (owner.isEmpty()) {
                return storage.names(version).stream().allMatch(VersionClaim::isCutShort)
                                || LiveDataset.readable(new Dataset(storage), version)
                                        .isPresent()
                        ? Optional.empty()
                        : Optional.of("it has no OWNER");
            }
            claimed = owner.get().bytes() > OWNER_LIMIT
                    ? Optional.empty()
                    : Owner.claimed(storage.readSmall(path, OWNER_LIMIT));
        } catch (LinkException e) {
            return Optional.of("its OWNER is a symbolic link");
        }
        if (claimed.isEmpty()) {
            return Optional.of("its OWNER was not written by a run");
        }
        if (claimed.get().isEmpty()) {
            return isOwnWithoutName(new Dataset(storage), version)
                    ? Optional.empty()
                    : Optional.of("neither its OWNER nor its manifest names it");
        }
        return claimed.get().equals(version)
                ? Optional.empty()
                : Optional.of("its OWNER is that of " + VisibleText.of(claimed.get()));
    }

    /** An OWNER may say who claimed, but not what: then the manifest says it or, once that is removed, the mark. */
    private static boolean isOwnWithoutName(Dataset dataset, String version) throws IOException {
        return switch (dataset.state(version)) {
            case REMAINS, DISCARDED -> true;
            case PUBLISHED, UNPUBLISHED, REJECTED, UNFINISHED ->
                LiveDataset.readable(dataset, version).isPresent();
        };
    }

    private static boolean isCutShort(String name) {
        return StoragePath.isPrivate(name) && name.startsWith("." + DatasetLayout.OWNER + ".");
    }

    /** Removes all of a condemned version but OWNER, the mark at last. */
    public static void empty(Storage storage, String version) throws IOException {
        for (String name : storage.names(version)) {
            String path = DatasetLayout.path(version, name);
            if (!name.equals(DatasetLayout.OWNER) && !name.equals(DatasetLayout.EXPIRING)) {
                storage.deleteTree(path);
            }
        }
        storage.delete(DatasetLayout.path(version, DatasetLayout.EXPIRING));
    }

    private static long number(String version) {
        return DatasetLayout.versionNumber(version).orElseThrow();
    }
}
