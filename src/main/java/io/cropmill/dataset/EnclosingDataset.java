package io.cropmill.dataset;

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
    public static boolean isDataset(Storage folder) {
        return holds(() -> new Dataset(folder).current().isPresent()) || holds(() -> hasClaim(folder));
    }

    private static boolean hasClaim(Storage folder) throws IOException {
        for (String name : folder.names("")) {
            if (DatasetLayout.versionNumber(name).isPresent()
                    && folder.stat(DatasetLayout.path(name, DatasetLayout.OWNER))
                            .isPresent()) {
                return true;
            }
        }
        return false;
    }

    private interface Look {
        boolean holds() throws IOException;
    }

    private static boolean holds(Look look) {
        try {
            return look.holds();
        } catch (IOException e) {
            // Folders above may be others', not to be listed, and a CURRENT in them something else's.
            return false;
        }
    }
}
