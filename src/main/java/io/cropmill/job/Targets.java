package io.cropmill.job;

import io.cropmill.config.Problem;
import io.cropmill.config.SettingsException;
import io.cropmill.dataset.EnclosingDataset;
import io.cropmill.dataset.Overlap;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.storage.LinkException;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import io.cropmill.storage.Storages;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where a job may write. */
final class Targets {
    /** Where a disk is mounted, its file system has that folder. */
    private static final String OF_THE_DISK = "lost+found";

    private static final String OUTSIDE =
            "[%s] Expected a folder outside of every dataset, but found the dataset %s%s; choose another folder";

    private Targets() {}

    /** Refuses a location whose scheme alone tells that it does not rename atomically. */
    static void refuseUnsafe(URI target) {
        refuse(Storages.targetRefusal(target));
    }

    /** Refuses a storage that does not rename atomically, or where a file is. */
    static void refuseUnsafe(Storage target) throws IOException {
        refuse(Storages.targetRefusal(target));
        refuse(blocked(target));
    }

    /**
     * Why a rebuild may not touch folders: they overlap, or the target does not rename atomically, is a file, holds
     * something else or links, or lies in another dataset. Nothing may be written to such a target, not even how a
     * rebuild ended.
     */
    static List<String> refusals(Storage source, Storage target) throws IOException {
        List<String> refusals = new ArrayList<>(overlaps(source, target));
        Storages.targetRefusal(target).ifPresent(refusals::add);
        if (refusals.isEmpty()) {
            blocked(target).ifPresent(refusals::add);
        }
        if (refusals.isEmpty()) {
            unfit(target).ifPresent(refusals::add);
        }
        return refusals;
    }

    /** Refuses a source and a target of which one lies in the other. */
    static void refuseOverlap(Storage source, Storage target) throws IOException {
        refuse(overlaps(source, target));
    }

    private static List<String> overlaps(Storage source, Storage target) throws IOException {
        Map<String, Storage> folders = new LinkedHashMap<>();
        folders.put("source", source);
        folders.put("target", target);
        return Overlap.problems(folders);
    }

    private static Optional<String> blocked(Storage target) throws IOException {
        return target.rootNow() == Storage.Root.FILE
                ? Optional.of("[" + target.root()
                        + "] Expected a folder, but found a file there or above it; choose another folder")
                : Optional.empty();
    }

    /** Refuses a folder of a dataset, or in one, for what is none itself. */
    static void refuseDataset(Storage output) throws IOException {
        refuse(
                EnclosingDataset.isDataset(output)
                        ? Optional.of(OUTSIDE.formatted(output.root(), output.root(), ""))
                        : nested(output));
    }

    /** Why a folder is no target of a dataset, whatever its source, or nothing. */
    static Optional<String> unfit(Storage target) throws IOException {
        for (Look look : List.<Look>of(Targets::nested, Targets::foreign, Targets::linked)) {
            Optional<String> refusal = look.at(target);
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return Optional.empty();
    }

    private interface Look {
        Optional<String> at(Storage target) throws IOException;
    }

    private static Optional<String> nested(Storage folder) throws IOException {
        return EnclosingDataset.above(folder).map(root -> OUTSIDE.formatted(folder.root(), root, " around it"));
    }

    /** A link in the place of what a run reads or replaces at its end: found then, the work is done in vain. */
    private static Optional<String> linked(Storage target) throws IOException {
        for (String name : target.names("")) {
            try {
                if (DatasetLayout.isOwn(name)) {
                    target.stat(name);
                }
            } catch (LinkException e) {
                return Optional.of(String.valueOf(e.getMessage()));
            }
        }
        return Optional.empty();
    }

    /**
     * Why a folder that holds something else is no target, or nothing. A dataset in it would hide what is there:
     * readers of the folder would take only the recordings of the dataset.
     */
    private static Optional<String> foreign(Storage target) throws IOException {
        List<String> names = new ArrayList<>(target.names(""));
        boolean isDataset = names.stream()
                .anyMatch(name -> name.equals(DatasetLayout.CURRENT)
                        || DatasetLayout.versionNumber(name).isPresent());
        names.removeIf(name -> StoragePath.isHidden(name) || name.equals(OF_THE_DISK) || DatasetLayout.isOwn(name));
        if (isDataset || names.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of("[" + target.root() + "] Expected a dataset or an empty folder, but found "
                + Figures.counted(names.size(), "other name") + ", "
                + names.stream().sorted().findFirst().orElseThrow()
                + " among them; choose another folder");
    }

    /** Refuses for reasons, if there are any. */
    static void refuse(List<String> refusals) {
        if (!refusals.isEmpty()) {
            throw new SettingsException(
                    refusals.stream().map(refusal -> new Problem("", refusal)).toList());
        }
    }

    private static void refuse(Optional<String> refusal) {
        refuse(refusal.stream().toList());
    }
}
