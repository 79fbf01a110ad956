package io.cropmill.job;

import io.cropmill.config.Settings;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.rebuild.SourceListing;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.storage.Storage;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A source that is not there any more, or is empty. An unmounted one looks just like it, so that it is an error, save for
 * a dataset whose recordings are all retired: their sources are meant to go.
 */
final class GoneSource {
    private GoneSource() {}

    /** Looks a version up, once it matters. */
    interface Version {
        Optional<Manifest> manifest() throws IOException;
    }

    /** Lists a source; nothing where it is gone and the version holds retired recordings alone. */
    static List<SourceRecording> listing(Storage source, Settings settings, Version version) throws IOException {
        try {
            return SourceListing.of(
                    source, settings.source(), settings.tolerance().onBadRecording());
        } catch (IOException e) {
            if (SourceListing.isGone(source)
                    && version.manifest().filter(GoneSource::isRetired).isPresent()) {
                return List.of();
            }
            throw e;
        }
    }

    private static boolean isRetired(Manifest manifest) {
        return !manifest.recordings().isEmpty()
                && manifest.recordings().stream().allMatch(entry -> entry.state() == RecordingState.RETIRED);
    }

    /** The line that says so. */
    static String sentence(Storage source, Manifest manifest) {
        return "The source " + source.root() + " is gone or empty: only the "
                + Figures.counted(manifest.recordings().size(), "retired recording")
                + " of the dataset are kept; if that is not meant, check the path";
    }
}
