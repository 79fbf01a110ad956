package io.cropmill.frame;

import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.NpyHeaderReader;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Location;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import io.cropmill.storage.Storages;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.GlobPattern;

/** Finds the {@code .npy} files of a load and reads their headers, several at a time. */
final class FileFinder {
    private static final String EXTENSION = ".npy";
    private static final int MOST_THREADS = 16;

    private final SourceOptions options;
    private final Configuration hadoop;
    private final Map<FileRowFormat, FileRowFormat> forms = new ConcurrentHashMap<>();

    FileFinder(SourceOptions options, Configuration hadoop) {
        this.options = options;
        this.hadoop = hadoop;
    }

    /** Finds the row format of a file. */
    interface Forms {
        FileRowFormat of(String file, NpyHeader header) throws IOException;
    }

    /** The files of folders, or files themselves; of a folder in the order of their names. */
    List<FoundFile> find(List<String> locations, Forms forms) throws IOException {
        List<FoundFile> found = new ArrayList<>();
        for (String location : locations) {
            try (FileLocation place = open(location)) {
                found.addAll(read(place.storage(), list(place, location), forms));
            }
        }
        requireDistinct(found, "load a folder that holds both, whose paths below it tell them apart");
        return found;
    }

    /**
     * A recording and a row name one row: recordings of one name, from several locations, would mix.
     *
     * @param advice remedy that the message ends with
     */
    static void requireDistinct(List<FoundFile> found, String advice) throws IOException {
        Map<String, FoundFile> named = new HashMap<>();
        for (FoundFile file : found) {
            FoundFile first = named.putIfAbsent(file.recording(), file);
            if (first != null) {
                throw new IOException("[" + place(file) + "] Expected one file for recording '" + file.recording()
                        + "', but found " + place(first) + ", too; " + advice);
            }
        }
    }

    private static String place(FoundFile file) {
        return file.root().toString().replaceFirst("/*$", "/") + file.file().path();
    }

    /**
     * A folder, or a file in one.
     *
     * @param name name of the file; empty for the folder
     */
    record FileLocation(Storage storage, String name) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            storage.close();
        }
    }

    /** Opens a location; a file's folder is the storage. */
    FileLocation open(String location) throws IOException {
        Location named = Location.of(location);
        String name = named.name();
        if (name.endsWith(EXTENSION)) {
            Storage storage = Storages.source(named.folder(), hadoop);
            if (storage.stat(name).isPresent()) {
                return new FileLocation(storage, name);
            }
            storage.close();
        }
        return new FileLocation(Storages.source(named, hadoop), "");
    }

    private List<FileEntry> list(FileLocation place, String location) throws IOException {
        if (!place.name().isEmpty()) {
            return List.of(place.storage().stat(place.name()).orElseThrow());
        }
        List<FileEntry> all = place.storage().walk("");
        List<FileEntry> files = all.stream()
                .filter(file -> file.path().endsWith(EXTENSION))
                .filter(file -> options.fileFilter().isEmpty()
                        || new GlobPattern(options.fileFilter()).matches(StoragePath.name(file.path())))
                .sorted(Comparator.comparing(FileFinder::recording, StoragePath.UTF8_ORDER))
                .toList();
        if (files.isEmpty()) {
            throw new IOException("[" + location + "] Expected .npy files"
                    + (options.fileFilter().isEmpty() ? "" : " like " + options.fileFilter()) + ", but found "
                    + (all.isEmpty() ? "no files" : Figures.counted(all.size(), "other file"))
                    + "; check that the path is right");
        }
        return files;
    }

    private List<FoundFile> read(Storage storage, List<FileEntry> files, Forms kinds) throws IOException {
        return ParallelMap.map(files, MOST_THREADS, file -> {
            NpyHeader header = header(storage, file);
            FileRowFormat form = shared(kinds.of(file.path(), header));
            return FoundFile.of(storage.root(), file, recording(file), form, header.rows());
        });
    }

    static NpyHeader header(Storage storage, FileEntry file) throws IOException {
        try (SeekableByteChannel channel = storage.open(file.path())) {
            return NpyHeaderReader.read(file.path(), channel);
        }
    }

    /** Of equal forms one, or a hundred thousand files would each bring their own. */
    FileRowFormat shared(FileRowFormat form) {
        FileRowFormat first = forms.putIfAbsent(form, form);
        return first == null ? form : first;
    }

    static String recording(FileEntry file) {
        return file.path().substring(0, file.path().length() - EXTENSION.length());
    }
}
