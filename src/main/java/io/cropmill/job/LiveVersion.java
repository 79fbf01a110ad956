package io.cropmill.job;

import io.cropmill.config.Problem;
import io.cropmill.config.SettingsException;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.LiveDataset;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The version that a command reads: the one that it names, or else the live one. */
final class LiveVersion {
    private LiveVersion() {}

    /** What that version holds. */
    static Manifest manifest(Storage target, Optional<String> named) throws IOException {
        Dataset dataset = new Dataset(target);
        Optional<String> version = named.isPresent() ? named : dataset.current();
        if (version.isEmpty()) {
            throw new IOException("[" + target.root() + "] Expected a dataset with a live version, but found no "
                    + DatasetLayout.CURRENT + "; check the path, or name a version with --version"
                    + LiveDataset.restoring(dataset)
                            .map(command -> "; " + command)
                            .orElse(""));
        }
        if (DatasetLayout.versionNumber(version.get()).isEmpty()) {
            throw refused("--version must be a name such as v000007 but was \"" + version.get() + "\"");
        }
        if (!dataset.hasManifest(version.get())) {
            throw refused(
                    "--version must be one of " + dataset.versions() + " that has a manifest but was " + version.get());
        }
        return dataset.manifest(version.get());
    }

    /** The packed record of one of its points, whatever their layout. */
    static RecordType pointType(Manifest manifest) throws IOException {
        String descr = manifest.recipe().pointDtype();
        if (parsed(descr) instanceof RecordType record) {
            return record;
        }
        throw new IOException("[" + DatasetLayout.path(manifest.version(), DatasetLayout.MANIFEST)
                + "] Expected a record as point_dtype, but found " + descr);
    }

    private static @Nullable Dtype parsed(String descr) {
        try {
            return Dtype.parse(descr);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static SettingsException refused(String message) {
        return new SettingsException(List.of(new Problem("", message)));
    }
}
