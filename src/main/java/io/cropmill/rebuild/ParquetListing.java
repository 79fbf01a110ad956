package io.cropmill.rebuild;

import io.cropmill.config.Settings;
import io.cropmill.config.Settings.OnBadRecording;
import io.cropmill.config.Settings.Partitions;
import io.cropmill.crop.BadOrigin;
import io.cropmill.crop.parquet.FoundRows;
import io.cropmill.crop.parquet.ParquetOrigin;
import io.cropmill.crop.parquet.ParquetRecordings;
import io.cropmill.crop.parquet.PartitionField;
import io.cropmill.parquet.ParquetException;
import io.cropmill.parquet.ParquetFile;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Recordings of Parquet files: a file each, or the rows that share a value of the recording column or a folder
 * {@code recording=value}. Files stand in the order of their paths, numbers as numbers.
 */
final class ParquetListing {
    private static final int MOST_TOLD = 20;

    private final Storage source;
    private final Settings.Parquet settings;
    private final List<FileEntry> files;
    private final PartitionFields partitions;
    private final OnBadRecording onBad;

    ParquetListing(Storage source, Settings.Parquet settings, List<FileEntry> files, OnBadRecording onBad)
            throws IOException {
        this.source = source;
        this.settings = settings;
        this.onBad = onBad;
        this.files = files.stream()
                .sorted(Comparator.comparing(FileEntry::path, PathOrder.BY_NUMBERS))
                .toList();
        this.partitions = settings.partitions() == Partitions.FIELD
                ? PartitionFields.of(this.files, settings.recordingField())
                : PartitionFields.NONE;
    }

    List<SourceRecording> recordings() throws IOException {
        if (files.isEmpty()) {
            throw new ListingException(
                    "[" + source.root() + "] Expected Parquet files, but found none; check that the source"
                            + " is mounted and the path is right");
        }
        if (onBad == OnBadRecording.FAIL) {
            refuseShort();
        }
        String field = settings.recordingField();
        if (field.isEmpty()) {
            return aFileEach("");
        }
        boolean inFolders = files.stream()
                .anyMatch(file -> PartitionPath.of(file.path()).partitions().containsKey(field));
        if (inFolders) {
            return byFolder(field);
        }
        RecordingColumnState column = column(field);
        if (column.isThere()) {
            return shared(field);
        }
        if (!field.equals(Settings.Parquet.RECORDING)) {
            if (column.file().isEmpty()) {
                throw refused(source, column.broken(), "remove what holds no crops");
            }
            throw new ListingException("[" + column.file() + "] Expected a column or folder '" + field
                    + "', which says which recording a row belongs to, but found the columns " + column.names()
                    + "; name it with source.recording-field");
        }
        return aFileEach(column.file().isEmpty() ? "" : field);
    }

    /**
     * Files without rows are no recording's: the values of their folders say nothing. Where bad recordings are skipped,
     * all recordings of a file with rows that name none are bad, since the rows may be any one's; a file without others is
     * one itself, named by its path.
     */
    private List<SourceRecording> shared(String field) throws IOException {
        ParquetShares read = new ParquetShares(source, files, field, (file, value) -> named(file, field, value), onBad);
        List<ParquetShares.Share> shares = read.read();
        Set<FileEntry> held = new HashSet<>();
        shares.forEach(share -> held.addAll(share.files()));
        PartitionFields fields = settings.partitions() == Partitions.FIELD
                ? PartitionFields.of(files.stream().filter(held::contains).toList(), field)
                : PartitionFields.NONE;
        List<SourceRecording> recordings = new ArrayList<>();
        for (ParquetShares.Share share : shares) {
            Optional<String> problem = share.files().stream()
                    .map(read.bad()::get)
                    .filter(Objects::nonNull)
                    .findFirst();
            if (problem.isPresent()) {
                recordings.add(new SourceRecording(share.name(), new BadOrigin(share.files(), problem.get())));
                continue;
            }
            ParquetOrigin.RecordingRows rows = new ParquetOrigin.RecordingRows(
                    field, share.value(), settings.orderField(), "", FoundRows.bounded(share.found()));
            long bytes = share.bytes().stream().mapToLong(Long::longValue).sum();
            recordings.add(new SourceRecording(
                    share.name(), new ParquetOrigin(share.files(), rows, fields.of(share.files()), bytes)));
        }
        read.bad().forEach((file, problem) -> {
            if (!held.contains(file)) {
                recordings.add(new SourceRecording(file.path(), new BadOrigin(List.of(file), problem)));
            }
        });
        return recordings;
    }

    /**
     * What the first file that can be read says of the column of recordings.
     *
     * @param file that was read; empty where none can be
     * @param names of its columns
     * @param broken what is wrong with the files before
     */
    private record RecordingColumnState(boolean isThere, String file, List<String> names, List<String> broken) {}

