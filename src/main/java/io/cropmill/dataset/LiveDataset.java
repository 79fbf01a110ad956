package io.cropmill.dataset;

import io.cropmill.dataset.Dataset.DamagedCurrentException;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.ManifestException;
import io.cropmill.dataset.manifest.ManifestFiles;
import io.cropmill.storage.LinkException;
import io.cropmill.text.ShellWord;
import io.cropmill.text.VisibleText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A dataset that may be written to: it is clear which version is live, and that version has every certified recording. The
 * first look of all that publishes or removes.
 *
 * @param live what the live version holds; nothing before the first is published
 */
public record LiveDataset(Optional<Manifest> live, Certificates certificates) {
    private static final int MOST_NAMED = 5;

    /**
     * Looks.
     *
     * @throws UnclearLiveVersionException with the command that puts it right
     */
    public static LiveDataset require(Dataset dataset) throws IOException {
        Optional<String> current = requireCurrent(dataset);
        Certificates certificates = Certificates.of(dataset.storage());
        if (current.isEmpty()) {
            return new LiveDataset(Optional.empty(), certificates);
        }
        String place = "[" + dataset.storage().root() + "/" + current.get() + "]";
        if (!dataset.hasManifest(current.get())) {
            throw refused(
                    dataset,
                    certificates,
                    place + " Expected the live version, as CURRENT says, but found no "
                            + DatasetLayout.path(current.get(), DatasetLayout.MANIFEST));
        }
        Manifest live = dataset.manifest(current.get());
        List<String> missing = certificates.missing(live);
        if (!missing.isEmpty()) {
            throw refused(
                    dataset,
                    certificates,
                    place + " Expected a live version in which " + named(missing)
                            + (missing.size() == 1 ? " is" : " are") + " retired, but "
                            + missing.get(0) + ", which " + Certificate.path(missing.get(0)) + " certifies, is "
                            + live.recordings().stream()
                                    .filter(entry -> entry.name().equals(missing.get(0)))
                                    .map(entry -> entry.state().toString())
                                    .findFirst()
                                    .orElse("not in it"));
        }
        Optional<String> difference = certificates.difference(live);
        if (difference.isPresent()) {
            throw refused(dataset, certificates, difference.get() + " in " + live.version());
        }
        return new LiveDataset(Optional.of(live), certificates);
    }

    /** The live version, after a look that it can be told; its manifest is not read. */
    static Optional<String> requireCurrent(Dataset dataset) throws IOException {
        Optional<String> current;
        try {
            current = dataset.current();
        } catch (DamagedCurrentException e) {
            throw refused(dataset, Certificates.of(dataset.storage()), String.valueOf(e.getMessage()));
        }
        if (current.isEmpty()) {
            Certificates certificates = Certificates.of(dataset.storage());
            SortedSet<String> published = published(dataset, certificates);
            if (!published.isEmpty()) {
                throw refused(
                        dataset,
                        certificates,
                        "[" + dataset.storage().root() + "/" + DatasetLayout.CURRENT
                                + "] Expected the name of the live version, but found no file, though "
                                + listed(published) + (published.size() == 1 ? " was" : " were") + " published");
            }
        }
        return current;
    }

    /** How to make a version live again where CURRENT is gone; nothing where none was ever published. */
    public static Optional<String> restoring(Dataset dataset) throws IOException {
        Certificates certificates = Certificates.of(dataset.storage());
        return published(dataset, certificates).isEmpty()
                ? Optional.empty()
                : Optional.of(command(dataset, certificates));
    }

    /**
     * Versions that were live, in the order of their numbers: those that are marked so, those that others were built
     * upon, and those in which recordings were retired. Some may be gone.
     */
    static SortedSet<String> published(Dataset dataset, Certificates certificates) throws IOException {
        SortedSet<String> published = new TreeSet<>(DatasetLayout.BY_NUMBER);
        certificates.all().forEach(pair -> published.add(pair.version()));
        for (String version : dataset.versions()) {
            if (dataset.isMarkedPublished(version)) {
                published.add(version);
            }
            readable(dataset, version).flatMap(Manifest::base).ifPresent(published::add);
        }
        return published;
    }

    /** What can be read of a version; one whose manifest is damaged tells nothing, and cannot be made live. */
    public static Optional<Manifest> readable(Dataset dataset, String version) throws IOException {
        try {
            return dataset.hasManifest(version) ? Optional.of(dataset.manifest(version)) : Optional.empty();
        } catch (ManifestException | LinkException e) {
            return Optional.empty();
        }
    }

    private static UnclearLiveVersionException refused(Dataset dataset, Certificates certificates, String problem)
            throws IOException {
        return new UnclearLiveVersionException(problem + "; " + command(dataset, certificates));
    }

    /** The newest version that was published, is whole, and has every certified recording. */
    private static String command(Dataset dataset, Certificates certificates) throws IOException {
        List<String> published = new ArrayList<>(published(dataset, certificates));
        for (int i = published.size() - 1; i >= 0; i--) {
            String version = published.get(i);
            Optional<Manifest> manifest = dataset.isRejected(version) ? Optional.empty() : readable(dataset, version);
            if (manifest.isPresent()
                    && certificates.missing(manifest.get()).isEmpty()
                    && certificates.difference(manifest.get()).isEmpty()
                    && ManifestFiles.problem(dataset.storage(), manifest.get()).isEmpty()) {
                return "make " + version + " live again with: jobs/cropmill rollback --target "
                        + ShellWord.of(dataset.storage().root().toString()) + " --to " + version;
            }
        }
        return "no version that is left was published, is whole and has every retired recording: restore the dataset"
                + " from a backup";
    }

    private static String named(List<String> names) {
        String first = String.join(", ", names.subList(0, Math.min(MOST_NAMED, names.size())));
        return names.size() > MOST_NAMED ? first + ", ..." : first;
    }

    /** {@code v000001, v000002 and v000003}, the last of many. */
    private static String listed(SortedSet<String> versions) {
        List<String> names = List.copyOf(versions);
        List<String> last = names.subList(Math.max(0, names.size() - MOST_NAMED), names.size());
        return last.size() == 1
                ? last.get(0)
                : String.join(", ", last.subList(0, last.size() - 1)) + " and " + last.get(last.size() - 1);
    }

    /**
     * Nothing says which version is live, or it is one without a certified recording. Nothing may be written then; the message
     * has the command that makes the right version live.
     */
    public static final class UnclearLiveVersionException extends IOException {
        private static final long serialVersionUID = 1L;

        UnclearLiveVersionException(String message) {
            super(VisibleText.of(message));
        }
    }
}
