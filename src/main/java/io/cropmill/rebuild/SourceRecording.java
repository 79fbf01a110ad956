package io.cropmill.rebuild;

import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.Recording;
import io.cropmill.crop.RecordingOrigin;
import io.cropmill.crop.padded.NpyOrigin;
import io.cropmill.crop.parquet.ParquetOrigin;
import io.cropmill.dataset.manifest.SourceFile;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.subsample.RecordingKey;
import java.io.IOException;
import java.io.Serializable;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A recording as the listing found it.
 *
 * @param name its path under the source root without the extension
 * @param origin the files that hold it, and how
 */
public record SourceRecording(String name, RecordingOrigin origin) implements Serializable {
    /** Before what the names of folders add to a fingerprint. */
    static final String FOLDERS = " folders:";

    /** A recording that is one padded file. */
    public SourceRecording(String name, FileEntry file) {
        this(name, new NpyOrigin(file));
    }

    /** The file that names the recording in messages: its only one, or the first of several. */
    public FileEntry file() {
        return origin.files().get(0);
    }

    /** All files that it is read from. */
    public List<FileEntry> files() {
        return origin.files();
    }

    /** About how many bytes are its own: of all its files, unless it shares them with others. */
    public long bytes() {
        return origin.bytes();
    }

    /** Opens it; the caller closes it. */
    public Recording open(Storage storage, FieldChoice fields) throws IOException {
        return origin.open(storage, fields);
    }

    /** What the manifest says of it; the fingerprint changes whenever one of the files does, as far as can be told. */
    public SourceFile described() {
        if (origin.files().size() == 1) {
            return new SourceFile(
                    file().path(), bytes(), file().modifiedMillis() + ":" + file().identity() + folders());
        }
        String all = origin.files().stream()
                .map(file -> file.path() + " " + file.describe())
                .collect(Collectors.joining("\n"));
        long hash = RecordingKey.of(all).value();
        return new SourceFile(
                file().path(),
                bytes(),
                origin.files().size() + " files:" + HexFormat.of().toHexDigits(hash) + folders());
    }

    /**
     * What the folders' names give, types included: text is as wide as the longest of all recordings, so another recording
     * can change it.
     */
    private String folders() {
        if (!(origin instanceof ParquetOrigin parquet) || parquet.partitions().isEmpty()) {
            return "";
        }
        String fields = parquet.partitions().stream()
                .map(field -> field.name() + "\n" + field.type().descr() + "\n" + String.join("\n", field.values()))
                .collect(Collectors.joining("\n\n"));
        return FOLDERS + HexFormat.of().toHexDigits(RecordingKey.of(fields).value());
    }
}
