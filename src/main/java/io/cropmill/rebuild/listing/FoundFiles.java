package io.cropmill.rebuild.listing;

import io.cropmill.config.Settings.SourceFormat;
import io.cropmill.parquet.ParquetFile;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The files of a source folder by what they hold.
 *
 * @param arrays {@code .npy} files by their path without the extension
 * @param parquet Parquet files
 * @param archives {@code .npz} files
 * @param others number of other files
 */
record FoundFiles(
        Storage source, Map<String, FileEntry> arrays, List<FileEntry> parquet, List<FileEntry> archives, long others) {
    private static final String NPY = ".npy";
    private static final String POINTS = ".points";
    private static final Pattern PARQUET = Pattern.compile("(?s).*\\.(parquet|parq|pq)");
    private static final int START_BYTES = 8;

    /** True for a file that its name says to hold recordings. */
    static boolean isRecording(String path) {
        return path.endsWith(NPY) || PARQUET.matcher(path).matches();
    }

    static FoundFiles of(Storage source, List<FileEntry> files) throws IOException {
        Map<String, FileEntry> arrays = new TreeMap<>();
        List<FileEntry> parquet = new ArrayList<>();
        List<FileEntry> archives = new ArrayList<>();
        List<FileEntry> unnamed = new ArrayList<>();
        long others = 0;
        for (FileEntry file : files) {
            String path = file.path();
            if (path.endsWith(NPY)) {
                arrays.put(path.substring(0, path.length() - NPY.length()), file);
            } else if (PARQUET.matcher(path).matches()) {
                parquet.add(file);
            } else if (path.endsWith(".npz")) {
                archives.add(file);
            } else if (StoragePath.name(path).indexOf('.') < 0) {
                unnamed.add(file);
            } else {
                others++;
            }
        }
        if (arrays.isEmpty() && parquet.isEmpty() && archives.isEmpty()) {
            // Hive and some exports give Parquet files no extension.
            for (FileEntry file : unnamed) {
                if (ParquetFile.isParquet(start(source, file))) {
                    parquet.add(file);
                }
            }
        }
        return new FoundFiles(source, arrays, parquet, archives, others + unnamed.size());
    }

    private static String start(Storage source, FileEntry file) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(START_BYTES);
        try (SeekableByteChannel channel = source.open(file.path())) {
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // A read may be short.
            }
        }
        return StandardCharsets.ISO_8859_1.decode(bytes.flip()).toString();
    }

    /** What the files are; a mixture is refused with both named. */
    SourceFormat format() throws IOException {
        refuseArchives();
        if (!arrays.isEmpty() && !parquet.isEmpty()) {
            throw mixture("arrays", arrays.values().iterator().next(), "Parquet", parquet.get(0));
        }
        if (!parquet.isEmpty()) {
            return SourceFormat.PARQUET;
        }
        return arrays.keySet().stream().anyMatch(this::isPointsOfPair) ? SourceFormat.RAGGED : SourceFormat.NPY;
    }

    IOException mixture(String what, FileEntry one, String other, FileEntry another) {
        return new ListingException("[" + source.root() + "] Expected recordings of one kind, but found " + what + " ("
                + one.path() + ") and " + other + " (" + another.path()
                + "); say which is meant with source.format, or keep them in folders of their own");
    }

    /** {@code numpy.savez} holds several arrays, and a zip cannot be read at any place. */
    void refuseArchives() throws IOException {
        if (!archives.isEmpty()) {
            String path = archives.get(0).path();
            throw new ListingException("[" + path + "] Expected recordings as .npy, but found "
                    + (archives.size() == 1 ? "an .npz archive" : archives.size() + " .npz archives")
                    + "; save the array of each to a file of its own: for name, array in"
                    + " numpy.load(path).items(): numpy.save(name, array)");
        }
    }

    /** True for the path of a pair's points, {@code a.points} beside {@code a}. */
    boolean isPointsOfPair(String path) {
        return path.endsWith(POINTS) && arrays.containsKey(path.substring(0, path.length() - POINTS.length()));
    }

    /** A file of a kind that is missing looks like a source that is not mounted. */
    IOException none(String expected) {
        long count = arrays.size() + parquet.size() + others;
        return new ListingException("[" + source.root() + "] Expected recordings (" + expected + "), but found "
                + (count == 0 ? "no files" : Figures.counted(count, "other file"))
                + "; check that the source is mounted and the path is right");
    }
}
