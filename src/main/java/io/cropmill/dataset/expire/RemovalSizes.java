package io.cropmill.dataset.expire;

import io.cropmill.dataset.expire.ExpiryPlan.Removal;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How much goes with what is removed, counting a file with several names once, and only if all of them go. */
final class RemovalSizes {
    private final Storage storage;

    /** By identity: names of a file that do not go. */
    private final Map<String, Long> left = new HashMap<>();

    RemovalSizes(Storage storage) {
        this.storage = storage;
    }

    List<Removal> of(List<Removal> removals) throws IOException {
        List<Removal> sized = new ArrayList<>();
        for (Removal removal : removals) {
            long files = 0;
            long freed = 0;
            for (FileEntry file : storage.walkWithHidden(removal.version())) {
                if (!removal.used().contains(file.path()) && !stays(removal, file.path())) {
                    files++;
                    freed = Math.addExact(freed, isLastName(file) ? file.bytes() : 0);
                }
            }
            sized.add(removal.sized(files, freed));
        }
        return sized;
    }

    private static boolean stays(Removal removal, String path) {
        boolean inUse = !removal.used().isEmpty();
        boolean owner = path.equals(DatasetLayout.path(removal.version(), DatasetLayout.OWNER));
        boolean mark = path.equals(DatasetLayout.path(removal.version(), DatasetLayout.EXPIRING));
        return (owner && (inUse || removal.lastNumber())) || (mark && inUse);
    }

    private boolean isLastName(FileEntry file) throws IOException {
        long links = storage.linkCount(file.path());
        if (links <= 1) {
            return true;
        }
        return left.merge(file.identity(), links - 1, (before, first) -> before - 1) == 0;
    }
}
