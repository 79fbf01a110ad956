package io.cropmill.rebuild.listing;

import io.cropmill.config.Settings;
import io.cropmill.config.Settings.OnBadRecording;
import io.cropmill.config.Settings.SourceFormat;
import io.cropmill.config.SettingsLoader;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The recordings of a source folder, in the order of their names' UTF-8 bytes.
 *
 * <p>What the folder holds is told by what is in it, or by the settings: a dataset or a version by its manifest, ragged
 * pairs by their {@code .points.npy}, arrays and Parquet by their extensions. A mixture is refused.
 */
public final class SourceListing {
    /** Not the order of the files' paths: {@code a} comes before {@code a-b}, {@code a.npy} after {@code a-b.npy}. */
    private static final Comparator<SourceRecording> BY_NAME =
            Comparator.comparing(SourceRecording::name, StoragePath.UTF8_ORDER);

    private final Storage source;
    private final Settings.SourceSettings settings;
    private final OnBadRecording onBad;

    private SourceListing(Storage source, Settings.SourceSettings settings, OnBadRecording onBad) {
        this.source = source;
        this.settings = settings;
        this.onBad = onBad;
    }

    /** As {@link #of(Storage, Settings.SourceSettings)} with the default settings. */
    public static List<SourceRecording> of(Storage source) throws IOException {
        return of(source, SettingsLoader.defaults().source());
    }

    /** As {@link #of(Storage, Settings.SourceSettings, OnBadRecording)}; files that cannot be a recording are an error. */
    public static List<SourceRecording> of(Storage source, Settings.SourceSettings settings) throws IOException {
        return of(source, settings, OnBadRecording.FAIL);
    }

    /**
     * Lists the recordings; a folder without any is an error, for an unmounted source looks just like it.
     *
     * @param onBad whether files that are seen to be damaged are an error, or recordings that turn out bad
     */
    public static List<SourceRecording> of(Storage source, Settings.SourceSettings settings, OnBadRecording onBad)
            throws IOException {
        switch (source.rootNow()) {
            case FOLDER -> {}
            case FILE ->
                throw new IOException(
                        "[" + source.root()
                                + "] Expected a folder of recordings, but found a file there or above it; name the folder that it lies in");
            case MISSING ->
                throw new IOException("[" + source.root()
                        + "] Expected a folder of recordings, but found nothing; check that the source is mounted and the"
                        + " path is right");
        }
        List<SourceRecording> recordings = new ArrayList<>(new SourceListing(source, settings, onBad).recordings());
        recordings.sort(BY_NAME);
        return recordings;
    }

    /** Whether there is no folder, or no file in it. */
    public static boolean isGone(Storage source) throws IOException {
        return switch (source.rootNow()) {
            case MISSING -> true;
            case FOLDER -> source.walk("").isEmpty();
            case FILE -> false;
        };
    }

    private List<SourceRecording> recordings() throws IOException {
        List<FileEntry> files = source.walk("");
        SourceFormat format = settings.format();
        if (format == SourceFormat.AUTO || format == SourceFormat.RAGGED) {
            List<SourceRecording> version = VersionListing.of(source, files);
            if (!version.isEmpty()) {
                return version;
            }
        }
        FoundFiles found = FoundFiles.of(source, files);
        return switch (format == SourceFormat.AUTO ? found.format() : format) {
            case RAGGED -> NpyListing.pairs(found, settings.seed());
            case PARQUET -> new ParquetListing(source, settings.parquet(), found.parquet(), onBad).recordings();
            case NPY, AUTO -> NpyListing.padded(found);
        };
    }
}
