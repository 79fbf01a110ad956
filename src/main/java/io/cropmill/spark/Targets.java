package io.cropmill.spark;

import io.cropmill.config.Problem;
import io.cropmill.config.SettingsException;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Where a job may write. */
final class Targets {
    private Targets() {}

    /** Refuses a location whose scheme alone tells that it does not rename atomically. */
    static void refuseUnsafe(URI target) {
        refuse(Storages.targetRefusal(target));
    }

    /** Refuses a storage that does not rename atomically. */
    static void refuseUnsafe(Storage target) throws IOException {
        refuse(Storages.targetRefusal(target));
    }

    private static void refuse(Optional<String> refusal) {
        if (refusal.isPresent()) {
            throw new SettingsException(List.of(new Problem("", refusal.get())));
        }
    }
}
