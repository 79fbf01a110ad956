package io.cropmill.dataset;

import io.cropmill.dataset.Dataset.DamagedCurrentException;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.storage.Failures;
import io.cropmill.storage.LinkException;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/**
 * The dataset that a folder lies in. What is written there would be taken for the dataset's own, and go when a version
 * expires.
 */
public final class EnclosingDataset {
    private EnclosingDataset() {}

    /** The root of the nearest dataset above a folder, links and mounts resolved; nothing where there is none. */
    public static Optional<URI> above(Storage folder) throws IOException {
        Optional<Storage> parent = folder.parent();
        while (parent.isPresent()) {
            if (isDataset(parent.get())) {
                return Optional.of(parent.get().root());
            }
            parent = parent.get().parent();
        }
        return Optional.empty();
    }

    /** By what a dataset has from its first claim on: a version that a run has claimed, or a live one. */
    public static boolean isDataset(Storage folder) throws IOException {
        return holds(() -> hasCurrent(folder)) || holds(() -> hasClaim(folder));
    }

    private static boolean hasCurrent(Storage folder) throws IOException {
        return folder.stat(DatasetLayout.CURRENT).isPresent()
                && new Dataset(folder).current().isPresent();
    }

    private static boolean hasClaim(Storage folder) throws IOException {
        for (String name : folder.names("")) {
            if (DatasetLayout.versionNumber(name).isPresent() && holds(() -> isClaimed(folder, name))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isClaimed(Storage folder, String version) throws IOException {
        return folder.stat(version).isEmpty()
                && folder.stat(DatasetLayout.path(version, DatasetLayout.OWNER)).isPresent();
    }

    private interface FolderLook {
        boolean holds() throws IOException;
    }

    /** Folders above may be others', not to be listed, and a CURRENT in them something else's. */
    private static boolean holds(FolderLook look) throws IOException {
        try {
            return look.holds();
        } catch (DamagedCurrentException | LinkException e) {
            return false;
        } catch (IOException e) {
            if (Failures.isDenied(e)) {
                return false;
            }
            throw e;
        }
    }
}
