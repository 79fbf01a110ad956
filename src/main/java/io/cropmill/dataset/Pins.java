package io.cropmill.dataset;

import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import io.cropmill.text.VisibleText;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Versions that somebody still reads and that are therefore not removed: files {@code pins/<name>} that hold one line,
 * the version. The name is the reader's own, {@code stage-node7}; names that begin with {@code .} or {@code _} are not
 * looked at, so that a pin can be written under such a name and then be renamed.
 *
 * <p>A pin counts only if, after it was written, the version's folder has {@code manifest.json} and no
 * {@code EXPIRING}: removal marks a version, and only then looks for pins a last time, so that either the reader sees
 * the mark or the removal sees the pin.
 */
public final class Pins {
    private static final int LIMIT = 4096;

    private Pins() {}

    /** Names of pins by the version that they hold. */
    public static SortedMap<String, List<String>> of(Dataset dataset) throws IOException {
        SortedMap<String, List<String>> pins = new TreeMap<>();
        List<String> names = new ArrayList<>(dataset.storage().names(DatasetLayout.PINS));
        Collections.sort(names);
        for (String name : names) {
            if (!StoragePath.isHidden(name)) {
                read(dataset.storage(), name, pins);
            }
        }
        return pins;
    }

    private static void read(Storage storage, String name, SortedMap<String, List<String>> pins) throws IOException {
        String text;
        try {
            text = new String(storage.readSmall(path(name), LIMIT), StandardCharsets.UTF_8);
        } catch (FileNotFoundException e) {
            // Its reader is done.
            return;
        }
        String version = text.strip();
        if (DatasetLayout.versionNumber(version).isEmpty()) {
            throw new IOException("[" + VisibleText.of(path(name))
                    + "] Expected one line with a version such as v000007, but found \"" + VisibleText.of(version)
                    + "\"; write it again, or delete it");
        }
        pins.computeIfAbsent(version, key -> new ArrayList<>()).add(name);
    }

    /**
     * Pins a version.
     *
     * @throws IOException if it is not there, is being removed, or the name is taken
     */
    public static void pin(Dataset dataset, String name, String version) throws IOException {
        Storage storage = dataset.storage();
        if (StoragePath.isHidden(name) || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "name must not begin with \".\" or \"_\" nor hold \"/\" but was " + name);
        }
        DatasetLayout.requireVersion(version);
        if (!storage.createExclusive(path(name), (version + "\n").getBytes(StandardCharsets.UTF_8))) {
            throw new IOException("Cannot pin " + version + ": the name " + path(name) + " is taken");
        }
        Set<String> names = Set.copyOf(storage.names(version));
        if (!names.contains(DatasetLayout.MANIFEST) || names.contains(DatasetLayout.EXPIRING)) {
            unpin(dataset, name);
            throw new IOException("Cannot pin " + version + ": it was removed; pin the one that CURRENT names");
        }
    }

    /** Removes a pin; false if there was none. */
    public static boolean unpin(Dataset dataset, String name) throws IOException {
        return dataset.storage().delete(path(name));
    }

    private static String path(String name) {
        return DatasetLayout.PINS + "/" + name;
    }
}
