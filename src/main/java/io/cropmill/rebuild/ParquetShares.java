package io.cropmill.rebuild;

import io.cropmill.config.Settings.OnBadRecording;
import io.cropmill.crop.CropException;
import io.cropmill.crop.parquet.FoundRows;
import io.cropmill.crop.parquet.ParquetRecordings;
import io.cropmill.crop.parquet.ParquetRecordings.RecordingValues;
import io.cropmill.dataset.RecordingNames;
import io.cropmill.parquet.ParquetException;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.text.VisibleText;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Recordings that share files: the column that names them is read, of several files at a time. */
final class ParquetShares {
    private static final int THREADS = 8;

    /** That the runs of all recordings may take; of the others, rows are found again by the tasks that need them. */
    private static final long MOST_BYTES = 64L << 20;

    private final Storage source;
    private final List<FileEntry> files;
    private final String field;
    private final Naming naming;
    private final OnBadRecording onBad;
    private final Map<String, Share> shares = new LinkedHashMap<>();
    private final Map<FileEntry, String> bad = new LinkedHashMap<>();
    private long bytes;

    /** The name of the recording that a value stands for in a file. */
    interface Naming {
        String of(FileEntry file, String value);
    }

    /**
     * The rows of one recording.
     *
     * @param files that hold some of them, in order
     * @param found which rows of each file
     * @param bytes about how many of each file's bytes are theirs
     */
    record Share(String name, String value, List<FileEntry> files, List<FoundRows> found, List<Long> bytes) {
        Share(String name, String value) {
            this(name, value, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    ParquetShares(Storage source, List<FileEntry> files, String field, Naming naming, OnBadRecording onBad) {
        this.source = source;
        this.files = files;
        this.field = field;
        this.naming = naming;
        this.onBad = onBad;
    }

    /** One for each recording, in the order in which they are first met. */
    List<Share> read() throws IOException {
        List<String> broken = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            Deque<Future<RecordingValues>> rows = new ArrayDeque<>();
            for (FileEntry file : files) {
                rows.add(threads.submit(() -> ParquetRecordings.rows(source, file.path(), field)));
            }
            for (FileEntry file : files) {
                add(file, rows.remove(), broken);
            }
        } finally {
            threads.shutdownNow();
        }
        if (!broken.isEmpty()) {
            throw ParquetListing.refused(source, broken, "remove what holds no crops");
        }
        return List.copyOf(shares.values());
    }

    private void add(FileEntry file, Future<RecordingValues> read, List<String> broken) throws IOException {
        try {
            RecordingValues found = read.get();
            Map<String, FoundRows> rows = found.rows();
            if (found.fault().isPresent()) {
                refuse(file, found.fault().get());
            }
            long all = rows.values().stream().mapToLong(FoundRows::rows).sum();
            for (Map.Entry<String, FoundRows> entry : rows.entrySet()) {
                String value = entry.getKey();
                Optional<String> problem = RecordingNames.problem(naming.of(file, value));
                if (problem.isPresent()) {
                    refuse(
                            file,
                            "[" + file.path() + "] Expected the name of a recording in column '" + field + "' at row "
                                    + found.firstRows().get(value) + ", but found \"" + value + "\": " + problem.get()
                                    + "; write the column again with names of recordings");
                    continue;
                }
                Share share = share(file, value);
                share.files().add(file);
                share.found().add(kept(entry.getValue()));
                share.bytes()
                        .add(Math.round((double) file.bytes() * entry.getValue().rows() / all));
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ParquetException cause) {
                broken.add(String.valueOf(cause.getMessage()));
            } else {
                throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the files were listed");
        }
    }

    /** The first problem of a file; where bad recordings are skipped, its other rows are read. */
    private void refuse(FileEntry file, String problem) throws CropException {
        if (onBad == OnBadRecording.FAIL) {
            throw new CropException(problem);
        }
        bad.putIfAbsent(file, VisibleText.of(problem));
    }

    /** What is wrong with the first rows that are no recording's, by the file that has them. */
    Map<FileEntry, String> bad() {
        return Collections.unmodifiableMap(bad);
    }

    private FoundRows kept(FoundRows found) {
        if (found.bytes() > MOST_BYTES - bytes) {
            return found.withoutRuns();
        }
        bytes += found.bytes();
        return found;
    }

    /** A recording has one value: under a folder, another may give the same name. */
    private Share share(FileEntry file, String value) throws IOException {
        Share share = shares.computeIfAbsent(naming.of(file, value), name -> new Share(name, value));
        if (!share.value().equals(value)) {
            throw new ListingException("[" + file.path() + "] Expected one value of '" + field + "' for recording "
                    + share.name() + ", but found '" + value + "', and '" + share.value() + "' in "
                    + share.files().get(0).path() + "; write one of them again under another name");
        }
        return share;
    }
}
