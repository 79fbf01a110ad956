package io.cropmill.dataset;

import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Folders that must lie apart. A pair's metadata has the padded file's name, so a target in its source would be taken
 * for recordings, or worse.
 */
public final class Overlap {
    private Overlap() {}

    /**
     * A sentence for each two that overlap, by whatever spelling, link or mount, those in a source among them; the keys say
     * what the folders are for.
     */
    public static List<String> problems(Map<String, Storage> folders) throws IOException {
        List<String> problems = new ArrayList<>();
        List<Map.Entry<String, Storage>> entries = List.copyOf(folders.entrySet());
        for (int i = 0; i < entries.size(); i++) {
            for (int j = i + 1; j < entries.size(); j++) {
                Storage first = entries.get(i).getValue();
                Storage second = entries.get(j).getValue();
                String apart =
                        entries.get(i).getKey() + " and " + entries.get(j).getKey() + " must lie apart but ";
                if (Storages.isWithin(first, second) || Storages.isWithin(second, first)) {
                    problems.add(apart + "were " + named(first) + " and " + named(second));
                } else {
                    first.linkTo(second).ifPresent(link -> problems.add(apart + link));
                    second.linkTo(first).ifPresent(link -> problems.add(apart + link));
                }
            }
        }
        return problems;
    }

    private static String named(Storage storage) throws IOException {
        URI real = storage.realRoot();
        return real.equals(storage.root()) ? real.toString() : storage.root() + " (" + real + ")";
    }
}
