package io.cropmill.spark;

import io.cropmill.config.Problem;
import io.cropmill.config.SettingsException;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Where a job may write. */
final class Targets {
    private Targets() {}

    /** Refuses a storage that does not rename atomically. */
    static void refuseUnsafe(Storage target) throws IOException {
        Optional<String> refusal = Storages.targetRefusal(target);
        if (refusal.isPresent()) {
            throw new SettingsException(List.of(new Problem("", refusal.get())));
        }
    }
}