    /** A damaged file is told when its recording is read. */
    private RecordingColumnState column(String field) throws IOException {
        List<String> broken = new ArrayList<>();
        for (FileEntry file : files) {
            try {
                List<String> names = ParquetRecordings.columns(source, file.path());
                return new RecordingColumnState(names.contains(field), file.path(), names, broken);
            } catch (ParquetException e) {
                // The next file may tell.
                broken.add(String.valueOf(e.getMessage()));
            }
        }
        return new RecordingColumnState(false, "", List.of(), broken);
    }

    /**
     * Files too short to be Parquet are named together: they are mostly what a failed copy left. Where bad recordings are
     * skipped, each is one, unless rows of several recordings may have been in it.
     */
    private void refuseShort() throws IOException {
        List<String> broken = files.stream()
                .filter(file -> file.bytes() < ParquetFile.SHORTEST)
                .map(file -> String.format(Locale.ROOT, "%s (%,d bytes)", file.path(), file.bytes()))
                .toList();
        if (!broken.isEmpty()) {
            throw refused(source, broken, "copy them again or remove them");
        }
    }

    /** One error for all files that are not Parquet, and what to do. */
    static IOException refused(Storage source, List<String> broken, String advice) {
        String more = broken.size() > MOST_TOLD ? " and " + (broken.size() - MOST_TOLD) + " more" : "";
        return new ListingException("[" + source.root() + "] Expected Parquet files, but found "
                + broken.size()
                + (broken.size() == 1 ? " that is not: " : " that are not: ")
                + String.join(", ", broken.subList(0, Math.min(MOST_TOLD, broken.size()))) + more + "; "
                + advice);
    }

    /** The files are of one recording each: none may have the column that others of them have not. */
    private List<SourceRecording> aFileEach(String absent) throws IOException {
        Map<String, FileEntry> named = new TreeMap<>();
        List<SourceRecording> recordings = new ArrayList<>();
        for (FileEntry file : files) {
            String path = settings.partitions() == Partitions.FIELD
                    ? PartitionPath.of(file.path()).rest()
                    : file.path();
            String name = withoutEnding(path);
            FileEntry taken = named.putIfAbsent(name, file);
            if (taken != null) {
                throw new ListingException("[" + source.root() + "] Expected one file a recording, but found "
                        + taken.path() + " and " + file.path() + " for " + name
                        + (withoutEnding(taken.path()).equals(withoutEnding(file.path()))
                                ? "; rename one of them"
                                : "; keep the folders in the names with source.partitions = name")
                        + ", or name the column that says which recording a row belongs to with"
                        + " source.recording-field");
            }
            ParquetOrigin.RecordingRows rows = new ParquetOrigin.RecordingRows("", "", settings.orderField(), absent);
            recordings.add(recording(name, List.of(file), rows, file.bytes()));
        }
        return recordings;
    }

    private static String withoutEnding(String path) {
        String base = StoragePath.name(path);
        return base.indexOf('.') < 0 ? path : path.substring(0, path.length() - base.length() + base.lastIndexOf('.'));
    }

    private List<SourceRecording> byFolder(String field) throws IOException {
        Map<String, List<FileEntry>> named = new TreeMap<>();
        for (FileEntry file : files) {
            String value = PartitionPath.of(file.path()).partitions().get(field);
            if (value == null) {
                throw new ListingException(
                        "[" + file.path() + "] Expected a folder " + field + "=<value>, as in " + example(field)
                                + ", but found none; keep them in folders of their own, or take each file for a recording"
                                + " with source.recording-field = \"\"");
            }
            PartitionPath.requireValue(file.path(), field, value);
            named.computeIfAbsent(named(file, field, value), name -> new ArrayList<>())
                    .add(file);
        }
        List<SourceRecording> recordings = new ArrayList<>();
        ParquetOrigin.RecordingRows rows = new ParquetOrigin.RecordingRows("", "", settings.orderField(), "");
        named.forEach((name, parts) -> recordings.add(recording(
                name, parts, rows, parts.stream().mapToLong(FileEntry::bytes).sum())));
        return recordings;
    }

    private String example(String field) {
        return files.stream()
                .map(FileEntry::path)
                .filter(path -> PartitionPath.of(path).partitions().containsKey(field))
                .findFirst()
                .orElseThrow();
    }

    /**
     * The name of the recording that a value stands for in a file: with the folders before it, for under another folder
     * the same value is another recording. Partitions that are crop fields do not count.
     */
    private String named(FileEntry file, String field, String value) {
        String folders = settings.partitions() == Partitions.NAME
                ? PartitionPath.foldersWithout(file.path(), field)
                : PartitionPath.of(file.path()).plainFolders();
        return folders + value;
    }

    private SourceRecording recording(
            String name, List<FileEntry> parts, ParquetOrigin.RecordingRows rows, long bytes) {
        List<PartitionField> fields = partitions.of(parts);
        return new SourceRecording(name, new ParquetOrigin(parts, rows, fields, bytes));
    }
}
