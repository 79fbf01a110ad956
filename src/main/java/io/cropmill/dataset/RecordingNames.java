package io.cropmill.dataset;

import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.raster.RasterSpec;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import io.cropmill.text.VisibleText;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which recordings' names a dataset can hold. Of the names in a version's folder only those that stand for a folder can
 * be in a recording's way: {@code report/x} would lie among the reports, {@code report} is {@code report.npy}.
 */
public final class RecordingNames {
    private static final List<String> TAKEN_ENDS = List.of(".points", ".raster", ".counts", ".grids");
    private static final String TAKEN_WITHIN = ".raster-";

    /** What the hidden name of a part of a large recording's file adds: a dot before, {@code .part-00000} behind. */
    private static final String PART_START = ".";

    private static final String PART_END = ".part-00000";

    /** Not the number of the version to come, but as long. */
    private static final String ANY_VERSION = DatasetLayout.version(1);

    private final @Nullable Storage target;
    private final List<String> suffixes;
    private final String longest;
    private final Set<String> problems = new LinkedHashSet<>();

    private RecordingNames(@Nullable Storage target, List<RasterSpec> rasters) {
        this.target = target;
        this.suffixes = DatasetLayout.suffixes(rasters);
        this.longest = suffixes.stream()
                .max(Comparator.comparingInt(StoragePath::utf8Length))
                .orElseThrow();
    }

    /** All that is wrong with the names, each in a sentence that begins with the name; empty if all can be held. */
    public static List<String> problems(Storage target, Collection<String> names, List<RasterSpec> rasters) {
        return new RecordingNames(target, rasters).problems(names);
    }

    /** As the other, where no target is known yet: what every target refuses. */
    public static List<String> problems(Collection<String> names, List<RasterSpec> rasters) {
        return new RecordingNames(null, rasters).problems(names);
    }

    private List<String> problems(Collection<String> names) {
        for (String name : names) {
            problem(name)
                    .or(() -> refusal(name))
                    .ifPresent(problem -> problems.add("[" + shown(name) + "] " + problem));
        }
        findCollisions(names);
        return List.copyOf(problems);
    }

    /** What is wrong with a name, whatever the target and the other names; the sentence does not begin with it. */
    public static Optional<String> problem(String name) {
        if (StoragePath.hasLoneSurrogate(name) || name.indexOf(StoragePath.REPLACEMENT) >= 0) {
            return Optional.of("Name must be UTF-8 but has other bytes; rename the file");
        }
        if (!VisibleText.isVisible(name)) {
            return Optional.of(
                    "Name must have no control or invisible characters, which could forge what a log says; rename the file");
        }
        try {
            StoragePath.check(name);
        } catch (IllegalArgumentException e) {
            return Optional.of(Objects.requireNonNullElse(e.getMessage(), "Path is refused"));
        }
        for (String part : name.split("/", -1)) {
            if (StoragePath.isHidden(part)) {
                return Optional.of("Name must have no part that begins with \".\" or \"_\", which listings leave out;"
                        + " rename \"" + part + "\"");
            }
        }
        if (TAKEN_ENDS.stream().anyMatch(name::endsWith)
                || name.indexOf(TAKEN_WITHIN, name.lastIndexOf('/') + 1) >= 0) {
            return Optional.of("Name must not end in .points, .raster, .raster-*, .counts or .grids, which belong to"
                    + " another recording's files; rename the file, or move it out of the source");
        }
        int first = name.indexOf('/');
        if (first > 0 && DatasetLayout.RESERVED.contains(name.substring(0, first))) {
            return Optional.of("Name must not begin with " + name.substring(0, first)
                    + "/, which every version has for itself; rename the folder");
        }
        return Optional.empty();
    }

    /** The longest name first: a target that holds it holds the others. */
    private Optional<String> refusal(String name) {
        if (cannotHold(part(name, longest)).isEmpty()) {
            return Optional.empty();
        }
        return suffixes.stream()
                .flatMap(suffix -> cannotHold(part(name, suffix)).stream())
                .findFirst()
                .map(refusal -> "Name cannot be held by " + (target == null ? "a target" : target.root()) + ": "
                        + refusal + "; rename the file" + (target == null ? "" : ", or choose another target"));
    }

    private Optional<String> cannotHold(String path) {
        return target == null ? StoragePath.tooLongPart(path) : target.refusal(path);
    }

    /** The longest path that a recording's file has on its way to a whole. */
    private static String part(String name, String suffix) {
        int start = name.lastIndexOf('/') + 1;
        return ANY_VERSION + "/" + name.substring(0, start) + PART_START + name.substring(start) + suffix + PART_END;
    }

    private void findCollisions(Collection<String> names) {
        Set<String> known = new HashSet<>(2 * names.size());
        for (String name : names) {
            if (!known.add(name)) {
                problems.add("[" + shown(name) + "] Name must be that of one recording but is that of several");
            }
        }
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            for (String at = StoragePath.folder(name); !at.isEmpty() && seen.add(at); at = StoragePath.folder(at)) {
                for (String owner : owners(at, known)) {
                    problems.add("[" + shown(name) + "] Name must not have the folder " + at
                            + ", which is a file of the recording " + owner + "; rename one of them");
                }
            }
        }
    }

    /** Recordings that have a file where others have a folder. */
    private List<String> owners(String folder, Set<String> names) {
        return suffixes.stream()
                .filter(folder::endsWith)
                .map(suffix -> folder.substring(0, folder.length() - suffix.length()))
                .filter(names::contains)
                .toList();
    }

    /** Half characters cannot be printed. */
    private static String shown(String name) {
        StringBuilder shown = new StringBuilder();
        name.codePoints()
                .map(point -> Character.getType(point) == Character.SURROGATE ? StoragePath.REPLACEMENT : point)
                .forEach(shown::appendCodePoint);
        return VisibleText.of(shown.toString());
    }
}
