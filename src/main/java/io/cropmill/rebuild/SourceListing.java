package io.cropmill.rebuild;

import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The recordings of a source folder, in the order of their names' UTF-8 bytes. */
public final class SourceListing {
    private static final String EXTENSION = ".npy";

    /** Not the order of the files' paths: {@code a} comes before {@code a-b}, {@code a.npy} after {@code a-b.npy}. */
    private static final Comparator<SourceRecording> BY_NAME =
            Comparator.comparing(SourceRecording::name, StoragePath.UTF8_ORDER);

    private SourceListing() {}

    /** Lists the recordings; a folder without any is an error, for an unmounted source looks just like it. */
    public static List<SourceRecording> of(Storage source) throws IOException {
        switch (source.rootNow()) {
            case FOLDER -> {}
            case FILE ->
                throw new IOException("[" + source.root()
                        + "] Expected a folder of recordings, but found a file; name the folder that it lies in");
            case MISSING ->
                throw new IOException("[" + source.root()
                        + "] Expected a folder of recordings, but found nothing; check that the source is mounted and the"
                        + " path is right");
        }
        List<FileEntry> files = source.walk("");
        List<SourceRecording> recordings = new ArrayList<>();
        for (FileEntry file : files) {
            if (file.path().endsWith(EXTENSION)) {
                String name = file.path().substring(0, file.path().length() - EXTENSION.length());
                recordings.add(new SourceRecording(name, file));
            }
        }
        if (recordings.isEmpty()) {
            throw new IOException("[" + source.root() + "] Expected recordings (*.npy), but found "
                    + (files.isEmpty() ? "no files" : files.size() + " other files")
                    + "; check that the source is mounted and the path is right");
        }
        recordings.sort(BY_NAME);
        return recordings;
    }
}
